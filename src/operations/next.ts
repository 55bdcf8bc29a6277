import { join } from 'node:path';
import {
  figureColumn,
  line,
  quietLine,
  type Section,
  tableOf,
  warningSection,
  wordColumn,
} from '../core/blocks/blocks.js';
import { exportSchema } from '../core/contracts/command-documents.js';
import { documentOf } from '../core/documents/forms.js';
import { refuseUnreadable } from '../core/estimate/requirements.js';
import { largest, smallest } from '../core/lists/lists.js';
import type { Evidence } from '../core/looks/look-evidence.js';
import type { RecordedLook } from '../core/looks/look-record.js';
import { nextSchema, verdictClaim, verdictWords } from '../core/looks/next-document.js';
import { questionWords, type TakenLook, takeLook, tasksUpTo } from '../core/looks/take-look.js';
import type { Manifest } from '../core/manifest/manifest.js';
import { namedTasks, poolTasks } from '../core/manifest/pool-tasks.js';
import type { RunResults } from '../core/model/outcome.js';
import { matchOutcomes, taskKey } from '../core/outcomes/match-outcomes.js';
import type { RunPart } from '../core/outcomes/task-index.js';
import { taskResult } from '../core/outcomes/task-result.js';
import { progressOf } from '../core/progress/progress-of.js';
import { countOf, dollars, formatCount, inPoints, percent, signed, visibleText } from '../core/text/words.js';
import { looksFileOf, readLooks, writeLooks } from '../disk/looks-file.js';
import { exportSummary } from '../exports/export-summary.js';
import type { NamedExport } from '../exports/make-exports.js';
import { runnerNamed } from '../exports/runners/runners.js';
import { withoutOthers } from '../sources/other-benchmarks.js';
import {
  commandOf,
  flagOption,
  type InputOf,
  operation,
  optionalList,
  textOption,
  withDetails,
} from './declare/operation.js';
import {
  exportOptions,
  exportSections,
  folderNames,
  prepareExport,
  targetOf,
  writeExports,
} from './inputs/exporting.js';
import { allowChangedPlan, currentManifest, inputsOf, selectionArgument, taskFoldersOf } from './inputs/manifests.js';
import { othersIn } from './inputs/measured-selection.js';
import { runPlanOptions } from './inputs/plan-pools.js';
import { readResults, resultOptions, resultPaths, systemsAt } from './inputs/results.js';

const input = {
  selection: selectionArgument,
  results: optionalList('results so far; leave out before any run', { path: 'read' }),
  require: textOption(
    'text',
    "a requirement, such as 'new >= 0.7' or 'new > baseline'; exits with 1 if it is not met, with 0 while it is open",
  ),
  baseline: textOption('name', 'the system to compare with', { default: 'the system of the first results' }),
  system: textOption('name', 'the system that the verdict is about', { default: 'the other one' }),
  now: flagOption('look at two systems now, before the tier is complete; the look counts like any other', {
    notForAgents: true,
  }),
  futility: flagOption('continue even if the comparison is unlikely to find a difference', {
    negated: true,
    notForAgents: true,
  }),
  errorsFail: flagOption('count errored runs as failed instead of waiting for a rerun', {
    notForAgents: true,
  }),
  looks: textOption('file', 'the record of looks', {
    default: 'looks.json beside the selection, winnow-looks/SUITE.json for a suite',
    path: 'write',
    notForAgents: true,
  }),
  ...resultOptions,
  ...withDetails(exportOptions, { group: 'Exporting', notForAgents: true }),
  ...withDetails({ to: exportOptions.to, out: exportOptions.out }, { group: 'Exporting' }),
  ...withDetails(runPlanOptions, { notForAgents: true }),
  allowChangedPlan,
};

type NextInput = InputOf<typeof input>;

interface Next {
  readonly manifest: Manifest;
  readonly taken: TakenLook;
  readonly file: string;
  readonly exports: readonly NextExport[];
  readonly costs: readonly NextCost[];
}

