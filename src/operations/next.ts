import { join, resolve } from 'node:path';
import { exportSchema } from '../core/contracts/command-documents.js';
import { documentOf } from '../core/documents/forms.js';
import { signedUnit } from '../core/estimate/estimate-words.js';
import { readEarly } from '../core/estimate/requirements.js';
import { tasksUpTo } from '../core/looks/look-arms.js';
import { questionWords } from '../core/looks/look-question.js';
import { nextSchema, verdictClaim, verdictWords } from '../core/looks/next-document.js';
import { type TakenLook, takeLook } from '../core/looks/take-look.js';
import { type Manifest, namedTasks, poolTasks } from '../core/manifest/manifest.js';
import type { Warning } from '../core/model/errors.js';
import type { RunResults } from '../core/model/outcome.js';
import { matchOutcomes, taskKey } from '../core/outcomes/match-outcomes.js';
import type { RunPart } from '../core/outcomes/task-index.js';
import { baselineNameWords, namedBaseline, taskResult } from '../core/outcomes/task-result.js';
import { progressOf } from '../core/progress/progress-of.js';
import { mean, meanDifference } from '../core/statistics/summary.js';
import { formatCount, namesOf, visibleText } from '../core/text/words.js';
import { embeddedPlans } from '../disk/load-plan.js';
import { askedQuestionsAt, looksFileOf, readLooks, writeLooks } from '../disk/looks-file.js';
import { exportSummary } from '../exports/export-summary.js';
import { runnerNamed } from '../exports/runners/runners.js';
import { withoutOthers } from '../sources/other-benchmarks.js';
import {
  commandOf,
  flagDetails,
  givenWords,
  type InputOf,
  operation,
  option,
  rare,
  UsageError,
  withDetails,
} from './declare/operation.js';
import { exportOptions, folderNames, prepareExport, targetOf, writeExports } from './inputs/exporting.js';
import { allowChangedPlan, currentManifest, inputsOf, selectionArgument, taskFoldersOf } from './inputs/manifests.js';
import { measuredOptions, othersIn } from './inputs/measured-selection.js';
import { runPlanOptions } from './inputs/plan-pools.js';
import { firstGiven, noResults, readResults, resultOptions, resultPaths } from './inputs/results.js';
import { listsOf, type Next, type NextCost, type NextExport, nextView, whoRuns } from './next-view.js';

const input = {
  selection: selectionArgument,
  results: option.optionalList('results so far; omit before the first run', { path: 'read' }),
  require: option.text(
    'text',
    "a requirement, such as 'new >= 0.7' or 'new > baseline'; the exit code is 1 if it is not met, and 0 while it is open",
  ),
  strict: rare.flag('with --require: the exit code is 1 until the requirement is met'),
  baseline: option.text('name', 'the system to compare with', {
    default: `the recorded one; before the first look, the system from the first path, or ${baselineNameWords}`,
  }),
  system: option.text('name', 'the system that the verdict is about', { default: 'the other one' }),
  now: rare.flag('compare two systems now, before the tier is complete; this counts as a look'),
  futility: rare.flag('continue even if the comparison is unlikely to find a difference', { negated: true }),
  errorsFail: rare.flag('count errored runs as failed instead of waiting for a rerun'),
  looks: rare.text('file', 'the record of looks', {
    default: 'looks.json beside the selection, or winnow-looks/SUITE.json for a suite',
    path: 'write',
  }),
  ...resultOptions,
  ...withDetails(exportOptions, { group: 'Exporting', notForAgents: true }),
  ...withDetails({ to: exportOptions.to, out: exportOptions.out }, { group: 'Exporting' }),
  repeats: option.of(exportOptions.repeats, 'the number of runs per task to wait for and export', {
    ...flagDetails(exportOptions.repeats),
    default: 'as many as most tasks have',
  }),
  ...withDetails(runPlanOptions, { notForAgents: true }),
  allowChangedPlan,
};

type NextInput = InputOf<typeof input>;

