import { roundTo } from '../text/round-to.js';

const decimals = 6;

/**
 * The weights with one moved and the others rescaled in proportion, all to six decimals, so that they sum to 1 and can be
 * written into a plan as they are. Undefined when the others weigh nothing.
 */
export function moveWeight(
  weights: ReadonlyMap<string, number>,
  component: string,
  to: number,
): ReadonlyMap<string, number> | undefined {
  const others = [...weights].filter(([name]) => name !== component);
  const rest = others.reduce((sum, [, weight]) => sum + weight, 0);
  if (rest <= 0) return undefined;
  const moved = new Map(weights).set(component, to);
  let left = 1 - to;
  // The heaviest takes what rounding leaves.
  const [heaviest, ...lighter] = others.sort(([, a], [, b]) => b - a);
  for (const [name, weight] of lighter) {
    const scaled = roundTo((weight * (1 - to)) / rest, decimals);
    moved.set(name, scaled);
    left -= scaled;
  }
  if (heaviest !== undefined) moved.set(heaviest[0], Math.max(0, roundTo(left, decimals)));
  return moved;
}

/** A weight so many steps away, or undefined when that is no weight. */
export function steppedWeight(from: number, by: number): number | undefined {
  const to = roundTo(from + by, decimals);
  return to < 0 || to > 1 ? undefined : to;
}