/** An export of the next tasks; `system` if not all systems have the same ones to run. */
interface NextExport extends NamedExport {
  readonly system: string | undefined;
  /** Whether some tasks lack more runs than it makes. */
  readonly isPart: boolean;
}

/** The expected cost of the next tasks for one system. */
interface NextCost {
  readonly system: string;
  readonly costUsd: number;
  readonly runs: number;
  readonly spentUsd: number | undefined;
}

/** Before any run. */
const nothing = { outcomes: [], files: [], faults: [], warnings: [] };

export const next = operation({
  name: 'next',
  group: 'Run',
  summary: 'Look at the results so far: stop, or export the next tasks',
  description:
    'For plans with "looks". Compares two systems, or a system with a threshold, after each tier of tasks, with an error\n' +
    'rate that holds over all looks together. Stops with a verdict, or lists the tasks of the next tier; with --to and\n' +
    '--out, it exports them for a runner. Looks are recorded in looks.json beside the selection; deleting it invalidates the\n' +
    'error rate. With --require, exit code 0 means that the requirement is met or still open, 1 that it is not met or undecided at\n' +
    'the end. For a CI gate that fails until the requirement is met, test that "verdict" in --json is "passed".',
  input,
  output: { next: () => nextSchema(exportSchema()) },
  writes: true,
  run: async (given, ports): Promise<Next> => {
    if (given.require !== undefined) refuseUnreadable(given.require);
    if (given.to !== undefined || given.out !== undefined) runnerNamed(targetOf(given).to);
    const paths = resultPaths(given.results, given) ?? [];
    const manifest = await currentManifest(given.selection, { ...given, looksAfterTiers: true }, ports);
    const file = await looksFileOf(given.selection, given.looks);
    const kept = readLooks(file, manifest);
    const tasks = namedTasks(manifest);
    const pool = [...tasks, ...poolTasks(manifest)];
    const about = { settings: manifest.methodology.results, tasks, pool, parts: lookParts(manifest) };
    const hasResults = paths.length > 0 || given.runs !== undefined;
    const read = hasResults ? await readResults(paths, given, about, ports) : nothing;
    const results = withoutOthers(read, othersIn(manifest, read, 'next').others);
    const { require, system, now, futility, errorsFail, repeats: repeat } = given;
    const baseline = given.baseline ?? (require === undefined ? firstGiven(results, paths, system) : undefined);
    const options = { require, baseline, system, now, futility, errorsFail, repeat };
    const look = await ports.working('looking', () => takeLook(manifest, results, kept.record, options));
    const taken = { ...look, warnings: withFullResults(look, manifest, results) };
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
      plan: manifest.metadata.plan.name,
      claim: verdictClaim(manifest, taken),
      question: question && {
        system: question.system,
        baseline: question.baseline ?? undefined,
        requirement: question.requirement ?? undefined,
      },
      verdict: taken.verdict,
      stop: isOver,
      message: verdictWords(taken),
      estimate: evidence?.estimate,
      tasks: evidence?.tasks,
      isNew: taken.isNew,
      selected: taken.selected,
      errorRate: record.metadata.error_rate,
      looks: looks.map((look) => ({ ...look, critical: look.critical ?? undefined })),
      runsSaved: taken.runsSaved,
      next: taken.next && {
        look: taken.next.look,
        tasks: taken.next.tasks.map(namedTask),
        systems: taken.next.systems.map(({ name: system, tasks }) => ({ system, tasks: tasks.map(namedTask) })),
        costs,
      },
      waiting: taken.waiting,
      record: file,
      export: shared && exportSummary(shared.made, out),
      exports: exports.flatMap(({ system, made, folder }) =>
        system === undefined ? [] : [{ system, export: exportSummary(made, join(out, folder)) }],
      ),
      warnings: taken.warnings,
    });
  },
  view: nextView,
  digest: nextView,
  next: ({ taken }, { selection, results = [] }) =>
    taken.isOver
      ? taken.warnings.some(({ code }) => code === fullResults) && results.length === 2
        ? commandOf('compare', selection, ...results)
        : undefined
      : `run ${whoRuns(taken.next)}, then ${commandOf('next', selection, 'ALL-RESULTS-SO-FAR')}`,
  exitCode: ({ taken: { question, verdict } }) =>
    question?.requirement != null && (verdict === 'failed' || verdict === 'undecided') ? 1 : 0,
  forAgents: true,
  examples: [
    { words: 'Before any run: export the first tasks', command: 'winnow next five-looks --to ids --out run' },
    { words: 'After each tier: a verdict, or the next tasks', command: 'winnow next five-looks runs/' },
    {
      words: 'In CI: exit with 1 once the requirement is not met, with 0 while it is open',
      command: "winnow next five-looks runs/ --require 'new > baseline'",
    },
  ],
});

