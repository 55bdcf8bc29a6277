import type { Selection } from '../../../core/model/selection.js';
import { poolColumns } from '../state/pool-columns.js';

/** Selected out of available. */
export interface Cell {
  readonly selected: number;
  readonly available: number;
}

/** For each phase, in the order of the plan, its counts in each benchmark, in the order of the plan. */
export function phaseCounts(
  selection: Selection,
): readonly { readonly phase: string; readonly cells: readonly Cell[] }[] {
  const pool = poolColumns(selection);
  const { values, codes } = pool.labels.label('phase');
  const places = new Map(values.map((phase, code) => [phase, code]));
  const columns = pool.labels.benchmarks.map(({ start, count }) => {
    const [available, selected] = [new Uint32Array(values.length), new Uint32Array(values.length)];
    for (let row = start; row < start + count; row++) {
      const code = codes[row] ?? 0;
      available[code] = (available[code] ?? 0) + 1;
      if (pool.states[row] === 0) selected[code] = (selected[code] ?? 0) + 1;
    }
    return { available, selected };
  });
  return selection.plan.phases.map((phase) => {
    const code = places.get(phase) ?? -1;
    return {
      phase,
      cells: columns.map(({ available, selected }) => ({
        selected: selected[code] ?? 0,
        available: available[code] ?? 0,
      })),
    };
  });
}
