import { conditionHolds } from '../model/condition-holds.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { roundTo } from '../text/round-to.js';
import type { FieldScale } from './field-scale.js';
import { linesAbove } from './lines-changed.js';
import type { Rerun } from './rerun.js';
import { runBudget } from './run-budget.js';
import { taskBends } from './special-values.js';

const mostRuns = 200;

/** What trying values one by one came to. */
export interface Tried {
  /** The nearest of the values tried that works. */
  readonly value: number | undefined;
  /** How many values were tried. */
  readonly count: number;
  /** Whether that was every step of the range. */
  readonly all: boolean;
}

/**
 * The value nearest to `from` that works, of those the benchmark has, those at which a rule bends, and one step to either
 * side of each: for a field that also decides eligibility or groups, where every value must be tried by a run. A range of
 * few steps is tried as a whole. The values at which a rule bends and those of the last places are tried however far they
 * are; a value that leaves the task ineligible costs no run.
 */
export function nearestTried(
  task: ScoredTask,
  field: string,
  from: number,
  { step, lowest, highest }: FieldScale,
  { benchmark, plan }: Rerun,
  taskWith: (value: number) => ScoredTask | undefined,
  selects: (changed: ScoredTask) => boolean,
): Tried {
  const budget = runBudget(mostRuns, benchmark.tasks.length);
  const { where } = plan.select;
  const nearestFirst = (values: readonly number[]) =>
    [...new Set(values.flatMap((value) => [value - step, value, value + step]).map((value) => roundTo(value, 10)))]
      .filter((value) => value >= lowest && value <= highest && value !== from)
      .sort((a, b) => Math.abs(a - from) - Math.abs(b - from) || b - a);
  const few = (highest - lowest) / step <= budget;
  const steps = few ? Array.from({ length: budget }, (_, i) => [from - i * step, from + i * step]).flat() : [];
  const met = valuesOf(benchmark.tasks, task, field);
  const lastPlaces = benchmark.groups.flatMap(({ ranking, allocated }) => ranking[allocated - 1] ?? []);
  const special = [...nearestFirst(taskBends(task, field, plan)), ...nearestFirst(valuesOf(lastPlaces, task, field))];

  const seen = new Map<number, ScoredTask | undefined>();
  const take = (values: readonly number[], most: number) => {
    let runs = 0;
    for (const value of values) {
      if (seen.has(value)) continue;
      if (runs === most) return;
      const changed = taskWith(value);
      const eligible = changed !== undefined && (where === undefined || conditionHolds(where, changed));
      seen.set(value, eligible ? changed : undefined);
      if (eligible) runs += 1;
    }
  };
  take(special, budget);
  take(nearestFirst([...met, ...steps]), few ? Number.POSITIVE_INFINITY : budget);

  const nearest = [...seen].sort(([a], [b]) => Math.abs(a - from) - Math.abs(b - from) || b - a);
  const value = nearest.find(([, changed]) => changed !== undefined && selects(changed))?.[0];
  return { value, count: seen.size, all: few };
}

/** The values of the field that the tasks have, and those that give the task the `lines_changed` that they have. */
function valuesOf(tasks: readonly ScoredTask[], task: ScoredTask, field: string): readonly number[] {
  const above = linesAbove(task, field);
  return tasks.flatMap((each) => {
    const own = fieldValue(each, field);
    const lines = above === undefined ? undefined : fieldValue(each, 'lines_changed');
    return [
      ...(typeof own === 'number' ? [own] : []),
      ...(above !== undefined && typeof lines === 'number' ? [lines - above] : []),
    ];
  });
}