/** The system of the first path, which is the baseline, as in "compare"; undefined if there is only one system. */
function firstGiven(results: RunResults, paths: readonly string[], system: string | undefined) {
  const [first, another] = new Set(
    systemsAt(results, paths)
      .flat()
      .filter((name) => name !== system),
  );
  return another === undefined && system === undefined ? undefined : first;
}

const fullResults = 'looks-full-results';

/** Adds a warning if both systems ran the whole pool, because looks use only the selected tasks. */
function withFullResults(
  { warnings, question }: TakenLook,
  manifest: Manifest,
  { outcomes }: RunResults,
): TakenLook['warnings'] {
  const selected = namedTasks(manifest);
  const every = new Map([...poolTasks(manifest), ...selected].map((task) => [taskKey(task), task]));
  if (question?.baseline == null || every.size === selected.length) return warnings;
  const pool = [...every.values()];
  const { configurations } = matchOutcomes(pool, pool, outcomes);
  const asked = configurations.filter(({ name }) => name === question.system || name === question.baseline);
  const isFull = ({ byTask }: (typeof asked)[number]) =>
    pool.every((task) => taskResult(byTask.get(taskKey(task))).rewards.length > 0);
  if (!asked.every(isFull)) return warnings;
  const message = `both systems have results on all ${formatCount(every.size)} tasks of the pool, and the planned looks use only ${formatCount(selected.length)} of them. "winnow compare" uses all.`;
  return [{ code: fullResults, message }, ...warnings.filter(({ code }) => code !== 'results-not-selected')];
}

/** The tasks up to each look: a run may have been limited to them. */
function lookParts(manifest: Manifest): readonly RunPart[] {
  const sizes = manifest.methodology.looks?.sizes ?? [];
  return sizes.map((size, i) => ({
    name: `the ${size} tasks up to look ${i + 1}`,
    tasks: new Set(tasksUpTo(manifest, i + 1).map(taskKey)),
    hint: size === manifest.tasks.length ? undefined : 'Give a report that lists every task that was run.',
    isClearIfListed: true,
  }));
}

function namedTask({ benchmark, id }: { readonly benchmark: string; readonly id: string }) {
  return { benchmark, taskId: id };
}

/** The lists of tasks to run: one for all systems, or one for each that has tasks to run. */
function listsOf({ tasks, systems }: NonNullable<TakenLook['next']>) {
  const lacking = systems.filter((each) => each.tasks.length > 0);
  return lacking.length === systems.length && lacking.every((each) => each.tasks.length === tasks.length)
    ? [
        {
          name: undefined,
          tasks,
          runs: [smallest(systems.map(({ runs }) => runs[0])), largest(systems.map(({ runs }) => runs[1]))] as const,
        },
      ]
    : lacking;
}