/** The options that don't define the question, the results or the record, so that the next look doesn't repeat them. */
const once = ['now', ...Object.keys(exportOptions).filter((key) => key !== 'repeats')];

export const next = operation({
  name: 'next',
  group: 'Run',
  summary: 'Look at the results so far, then stop or export the next tasks',
  description:
    'For plans with "looks". Compares two systems, or one system with a threshold, after each tier of tasks, and controls the\n' +
    'error rate over all looks. Stops with a verdict, or lists the tasks in the next tier; --to and --out\n' +
    'export them for a runner. Looks are recorded in looks.json beside the selection. If you delete this file, the error\n' +
    'rate no longer holds. With --require, the exit code is 0 if the requirement is met or still open, and 1 if it is not met,\n' +
    'or undecided at the end. With --strict, it is 1 until the requirement is met.',
  input,
  output: { next: () => nextSchema(exportSchema()) },
  writes: true,
  run: async (given, ports): Promise<Next> => {
    if (given.require !== undefined) readEarly(given.require);
    else if (given.strict === true) throw new UsageError('--strict needs --require');
    if (given.to !== undefined || given.out !== undefined) runnerNamed(targetOf(given).to);
    const paths = resultPaths(given.results, given) ?? [];
    const manifest = await currentManifest(given.selection, { ...given, looksAfterTiers: true }, ports);
    const file = await looksFileOf(given.selection, given.looks);
    const kept = readLooks(file, manifest);
    const tasks = namedTasks(manifest);
    const pool = [...tasks, ...poolTasks(manifest)];
    const about = { settings: manifest.methodology.results, tasks, pool, parts: () => lookParts(manifest) };
    const hasResults = paths.length > 0 || given.runs !== undefined;
    const read = hasResults ? await readResults(paths, given, about, ports) : noResults;
    const results = withoutOthers(read, othersIn(manifest, read, 'next').others);
    const { require, system, now, futility, errorsFail, repeats: repeat } = given;
    const baseline = given.baseline ?? (require === undefined ? firstGiven(results, paths, system) : undefined);
    const options = { require, baseline, system, now, futility, errorsFail, repeat };
    const look = await ports.working('looking', () => takeLook(manifest, results, kept.record, options));
    const elsewhere = await otherRecord(given.selection, file, kept.record.metadata.error_rate);
    const taken = { ...look, warnings: [...withFullResults(look, manifest, results), ...elsewhere] };
    // Prepared whatever the verdict is: if the export failed only on "continue", the error would reveal an unrecorded look.
    const inputs = [...(await inputsOf(given.selection, given)), ...paths];
    const prepared = await exportsOf(manifest, taken, paths, given);
    writeExports(prepared, given, inputs, true);
    if (taken.isNew) writeLooks(kept, taken.record);
    const exports = taken.isOver ? [] : prepared;
    writeExports(exports, given, inputs);
    return { manifest, taken, file, exports, costs: nextCosts(manifest, results, taken, exports) };
  },
  document: ({ manifest, taken, file, exports, costs }, { out = '' }) => {
    const shared = exports.find((each) => each.system === undefined);
    const { question, looks, isOver, evidence, record } = taken;
    return documentOf(nextSchema(exportSchema()), {
      ...taken,
      plan: manifest.metadata.plan.name,
      claim: verdictClaim(manifest, taken),
      question: question && {
        system: question.system,
        baseline: question.baseline ?? undefined,
        requirement: question.requirement ?? undefined,
      },
      stop: isOver,
      message: verdictWords(taken),
      estimate: evidence?.estimate,
      tasks: evidence?.tasks,
      errorRate: record.metadata.error_rate,
      looks: looks.map((look) => ({ ...look, critical: look.critical ?? undefined })),
      next: taken.next && {
        look: taken.next.look,
        tasks: taken.next.tasks.map(namedTask),
        systems: taken.next.systems.map(({ name: system, tasks }) => ({ system, tasks: tasks.map(namedTask) })),
        costs,
      },
      record: file,
      export: shared && exportSummary(shared.made, out),
      exports: exports.flatMap(({ system, made, folder }) =>
        system === undefined ? [] : [{ system, export: exportSummary(made, join(out, folder)) }],
      ),
    });
  },
  view: nextView,
  next: ({ taken }, given) => {
    const { selection, results = [] } = given;
    if (!taken.isOver) {
      const asked = givenWords(input, { ...given, ...askedSystems(taken, given) }, once);
      const command = commandOf('next', selection, 'ALL-RESULTS-SO-FAR', ...asked);
      const { configuration, baseline } = (given.require === undefined ? undefined : readEarly(given.require)) ?? {};
      return `run ${whoRuns(taken.next, baseline === undefined ? configuration : undefined)}, then ${command}`;
    }
    // For a suite, compare uses every task that both systems ran.
    const isFull = embeddedPlans().includes(selection) && taken.warnings.some(({ code }) => code === fullResults);
    const { baseline, system = '' } = taken.question ?? {};
    const read = givenWords({ ...measuredOptions, repeats: input.repeats }, given);
    return isFull && baseline != null && results.length > 0
      ? commandOf('compare', selection, baseline, system, '--results', ...results, ...read)
      : undefined;
  },
  exitCode: ({ taken: { question, verdict } }, { strict = false }) =>
    strict ? (verdict === 'passed' ? 0 : 1) : question?.requirement != null && isUnmet(verdict) ? 1 : 0,
  forAgents: true,
  examples: [
    { words: 'Before any run: export the first tasks', command: 'winnow next five-looks --to ids --out run' },
    { words: 'After each tier: get a verdict or the next tasks', command: 'winnow next five-looks runs/' },
    {
      words: 'In CI: pass while the requirement is open, and fail if it is not met',
      command: "winnow next five-looks runs/ --require 'new > baseline'",
    },
  ],
});

