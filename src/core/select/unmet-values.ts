import { type Condition, conditionHolds } from '../model/condition-holds.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { PoolCensus } from '../model/pool-census.js';
import { type AnyTask, fieldValue } from '../model/task.js';
import { countOf } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';

const mostListed = 20;

/** Values that a condition names and no task has, each as a sentence: most often misspelt. */
export function unmetValues(condition: Condition, tasks: readonly AnyTask[], census?: PoolCensus): readonly string[] {
  return condition.flatMap(({ field, oneOf, has }) => {
    const wanted = oneOf ?? has ?? [];
    if (wanted.length === 0) return [];
    const valuesOf = (task: AnyTask): readonly string[] => {
      if (has !== undefined) return task.lists?.[field] ?? [];
      const value = fieldValue(task, field);
      return value === undefined ? [] : [String(value)];
    };
    const known = new Set(census?.values.get(field) ?? tasks.flatMap(valuesOf));
    const listed = [...known].slice(0, mostListed);
    return wanted
      .filter((value) => !known.has(value))
      .map((value) => {
        const values = known.size > mostListed ? `${listed.join(', ')}, …` : listed.join(', ');
        const found = known.size === 0 ? `No task has a ${field}.` : `Values: ${values}.`;
        return `no task has ${field} "${value}".${didYouMean(value, listed)} ${found}`;
      });
  });
}

/** The fault of a `select.where` that no task fulfils; none where one does, or there is none. */
export function whereFaults(
  tasks: readonly AnyTask[],
  { name, select: { where } }: BenchmarkPlan,
  census?: PoolCensus,
): Fault[] {
  if (where === undefined || (census?.fitting ?? 0) > 0 || tasks.some((task) => conditionHolds(where, task))) return [];
  const unmet = unmetValues(where, tasks, census);
  // Where every value occurs, too few tasks are a shortfall like any other.
  if (unmet.length === 0) return [];
  return [
    {
      code: 'selection/where',
      message: `benchmark "${name}": none of its ${countOf(census?.available ?? tasks.length, 'task')} fulfils select.where: ${unmet.join(' ')}`,
      hint: 'Check the values that select.where names.',
    },
  ];
}