/** "these tasks with each system". */
function whoRuns(rest: TakenLook['next']): string {
  const [{ name } = { name: undefined }, ...more] = rest === undefined ? [] : listsOf(rest);
  if (more.length > 0) return 'the tasks of each system';
  return `these tasks with ${name === undefined ? 'each system' : visibleText(name, 60)}`;
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
  for (const [i, { name: system, tasks, runs }] of lists.entries()) {
    const folder = lists.length === 1 ? '' : (folders[i] ?? '');
    const part = { reason: `belong to look ${rest.look}`, configuration: system, results };
    const only = new Set(tasks.map(taskKey));
    const repeat = question === undefined ? {} : { repeat: runs[0] };
    const made = await prepareExport(manifest, flags, { places, only, part, ...repeat }, folder);
    exports.push({ system, folder, made, isPart: runs[0] < runs[1] });
  }
  return exports;
}

/** The expected cost of the next tasks for each system of the question; a system of unknown cost is left out. */
function nextCosts(
  manifest: Manifest,
  results: RunResults,
  { next: rest, question, runsPerTask: repeat }: TakenLook,
  exports: readonly NextExport[],
): readonly NextCost[] {
  if (rest === undefined || rest.tasks.length === 0) return [];
  const lists =
    exports.length === 0
      ? [{ system: undefined, tasks: rest.tasks }]
      : exports.map(({ system, made }) => ({ system, tasks: made.tasks.map(({ task }) => task) }));
  const isAsked = (name: string) => question === undefined || name === question.system || name === question.baseline;
  return lists.flatMap(({ system, tasks }) => {
    const { configurations } = progressOf(manifest, results, { repeat, among: new Set(tasks.map(taskKey)) });
    const own = configurations.filter(({ name }) => isAsked(name) && (system ?? name) === name);
    return own.flatMap(({ name, runsLeft, costUsd: cost }) =>
      cost === undefined || cost.unknownRuns > 0 || runsLeft === 0
        ? []
        : [{ system: name, costUsd: cost.expected, runs: runsLeft, spentUsd: cost.spent }],
    );
  });
}

const mostNames = 8;

/** The verdict for a person: whether to stop, the looks so far, and the tasks to run next. */
function nextView(
  { manifest, taken, file, exports, costs }: Next,
  { require, out = '' }: NextInput,
): readonly Section[] {
  const isPair = taken.question === undefined && require === undefined;
  const { question, isOver, looks, next: rest, runsSaved, evidence, warnings } = taken;
  const about = question === undefined ? '' : `, ${visibleText(questionWords(question), 120)}`;
  const shown = evidence === undefined ? [] : [line(estimateWords(taken, evidence))];
  const saved = runsSaved === 0 ? [] : [line(`${countOf(runsSaved, 'run')} saved.`)];
  return [
    {
      blocks: [
        line([
          { strong: visibleText(manifest.metadata.plan.name) },
          `: ${countedLooks(looks, manifest.methodology.looks?.sizes.length ?? 0)}${about}`,
        ]),
      ],
    },
    {
      blocks: [
        line([{ strong: isOver ? 'Stop.' : 'Continue.', tone: 'accent' }, ` ${visibleText(verdictWords(taken), 600)}`]),
        ...shown,
        ...saved,
        ...(require !== undefined && !isOver
          ? [line('The requirement is not decided yet, so the exit code is 0.')]
          : []),
        ...taken.waiting.map((each) => waitingLine(each, taken.runsPerTask)),
      ],
    },
    ...(looks.length === 0 ? [] : [{ title: 'Looks', blocks: [looksTable(looks)] }]),
    ...(rest === undefined || exports.length > 0 ? [] : nextSections(rest)),
    ...exports.flatMap(({ system, made, folder, isPart }) => [
      ...(system === undefined ? [] : [{ title: `Tasks for ${visibleText(system, 60)}`, blocks: [] }]),
      ...exportSections(made, folder === '' ? out : join(out, folder)),
      ...(isPart ? [{ blocks: [line('Some tasks lack more runs: export them with the next "winnow next".')] }] : []),
    ]),
    ...(costs.length === 0
      ? []
      : [{ title: 'Cost of the next tasks', blocks: costs.map((each) => costLine(each, isPair)) }]),
    ...warningSection(warnings),
    {
      blocks: [
        quietLine(verdictClaim(manifest, taken)),
        ...(looks.length === 0
          ? []
          : [quietLine(`The looks are recorded in ${visibleText(file)}; keep it with the selection.`)]),
      ],
    },
  ];
}

