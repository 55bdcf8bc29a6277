import { normalCdf, normalQuantile } from './distributions.js';

/** One look at results that grow: the share of the information it has, its boundary and the error spent up to it. */
export interface Boundary {
  /** The information of this look over that of the last one, in (0, 1]. */
  readonly fraction: number;
  /** A normal deviate: one side is decided when z exceeds it. Infinity if nothing is spent here. */
  readonly critical: number;
  /** The error rate that one side has spent, this look included. */
  readonly spent: number;
}

/** The error rate spent at a fraction of the information, O'Brien–Fleming type (Lan and DeMets 1983). */
export function spentAt(fraction: number, error: number): number {
  if (fraction >= 1) return error;
  return 2 * normalCdf(normalQuantile(error / 2) / Math.sqrt(fraction));
}

/**
 * The boundaries of one side for looks at these fractions, whether planned or not: each spends what its fraction allows
 * beyond the looks before it. The other side is ignored, which can only make a verdict rarer. By recursive numerical
 * integration (Armitage, McPherson and Rowe 1969; Jennison and Turnbull 2000, chapter 19).
 *
 * @param fractions Ascending, in (0, 1].
 * @param error The error rate of the side, in (0, ½).
 */
export function boundariesAt(fractions: readonly number[], error: number): readonly Boundary[] {
  const isRising = fractions.every((fraction, look) => fraction > (fractions[look - 1] ?? 0) && fraction <= 1);
  if (!isRising) throw new RangeError(`fractions must increase, to at most 1; found ${fractions.join(', ')}`);
  const found: Boundary[] = [];
  let [spent, before] = [0, 0];
  // The score process S = z√t, as long as no boundary was crossed: a density on nodes, each with its weight.
  let held: Density = { nodes: [0], masses: [1] };
  for (const [look, fraction] of fractions.entries()) {
    const step = Math.sqrt(fraction - before);
    const allowed = spentAt(fraction, error) - spent;
    const critical = allowed < leastSpent ? Number.POSITIVE_INFINITY : criticalFor(held, step, fraction, allowed);
    if (Number.isFinite(critical)) spent += allowed;
    found.push({ fraction, critical, spent });
    const next = fractions[look + 1];
    if (next === undefined) break;
    held = continued(held, step, fraction, critical, Math.sqrt(next - fraction));
    before = fraction;
  }
  return found;
}

/** The chance that the last look crosses its boundary under the planned effect (Jennison and Turnbull 2000, 10.2). */
export function conditionalPower(z: number, fraction: number, last: number, drift: number): number {
  if (fraction >= 1) return z > last ? 1 : 0;
  const left = 1 - fraction;
  return 1 - normalCdf((last - z * Math.sqrt(fraction) - drift * left) / Math.sqrt(left));
}

/** Below this an increment has no boundary that a normal deviate could be compared with. */
const leastSpent = 1e-15;

/** No density is followed further from 0 than this many standard deviations. */
const farthest = 9;

interface Density {
  readonly nodes: readonly number[];
  /** Density times the weight of the node in the integral. */
  readonly masses: readonly number[];
}

function criticalFor({ nodes, masses }: Density, step: number, fraction: number, allowed: number): number {
  const root = Math.sqrt(fraction);
  const beyond = (critical: number) => {
    let sum = 0;
    for (let i = firstAbove(nodes, critical * root - farthest * step); i < nodes.length; i++) {
      sum += (masses[i] ?? 0) * normalCdf(((nodes[i] ?? 0) - critical * root) / step);
    }
    return sum;
  };
  let [low, high] = [-farthest, farthest];
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (beyond(middle) > allowed) low = middle;
    else high = middle;
  }
  return high;
}

/** The density below the boundary after one more step, on Gauss–Legendre panels as fine as this step and the next need. */
function continued(held: Density, step: number, fraction: number, critical: number, next: number): Density {
  const root = Math.sqrt(fraction);
  const [from, to] = [-farthest * root, Math.min(critical, farthest) * root];
  const panels = Math.max(1, Math.ceil((to - from) / (panelSteps * Math.min(step, next))));
  const width = (to - from) / panels;
  const nodes: number[] = [];
  const masses: number[] = [];
  for (let panel = 0; panel < panels; panel++) {
    for (const [at, weight] of legendre) {
      const node = from + width * (panel + (1 + at) / 2);
      nodes.push(node);
      masses.push((width / 2) * weight * densityAt(held, step, node));
    }
  }
  return { nodes, masses };
}

function densityAt({ nodes, masses }: Density, step: number, at: number): number {
  let sum = 0;
  for (let i = firstAbove(nodes, at - farthest * step); i < nodes.length; i++) {
    const apart = ((nodes[i] ?? 0) - at) / step;
    if (apart > farthest) break;
    sum += (masses[i] ?? 0) * Math.exp(-0.5 * apart * apart);
  }
  return sum / (step * Math.sqrt(2 * Math.PI));
}

/** The index of the first of ascending nodes above a value. */
function firstAbove(nodes: readonly number[], value: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((nodes[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The width of a panel in standard deviations of a step. */
const panelSteps = 1.5;

/** Nodes and weights of the eight-point Gauss–Legendre rule on [−1, 1] (Abramowitz and Stegun 1964, table 25.4). */
const legendre = [
  [-0.9602898564975363, 0.1012285362903763],
  [-0.7966664774136267, 0.2223810344533745],
  [-0.525532409916329, 0.3137066458778873],
  [-0.1834346424956498, 0.362683783378362],
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
] as const;
