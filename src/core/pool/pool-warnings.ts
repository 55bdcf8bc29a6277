import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { placeText } from '../model/errors.js';
import type { Warning } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { LabelConflictCount } from '../model/selection.js';
import type { LabelConflict, Pool, PoolProblem, Task } from '../model/task.js';
import { countOf } from '../text/count-of.js';

/**
 * What could not be read, was passed over or is odd about a pool's tasks, gathered by reason.
 *
 * @param used The fields that decide who is selected: a summary names the values that are odd there.
 */
export function poolWarnings(
  { problems }: Pool,
  { name }: BenchmarkPlan,
  used: ReadonlySet<string>,
): readonly Warning[] {
  return [...groupBy(problems, ({ code, message }) => `${code} ${message}`).values()].map((alike) => {
    const first = at(alike, 0);
    const more = alike.length === 1 ? '' : ` and ${countOf(alike.length - 1, 'other')}`;
    const code = first.code.replace('pool/', '');
    const found = foundWords(alike);
    const isUsed = first.odd !== undefined && used.has(first.odd.field);
    return {
      code,
      message: `${name}: ${placeText(first.place)}${more}: ${first.message}${found === '' ? '' : ` Found ${found}.`}`,
      benchmark: name,
      ...(alike.length > 1 || isUsed ? { count: alike.length } : {}),
      ...(isUsed
        ? { brief: `${alike.length === 1 ? 'row' : 'rows'} where ${first.message.replace(/\.$/, '')}: ${found}` }
        : {}),
    };
  });
}

const mostValues = 3;

/** The first values that problems are about. */
function foundWords(alike: readonly PoolProblem[]): string {
  const values = new Set<string>();
  for (const { odd } of alike) {
    if (odd !== undefined) values.add(odd.value);
    if (values.size > mostValues) break;
  }
  const shown = [...values].slice(0, mostValues).map((value) => `"${value}"`);
  return `${shown.join(', ')}${values.size > mostValues ? ', …' : ''}`;
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