/** The systems to repeat in the next command: those of the recorded question, and a baseline that nothing else names. */
function askedSystems({ question, looks }: TakenLook, given: NextInput): Pick<NextInput, 'baseline' | 'system'> {
  if (question?.baseline == null || given.require !== undefined) return {};
  const { baseline, system } = question;
  const isClear = looks.length > 0 || given.system !== undefined || namedBaseline([baseline, system]) !== undefined;
  return {
    baseline: given.baseline === undefined && isClear ? undefined : baseline,
    system: given.system === undefined ? undefined : system,
  };
}

function isUnmet(verdict: TakenLook['verdict']): boolean {
  return verdict === 'failed' || verdict === 'undecided';
}

/** Warns if the usual record has looks at this selection, but another record is used. */
async function otherRecord(selection: string, file: string, rate: number): Promise<readonly Warning[]> {
  const usual = await looksFileOf(selection, undefined).catch(() => undefined);
  if (usual === undefined || resolve(usual) === resolve(file)) return [];
  const questions = await askedQuestionsAt(selection);
  if (questions.length === 0) return [];
  const message = `${visibleText(usual)} records looks at this selection that ${visibleText(file)} doesn't include: ${namesOf(questions.map(questionWords))}. Each record has an error rate of ${100 * rate}%, so their combined error rate is higher.`;
  return [{ code: 'looks-other-record', message }];
}

const fullResults = 'looks-full-results';

