import { groupBy } from '../lists/group-by.js';
import { placeText } from '../model/errors.js';
import type { Fault, Warning } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { LabelConflictCount } from '../model/selection.js';
import type { LabelConflict, Pool, Task } from '../model/task.js';
import { countOf } from '../text/count-of.js';

/** What could not be read, was passed over or is odd about a pool's tasks, gathered by reason. */
export function poolWarnings({ problems }: Pool, { name }: BenchmarkPlan): readonly Warning[] {
  return [...groupBy(problems, ({ code, message }) => `${code} ${message}`).values()].map((alike) => {
    const [first] = alike as [Fault, ...Fault[]];
    const more = alike.length === 1 ? '' : ` and ${countOf(alike.length - 1, 'other')}`;
    const code = first.code.replace('pool/', '');
    return { code, message: `${name}: ${placeText(first.place)}${more}: ${first.message}`, benchmark: name };
  });
}

/** The labels on which the tasks' own files disagree, counted by what was taken and what was passed over. */
export function countConflicts(tasks: readonly Task[]): readonly LabelConflictCount[] {
  const all: LabelConflict[] = [];
  for (const { conflicts = [] } of tasks) for (const conflict of conflicts) all.push(conflict);
  const alike = groupBy(all, (conflict) =>
    JSON.stringify([conflict.field, conflict.took, conflict.from, conflict.against, conflict.in]),
  );
  return [...alike.values()].map((conflicts) => {
    const [first] = conflicts as [(typeof all)[number], ...typeof all];
    return { ...first, tasks: conflicts.length };
  });
}
