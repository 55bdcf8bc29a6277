import { fieldValue } from '../model/task.js';
import type { FieldScale } from './field-scale.js';
import type { Rerun } from './rerun.js';
import { runBudget } from './run-budget.js';
import { specialValues } from './special-values.js';

const mostRuns = 200;

/**
 * The value nearest to `from` that works, of those the benchmark has, those at which a rule bends, and one step to either
 * side of each: for a field that also decides eligibility or groups, where every value must be tried by a run.
 */
export function nearestTried(
  field: string,
  from: number,
  { step, lowest, highest }: FieldScale,
  { benchmark, plan }: Rerun,
  works: (value: number) => boolean,
): number | undefined {
  const met = benchmark.tasks.map((task) => fieldValue(task, field)).filter((value) => typeof value === 'number');
  const values = new Set(
    [...met, ...specialValues(field, plan)].flatMap((value) => [value - step, value, value + step]),
  );
  return [...values]
    .filter((value) => value >= lowest && value <= highest && value !== from)
    .sort((a, b) => Math.abs(a - from) - Math.abs(b - from) || b - a)
    .slice(0, runBudget(mostRuns, benchmark.tasks.length))
    .find(works);
}