function estimateWords(
  { question, verdict, isOver, looks, selected }: TakenLook,
  { estimate, tasks }: Evidence,
): string {
  const isEarly = (looks.at(-1)?.tasks ?? 0) < selected;
  const isDecided = verdict !== 'no-difference' && verdict !== 'undecided';
  const early = isOver && isEarly && isDecided ? ' Estimates at an early stop are too large on average.' : '';
  const so = isEarly ? ' so far' : '';
  if (question?.baseline == null) return `Level${so}: ${inPoints(estimate)}%.${early}`;
  const [system, baseline] = [visibleText(question.system, 60), visibleText(question.baseline, 60)];
  const counts = tasks === undefined ? '' : `, better on ${countOf(tasks.better, 'task')} and worse on ${tasks.worse}`;
  return `Difference${so}: ${system} minus ${baseline} is ${signed(100 * estimate, 1)} points${counts}.${early}`;
}

/** "2 of 4 planned looks made, and 1 unplanned". */
function countedLooks(looks: readonly RecordedLook[], planned: number): string {
  const unplanned = looks.filter((look) => !look.planned).length;
  return `${looks.length - unplanned} of ${countOf(planned, 'planned look')} made${unplanned === 0 ? '' : `, and ${unplanned} unplanned`}`;
}

function waitingLine({ system, absent, errored, of }: TakenLook['waiting'][number], runs = 1) {
  const has = runs > 1 ? `fewer than ${runs} runs` : 'no result';
  const lacks = [
    ...(absent === 0
      ? []
      : [`${absent} of the ${countOf(of, 'task')} of the next look ${absent === 1 ? 'has' : 'have'} ${has}`]),
    ...(errored === 0
      ? []
      : [`${errored} ended with an error (run ${errored === 1 ? 'it' : 'them'} again, or use --errors-fail)`]),
  ];
  return line(`Waiting for ${visibleText(system, 60)}: ${lacks.join(', and ')}.`);
}

/** The cost for one system, and before any run that of the two systems of a comparison. */
function costLine({ system, costUsd, runs, spentUsd }: NextCost, isPair: boolean) {
  const both = isPair ? `; about ${dollars(2 * costUsd)} for ${countOf(2 * runs, 'run')} of two systems` : '';
  const so = spentUsd === undefined || spentUsd === 0 ? '' : `; ${dollars(spentUsd)} so far`;
  return line(`${visibleText(system, 60)}: about ${dollars(costUsd)} for ${countOf(runs, 'run')}${both}${so}`);
}

function looksTable(looks: readonly RecordedLook[]) {
  const columns = [
    figureColumn('look'),
    figureColumn('tasks'),
    figureColumn('z'),
    figureColumn('boundary'),
    figureColumn('error spent'),
    wordColumn('verdict'),
  ];
  return tableOf(
    'Looks',
    columns,
    looks.map(({ tasks, z, critical, spent, verdict, planned }, at) => [
      String(at + 1),
      String(tasks),
      signed(z, 2),
      critical === null ? 'none yet' : critical.toFixed(2),
      percent(Number(spent.toPrecision(2))),
      `${verdict}${planned ? '' : ' (not planned)'}`,
    ]),
  );
}

function nextSections(rest: NonNullable<TakenLook['next']>): readonly Section[] {
  return listsOf(rest).map(({ name, tasks }) => {
    const names = tasks.slice(0, mostNames).map(({ id }) => visibleText(id, 80));
    const more = tasks.length > mostNames ? ` and ${tasks.length - mostNames} more` : '';
    const who = name === undefined ? '' : ` with ${visibleText(name, 60)}`;
    return {
      title: `Tasks to run${who} before planned look ${rest.look} (${tasks.length})`,
      blocks: [
        line(`${names.join(' ')}${more}`),
        quietLine('Export them with --to RUNNER --out DIR; --json lists all.'),
      ],
    };
  });
}
