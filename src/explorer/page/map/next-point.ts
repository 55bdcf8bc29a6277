import type { Points } from './paint-points.js';

const ways: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The point that a key goes to from the current one, among those that are shown; undefined where it goes nowhere. */
export function nextPoint(points: Points, current: number | undefined, key: string): number | undefined {
  const way = ways[key];
  if (way === undefined) return undefined;
  const { count, x, y, mask } = points;
  const [fromX, fromY] = current === undefined ? [0, 0] : [x[current] ?? 0, y[current] ?? 0];
  let found: number | undefined;
  let least = Infinity;
  for (let row = 0; row < count; row++) {
    if (mask[row] !== 1 || row === current) continue;
    const [dx, dy] = [(x[row] ?? 0) - fromX, (y[row] ?? 0) - fromY];
    const along = current === undefined ? Math.hypot(dx, dy) : dx * way[0] + dy * way[1];
    // Points that lie on each other are gone through by their rows.
    const isBeyond = along > 0 || (along === 0 && current !== undefined && row > current && dx === 0 && dy === 0);
    if (!isBeyond) continue;
    const aside = current === undefined ? 0 : Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const distance = along + 2.5 * aside;
    if (distance < least) {
      least = distance;
      found = row;
    }
  }
  return found;
}
