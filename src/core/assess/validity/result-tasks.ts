import { groupBy } from '../../lists/lists.js';
import { ResultsError, WinnowError } from '../../model/errors.js';
import type { OutcomeList, RunResults } from '../../model/outcome.js';
import type { Selection } from '../../model/selection.js';
import { matchOutcomes, taskKey } from '../../outcomes/match-outcomes.js';
import { type NamedTask, TaskIndex } from '../../outcomes/task-index.js';
import { filterOutcomes, namedBaseline, taskResult, usualRuns } from '../../outcomes/task-result.js';
import { compareText, countOf } from '../../text/words.js';
import type { Validity } from './validity.js';

/** A task with results, in the pool or not. Its benchmark comes from the results, or else from the pool. */
export type ResultTask = ReturnType<typeof resultTasks>['tasks'][number];

/** Groups results by task, in the pool or not. Throws ResultsError if results contradict each other. */
export function resultTasks({ benchmarks }: Selection, { outcomes }: RunResults) {
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

/** Tasks found only in the results. Ids that differ only in case are one task, unless a system has results for both. */
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

/** The score column that published manifests and tables use. */
const publishedColumn = 'mcp_benefit_score';

/** The `--score` value that means the plan's scores. */
const ofPool = 'pool';

/** The requested column or field, or else the published column, or else the plan's score. Throws WinnowError. */
export function scoreSource(
  { plan }: Selection,
  tasks: readonly ResultTask[],
  wanted: string | undefined,
): Validity['score'] {
  const columns = numericColumns(tasks);
  const isMissing = wanted !== undefined && !columns.includes(wanted);
  if (isMissing && plan.fields.get(wanted)?.kind === 'number') return { from: 'field', name: wanted };
  if (isMissing && wanted !== ofPool) {
    const hint = `Columns with numbers: ${columns.join(', ') || 'none'}. For the plan's scores, use --score ${ofPool}.`;
    const message = `the results have no column "${wanted}" with numbers.`;
    throw new WinnowError([{ code: 'assess/score-column', message, hint }]);
  }
  const column = wanted ?? (columns.includes(publishedColumn) ? publishedColumn : ofPool);
  return column === ofPool ? { from: 'pool', name: plan.score.name } : { from: 'results', name: column };
}

/** Undefined if the task has no score, or if rows of the results disagree. */
export function scoreOf(source: Validity['score'], task: ResultTask): number | undefined {
  if (source.from === 'pool') return task.inPool?.score;
  if (source.from === 'field') return numberIn(task.inPool?.fields[source.name]);
  const [value, ...others] = scoresIn(source, task);
  return others.length === 0 ? value : undefined;
}

export function hasSeveralScores(source: Validity['score'], task: ResultTask): boolean {
  return source.from === 'results' && scoresIn(source, task).size > 1;
}

function scoresIn({ name }: Validity['score'], { outcomes }: ResultTask): ReadonlySet<number> {
  return new Set(outcomes.flatMap(({ fields }) => numberIn(fields?.[name]) ?? []));
}

function numericColumns(tasks: readonly ResultTask[]): readonly string[] {
  const fields = tasks.flatMap(({ outcomes }) => outcomes.flatMap((outcome) => Object.entries(outcome.fields ?? {})));
  const numeric = fields.filter(([, value]) => numberIn(value) !== undefined).map(([name]) => name);
  return [...new Set(numeric)].sort(compareText);
}

function numberIn(value: string | number | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** @throws WinnowError if the results lack the named baseline. */
export function chooseBaseline(configurations: readonly string[], wanted: string | undefined) {
  if (wanted !== undefined && !configurations.includes(wanted)) {
    const message = `the results have no system "${wanted}".`;
    throw new WinnowError([
      { code: 'assess/baseline', message, hint: `Systems in the results: ${configurations.join(', ')}.` },
    ]);
  }
  const without = (note: string) => ({ baseline: undefined, note });
  const [first, second, ...others] = configurations;
  const needsTwo = 'Not assessed: needs a baseline and a treatment, but the results contain';
  if (first === undefined) return without(`${needsTwo} no systems.`);
  if (second === undefined) return without(`${needsTwo} only ${first}.`);
  const named = wanted ?? namedBaseline(configurations);
  if (named !== undefined) return { baseline: named, note: undefined };
  if (others.length > 0)
    return without(
      `Not assessed: none of the ${countOf(configurations.length, 'system')} is called "baseline". Choose one with --baseline: ${configurations.join(', ')}.`,
    );
  const note = `No system is called "baseline", so Winnow uses ${first} (first by name) as the baseline. To use the other one, add --baseline.`;
  return { baseline: first, note };
}
