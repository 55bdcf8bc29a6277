import { compareText } from '../text/compare-text.js';

/** Fewer sampled tasks than this do not carry a cell. */
const leastInCell = 5;

/** Cells in which enough tasks were sampled. */
export interface MergedCells {
  /** The cell of each task. */
  readonly cells: readonly string[];
  readonly targets: ReadonlyMap<string, number>;
  /** The values that were put together; empty when none had to be. */
  readonly together: readonly string[];
}

/** Puts values with fewer than five sampled tasks together, and with the next smallest until there are five. */
export function mergeSmallCells(values: readonly string[], counts: ReadonlyMap<string, number>): MergedCells {
  const sampled = new Map([...counts.keys()].map((value) => [value, 0]));
  for (const value of values) sampled.set(value, (sampled.get(value) ?? 0) + 1);
  const bySize = [...sampled].sort(([a, first], [b, second]) => first - second || compareText(a, b));
  const together: string[] = [];
  let carried = 0;
  for (const [value, count] of bySize) {
    if (count >= leastInCell && (together.length === 0 || carried >= leastInCell)) break;
    together.push(value);
    carried += count;
  }
  if (together.length < 2) return { cells: values, targets: counts, together: [] };
  const isMerged = new Set(together);
  const name = together.toSorted(compareText).join(' + ');
  const targets = new Map([...counts].filter(([value]) => !isMerged.has(value)));
  targets.set(
    name,
    together.reduce((sum, value) => sum + (counts.get(value) ?? 0), 0),
  );
  return { cells: values.map((value) => (isMerged.has(value) ? name : value)), targets, together };
}
