import type { Selection } from '../../../core/model/selection.js';

/** Selected out of available. */
export interface Cell {
  readonly selected: number;
  readonly available: number;
}

/** For each phase, in the order of the plan, its counts in each benchmark, in the order of the plan. */
export function phaseCounts({
  plan,
  benchmarks,
}: Selection): readonly { readonly phase: string; readonly cells: readonly Cell[] }[] {
  const columns = benchmarks.map(({ tasks, choices }) => ({
    available: countByPhase(tasks),
    selected: countByPhase(choices.map(({ task }) => task)),
  }));
  return plan.phases.map((phase) => ({
    phase,
    cells: columns.map(({ available, selected }) => ({
      selected: selected.get(phase) ?? 0,
      available: available.get(phase) ?? 0,
    })),
  }));
}

function countByPhase(tasks: readonly { readonly phase: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { phase } of tasks) counts.set(phase, (counts.get(phase) ?? 0) + 1);
  return counts;
}
