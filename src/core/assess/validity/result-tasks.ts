import { groupBy } from '../../lists/group-by.js';
import { ResultsError } from '../../model/errors.js';
import type { Outcome, OutcomeList, RunResults } from '../../model/outcome.js';
import type { Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { matchOutcomes, taskKey } from '../../outcomes/match-outcomes.js';
import { filterOutcomes } from '../../outcomes/outcome-lists.js';
import { type NamedTask, TaskIndex } from '../../outcomes/task-index.js';
import { type TaskResult, taskResult, usualRuns } from '../../outcomes/task-result.js';
import { compareText } from '../../text/compare-text.js';

/** A task that the results speak of, whether the pool has it or not. */
export interface ResultTask {
  /** The benchmark that the results name, or else the pool's; empty when neither does. */
  readonly benchmark: string;
  readonly id: string;
  readonly inPool: ScoredTask | undefined;
  readonly byConfiguration: ReadonlyMap<string, TaskResult>;
  readonly outcomes: readonly Outcome[];
}

/** The tasks of the results, by benchmark and id, and the spellings that were taken for one task. */
export interface ResultTasks {
  readonly configurations: readonly string[];
  readonly tasks: readonly ResultTask[];
  readonly caseFolded: number;
}

/**
 * Sorts results by task, also those of tasks that the pool does not have: two arms can be compared without a pool.
 *
 * @throws ResultsError when two results contradict each other.
 */
export function resultTasks({ benchmarks }: Selection, { outcomes }: RunResults): ResultTasks {
  const scored = new Map(benchmarks.flatMap(({ tasks }) => tasks.map((task) => [taskKey(task), task] as const)));
  const pool = [...scored.values()].map(({ benchmark, id, aliases = [] }) => ({ benchmark, id, aliases }));
  const { tasks: others, folded } = tasksBeyond(pool, outcomes);
  const known = [...pool, ...others];
  const { configurations, caseFolded, faults } = matchOutcomes(known, known, outcomes);
  if (faults.length > 0) throw new ResultsError(faults);
  const byTask = groupBy(
    configurations.flatMap(({ name, byTask: found }) => [...found].map(([key, list]) => ({ key, name, list }))),
    ({ key }) => key,
  );
  const expected = new Map(configurations.map(({ name, byTask: found }) => [name, usualRuns(found.values())]));
  const tasks = known.flatMap((task) => {
    const found = byTask.get(taskKey(task));
    if (found === undefined) return [];
    const own = found.flatMap(({ list }) => list);
    const benchmark = own.find((outcome) => outcome.benchmark !== undefined)?.benchmark ?? task.benchmark;
    const byConfiguration = new Map(found.map(({ name, list }) => [name, taskResult(list, expected.get(name))]));
    return [{ benchmark, id: task.id, inPool: scored.get(taskKey(task)), byConfiguration, outcomes: own }];
  });
  return {
    configurations: configurations.map(({ name }) => name),
    tasks: tasks.sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id)),
    caseFolded: caseFolded.length + folded,
  };
}

/** The tasks that only the results name. Spellings that differ in letter case are one task, unless one arm has both. */
function tasksBeyond(pool: readonly NamedTask[], outcomes: OutcomeList) {
  const index = new TaskIndex(pool, new Set(pool.map(({ benchmark }) => benchmark)));
  const unknown = filterOutcomes(outcomes, ({ taskId, benchmark }) => index.find(taskId, benchmark) === undefined);
  const alike = groupBy(unknown, ({ taskId, benchmark = '' }) => `${benchmark}/${taskId.toLowerCase()}`);
  let folded = 0;
  const tasks = [...alike.values()].flatMap((list): NamedTask[] => {
    const benchmark = list[0]?.benchmark ?? '';
    const spellings = [...new Set(list.map(({ taskId }) => taskId))].sort(compareText);
    const arms = groupBy(list, ({ configuration }) => configuration);
    const isSplit = [...arms.values()].some((arm) => new Set(arm.map(({ taskId }) => taskId)).size > 1);
    const [id = '', ...aliases] = spellings;
    if (isSplit) return spellings.map((each) => ({ benchmark, id: each, aliases: [] }));
    folded += aliases.length;
    return [{ benchmark, id, aliases }];
  });
  return { tasks, folded };
}