/** Adds a warning if both systems ran the whole pool, because looks use only the selected tasks. */
function withFullResults({ warnings, question }: TakenLook, manifest: Manifest, { outcomes }: RunResults) {
  const selected = namedTasks(manifest);
  const every = new Map([...poolTasks(manifest), ...selected].map((task) => [taskKey(task), task]));
  if (question?.baseline == null || every.size === selected.length) return warnings;
  const pool = [...every.values()];
  const { configurations } = matchOutcomes(pool, pool, outcomes);
  const rewardsOf = (name: string, task: (typeof pool)[number]) =>
    taskResult(configurations.find((each) => each.name === name)?.byTask.get(taskKey(task))).rewards;
  const { system, baseline } = question;
  const pairs = pool.map((task) => [rewardsOf(baseline, task), rewardsOf(system, task)] as const);
  if (pairs.some((arms) => arms.some(({ length }) => length === 0))) return warnings;
  const by = signedUnit(mean(pairs.map(([first, second]) => meanDifference(first, second))));
  const message = `both systems have results on all ${formatCount(every.size)} tasks in the pool, where ${system} minus ${baseline} is ${by}. The planned looks use only the ${formatCount(selected.length)} selected tasks.`;
  return [{ code: fullResults, message }, ...warnings.filter(({ code }) => code !== 'results-not-selected')];
}

/** The tasks up to each look: a run may have been limited to them. */
function lookParts(manifest: Manifest): readonly RunPart[] {
  const sizes = manifest.methodology.looks?.sizes ?? [];
  return sizes.map((size, i) => ({
    name: `the ${size} tasks up to look ${i + 1}`,
    tasks: new Set(tasksUpTo(manifest, i + 1).map(taskKey)),
    hint: size === manifest.tasks.length ? undefined : 'Give a report that lists every task that was run.',
  }));
}

function namedTask({ benchmark, id }: { readonly benchmark: string; readonly id: string }) {
  return { benchmark, taskId: id };
}

/** The exports of the tasks that would be next, also if the look that was just made is the last. */
async function exportsOf(
  manifest: Manifest,
  { open, isNew, isOver, question }: TakenLook,
  results: readonly string[],
  flags: NextInput,
): Promise<readonly NextExport[]> {
  const rest = isOver && !isNew ? undefined : open;
  if (rest === undefined || flags.to === undefined) return [];
  const places = await taskFoldersOf(flags.selection, manifest, flags);
  const lists = listsOf(rest);
  const folders = folderNames(lists.map(({ name = '' }) => name));
  const exports: NextExport[] = [];
  for (const [i, { name: system, tasks, runs, made }] of lists.entries()) {
    const folder = lists.length === 1 ? '' : (folders[i] ?? '');
    const part = { reason: `belong to look ${rest.look}`, configuration: system, results, runsBefore: made };
    const only = new Set(tasks.map(taskKey));
    const repeat = question === undefined ? {} : { repeat: runs[0] };
    const prepared = await prepareExport(manifest, flags, { places, only, part, ...repeat }, folder);
    exports.push({ system, folder, made: prepared, isPart: runs[0] < runs[1] });
  }
  return exports;
}

/** The expected cost of the next tasks for each system of the question; a system of unknown cost is left out. */
function nextCosts(
  manifest: Manifest,
  results: RunResults,
  { next: rest, question, runsPerTask: repeat = 1 }: TakenLook,
  exports: readonly NextExport[],
): readonly NextCost[] {
  if (rest === undefined || rest.tasks.length === 0) return [];
  const lists =
    exports.length === 0
      ? [{ system: undefined, tasks: rest.tasks }]
      : exports.map(({ system, made }) => ({ system, tasks: made.tasks.map(({ task }) => task) }));
  const isAsked = (name: string) => question === undefined || name === question.system || name === question.baseline;
  return lists.flatMap(({ system, tasks }) => {
    const listed = new Set(tasks.map(taskKey));
    const needOf = (name: string, key: string) => {
      const needs = rest.systems.find((each) => each.name === name)?.needs;
      return listed.has(key) ? ((needs === undefined ? repeat : needs.get(key)) ?? 0) : 0;
    };
    const { configurations } = progressOf(manifest, results, { repeat, needOf });
    const own = configurations.filter(({ name }) => isAsked(name) && (system ?? name) === name);
    return own.flatMap(({ name, runsLeft, costUsd: cost }) =>
      cost === undefined || cost.unknownRuns > 0 || runsLeft === 0
        ? []
        : [{ system: name, costUsd: cost.expected, runs: runsLeft, spentUsd: cost.spent }],
    );
  });
}
