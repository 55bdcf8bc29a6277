import { groupBy } from './lists/lists.js';
import type { Fault } from './model/errors.js';
import { type BenchmarkPlan, dividingFields, type Plan } from './model/plan.js';
import { conditionHolds, orderingFields } from './model/select-rule.js';
import { isKnown, type PoolProblem, type ScoredTask } from './model/task.js';
import { scoredFields } from './score/score-tasks.js';
import { countOf, formatCount, joinWords } from './text/words.js';

/** A benchmark's tasks, and the problems with their values. */
interface CheckedTasks {
  readonly plan: BenchmarkPlan;
  readonly tasks: readonly ScoredTask[];
  readonly excluded: ReadonlySet<string>;
  readonly unread: readonly PoolProblem[];
}

const mostShown = 5;

/**
 * Errors for cells such as "9.5k" in a column of numbers that ranks, scores, sums or groups the tasks. As unknown values
 * they would change the selection. Tasks that can't be selected don't count.
 */
export function unreadNumbers(benchmarks: readonly CheckedTasks[], { fields }: Plan): Fault[] {
  return benchmarks.flatMap(({ plan, tasks, excluded, unread }) => {
    if (unread.length === 0) return [];
    const used = new Set([...orderingFields(plan.select), ...scoredFields(plan), ...dividingFields(plan)]);
    const { where = [] } = plan.select;
    const eligible = new Set(
      tasks.filter((task) => !excluded.has(task.id) && conditionHolds(where, task)).map(({ id }) => id),
    );
    const counted = unread.flatMap(({ odd }) =>
      odd?.task !== undefined && used.has(odd.field) && eligible.has(odd.task) ? [odd] : [],
    );
    return [...groupBy(counted, ({ field }) => field)].flatMap(([name, cells]): Fault[] => {
      const field = fields.get(name);
      // Text that a condition compares with a number is no error. If no task has a number, another error says so.
      if (field?.isCompared === true || !benchmarks.some((each) => each.tasks.some((task) => isKnown(task, name))))
        return [];
      const column = plan.source.columns.get(name) ?? name;
      const shown = cells.slice(0, mostShown).map(({ value, task }) => `"${value}" (${task})`);
      const more = cells.length > mostShown ? [`${formatCount(cells.length - mostShown)} more`] : [];
      const message = `benchmark "${plan.name}": ${countOf(cells.length, 'cell')} in column "${column}" can't be read as ${cells.length === 1 ? 'a number' : 'numbers'}: ${joinWords([...shown, ...more])}.`;
      const hint = `The plan needs these numbers to select tasks. Write plain numbers in one unit, such as 9500 or 9,500.50, or clear a cell if its number is unknown.`;
      return [{ code: 'pool/not-a-number', message, hint }];
    });
  });
}
