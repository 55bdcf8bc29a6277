import { join } from 'node:path';
import * as z from 'zod/mini';
import { line, quietLine, type Section, tableOf, warningSection, wordColumn } from '../core/blocks/blocks.js';
import { exportSchema } from '../core/contracts/command-documents.js';
import { documentOf } from '../core/documents/forms.js';
import { largest, smallest, sumOf } from '../core/lists/lists.js';
import { countedErrors, keyOf } from '../core/looks/look-arms.js';
import { verdictWords } from '../core/looks/next-document.js';
import { type Manifest, namedTasks, poolTasks } from '../core/manifest/manifest.js';
import { type Warning, WinnowError } from '../core/model/errors.js';
import type { RunResults } from '../core/model/outcome.js';
import { matchOutcomes } from '../core/outcomes/match-outcomes.js';
import { namedBaseline } from '../core/outcomes/task-result.js';
import { progressOf } from '../core/progress/progress-of.js';
import {
  affordableTasks,
  type BudgetFit,
  type ConfigurationProgress,
  type Forecast,
  type RunProgress,
  statusSchema,
} from '../core/progress/run-progress.js';
import { countOf, dollars, formatCount, percent, visibleText } from '../core/text/words.js';
import { askedQuestionsAt } from '../disk/looks-file.js';
import { exportSummary } from '../exports/export-summary.js';
import type { Export } from '../exports/make-export.js';
import { commandOf, givenWords, type InputOf, operation, option, rare, withDetails } from './declare/operation.js';
import { firstOf, section, sectionsOf, under } from './declare/sections.js';
import { exportOptions, exportSections, folderNames, prepareExport, writeExports } from './inputs/exporting.js';
import { currentManifest, inputsOf, selectionArgument, taskFoldersOf } from './inputs/manifests.js';
import {
  type Measured,
  measuredOptions,
  measuredSelection,
  tierOption,
  usedResults,
} from './inputs/measured-selection.js';
import { firstGiven, noResults, readResults, resultPaths } from './inputs/results.js';

const input = {
  selection: selectionArgument,
  results: option.optionalList(
    'files or folders with results: tables, SWE-bench, Harbor …; omit before the first run',
    {
      path: 'read',
    },
  ),
  tier: tierOption,
  configuration: option.text('name', 'show only this system'),
  costPerRun: rare.number('usd', 'the cost of a run, if the results don’t give it'),
  secondsPerRun: rare.number('n', 'the duration of a run, if the results don’t give it'),
  budget: rare.of(z.optional(z.number()), "show how many of the remaining tasks a budget such as '$300' covers", {
    value: 'amount',
    fromText: dollarsFrom,
  }),
  level: rare.number('number', 'the confidence level of the intervals', { default: '0.9' }),
  missing: option.flag('export the remaining tasks, one folder per system (with --budget, only the tasks it covers)'),
  ...measuredOptions,
  ...withDetails(exportOptions, { group: 'Exporting', notForAgents: true }),
  ...withDetails({ to: exportOptions.to, out: exportOptions.out }, { group: 'Exporting' }),
  ...withDetails(
    { repeats: exportOptions.repeats },
    { group: 'Exporting', notForAgents: true, default: 'from the pilot, or else from the results' },
  ),
};

type StatusInput = InputOf<typeof input>;

/** The export of a system's remaining tasks, or the reason for none. */
interface Rest {
  readonly configuration: string;
  /** Within --out; empty for a single system. */
  readonly folder: string;
  readonly made?: Export;
  readonly note?: string;
}

interface Status {
  readonly progress: RunProgress;
  /** Whether planned looks are still to come. */
  readonly isLooking: boolean;
  /** The questions that planned looks have decided, which need no more runs. */
  readonly decided: readonly DecidedQuestion[];
  /** The options of "winnow next" for the recorded question about these systems, or for the first one. */
  readonly questionWords: readonly string[];
  /** One for each system with remaining tasks; undefined without --missing. */
  readonly rests: readonly Rest[] | undefined;
  /** The tier that the results cover, if the figures are for it. */
  readonly taken: Measured<unknown>['taken'];
}

export const status = operation({
  name: 'status',
  group: 'Run',
  summary: 'Show which tasks have been run, and the cost of the rest',
  description:
    'Counts the tasks that are done, errored, missing or short of runs in each system, and forecasts the cost and\n' +
    'duration of the remaining runs. With --missing, it exports the remaining tasks and accepts all "export" options.',
  input,
  output: { status: () => statusSchema(exportSchema()) },
  writes: true,
  run: async (given, ports): Promise<Status> => {
    if (given.missing !== true && (given.to !== undefined || given.out !== undefined)) {
      const message = '--to and --out need --missing, which exports the remaining tasks.';
      throw new WinnowError([{ code: 'usage', message, hint: 'Add --missing, or remove --to and --out.' }]);
    }
    const results = resultPaths(given.results, given) ?? [];
    const isBefore = results.length === 0 && given.runs === undefined;
    const { manifest, read, notes, others, taken } = await measuredSelection(
      {
        selection: given.selection,
        flags: given,
        read: async (about) =>
          isBefore ? noResults : readResults(results, given, { ...about, countsOnly: true }, ports),
        resultsOf: (each) => each,
        command: 'status',
      },
      ports,
    );
    const hasLooks = manifest.methodology.looks !== undefined;
    const names = new Set([...read.outcomes].map(({ configuration }) => configuration));
    const asked = (await askedQuestionsAt(given.selection)).filter(
      ({ system, baseline }) => isBefore || names.has(system) || names.has(baseline ?? system),
    );
    const decided = asked.filter(({ verdict }) => verdict !== 'continue');
    const open = asked.find(({ verdict }) => verdict === 'continue');
    const isLooking = open !== undefined || (hasLooks && decided.length === 0);
    const isGuess = asked.length === 0 && names.size === 2 && namedBaseline([...names]) === undefined;
    const needsBaseline = isGuess && firstGiven(read, results) === undefined;
    // The looks were planned for the whole selection, whichever part of it the results cover.
    const schedule = { ...given, tier: undefined, looksAfterTiers: true };
    const planned = decided.length === 0 ? manifest : await currentManifest(given.selection, schedule, ports);
    const outcomes = usedResults(read, {
      others,
      notes: [
        ...tierNotes(taken),
        ...notes,
        ...(hasLooks && isLooking ? [looksNote] : []),
        ...decided.map((each) => decidedNote(each, planned)),
      ],
    });
    const progress = progressOf(manifest, outcomes, {
      repeat: given.repeats,
      configuration: given.configuration,
      costPerRunUsd: given.costPerRun,
      durationPerRunMs: given.secondsPerRun === undefined ? undefined : 1000 * given.secondsPerRun,
      budgetUsd: given.budget,
      level: given.level,
      counted: hasLooks || asked.length > 0 ? countedTasks(asked) : undefined,
    });
    return {
      progress,
      taken,
      isLooking,
      decided,
      questionWords: needsBaseline ? ['--baseline', 'NAME'] : questionOptions(open, manifest, outcomes),
      rests: given.missing === true ? await exportRests(manifest, progress, results, given) : undefined,
    };
  },
  document: ({ progress, rests = [] }, { out = '' }) => {
    const exports = rests.flatMap(({ configuration, folder, made }) =>
      made === undefined ? [] : [{ configuration, export: exportSummary(made, join(out, folder)) }],
    );
    return documentOf(statusSchema(exportSchema()), {
      ...progress,
      export: rests.length === 1 ? exports[0]?.export : undefined,
      exports: rests.length === 1 ? [] : exports,
    });
  },
  view: (counted, { out = '' }) =>
    sectionsOf(
      progressSections(counted.progress, counted.decided),
      counted.rests !== undefined && restSections(counted, out),
    ),
  next: ({ progress: { configurations }, rests, isLooking, decided, questionWords }, given) => {
    const { selection, results = [] } = given;
    if (configurations.length === 0 || rests !== undefined) return undefined;
    const left = configurations.filter(({ runsLeft }) => runsLeft > 0);
    const { tier, repeats } = input;
    const read = { ...measuredOptions, repeats };
    const target = ['--to', 'RUNNER', '--out', 'rest'];
    if (isLooking)
      return commandOf('next', selection, ...results, ...givenWords(read, given), ...questionWords, ...target);
    // After a verdict, nothing is left to do.
    if ((left.length > 0 ? left : configurations).every(({ name }) => isDecided(name, decided))) return undefined;
    return left.length === 0
      ? commandOf('estimate', selection, ...results, ...givenWords({ tier, ...read }, given))
      : commandOf('status', selection, ...results, ...givenWords(input, given), '--missing', ...target);
  },
  forAgents: true,
  examples: [
    { words: 'Before any run: show the expected cost', command: 'winnow status selection --cost-per-run 0.4' },
    { words: 'List missing runs', command: 'winnow status selection results/' },
  ],
});

/** The tasks that looks have counted, by system. */
function countedTasks(questions: readonly DecidedQuestion[]): ReadonlyMap<string, ReadonlySet<string>> {
  const counted = new Map<string, Set<string>>();
  for (const { system, baseline, looks } of questions)
    for (const name of [system, baseline ?? system])
      counted.set(name, new Set([...(counted.get(name) ?? []), ...looks.flatMap(({ added }) => added.map(keyOf))]));
  return counted;
}

function isDecided(name: string, decided: readonly DecidedQuestion[]): boolean {
  return decided.some(({ system, baseline }) => name === system || name === baseline);
}

/** The options that ask a recorded question again, with the same reading of errored runs. */
function questionOptions(
  question: DecidedQuestion | undefined,
  manifest: Manifest,
  { outcomes }: RunResults,
): readonly string[] {
  if (question === undefined) return [];
  const { system, baseline, requirement } = question;
  const { configurations } = matchOutcomes(namedTasks(manifest), poolTasks(manifest), outcomes);
  const about = baseline === null ? system : `${system} - ${baseline}`;
  const pair = baseline === null || configurations.length <= 2 ? [] : ['--baseline', baseline, '--system', system];
  return [
    ...(requirement === null ? pair : ['--require', `${about} ${requirement.relation} ${requirement.limit}`]),
    ...(countedErrors(question, configurations) ? ['--errors-fail'] : []),
  ];
}

const looksNote: Warning = {
  code: 'looks-planned',
  message:
    'the selection has planned looks, but this command counts all of its tasks. To export only the tasks for the next look, use "winnow next".',
};

function decidedNote(question: DecidedQuestion, { tasks }: Manifest): Warning {
  const state = { isOver: true, chanceLeft: undefined, isTooCoarse: false, selected: tasks.length };
  const words = verdictWords({ ...question, question, ...state });
  return {
    code: 'looks-decided',
    message: `the planned looks are over, so their verdict needs none of the runs left: ${words}`,
  };
}

type DecidedQuestion = Awaited<ReturnType<typeof askedQuestionsAt>>[number];

function tierNotes(tier: Measured<unknown>['taken']): Warning[] {
  if (tier === undefined) return [];
  const message = `the results cover the tier "${tier.name}", so this shows its ${countOf(tier.size, 'task')}. To count all ${tier.full} tasks in the selection, add --tier ${tier.full}.`;
  return [{ code: 'tier-covered', message }];
}

function restSections({ rests = [], taken }: Status, out: string): readonly Section[] {
  if (rests.length === 0) {
    const within =
      taken === undefined ? '' : ` in the tier "${taken.name}". To export the rest, add --tier ${taken.full}`;
    return [section(`Nothing is left to export${within}.`)];
  }
  return rests.flatMap(({ configuration, folder, made, note }) => {
    const sections = made === undefined ? [] : exportSections(made, join(out, folder));
    const [last] = sections.splice(-1);
    const title = { title: [{ strong: visibleText(configuration) }], blocks: [] };
    return [...(rests.length === 1 ? [] : [title]), ...sections, { ...last, ...section(last?.blocks ?? [], note) }];
  });
}

function progressSections(
  { plan, selected, population, repeat, configurations, warnings, level }: RunProgress,
  decided: readonly DecidedQuestion[],
): Section[] {
  const hasRetries = configurations.some(({ retried }) => retried > 0);
  const counts = ['tasks done', 'too few runs', 'errored', 'missing', 'runs left'];
  const columns = ['system', ...counts, ...(hasRetries ? ['runs retried'] : [])].map((name) => wordColumn(name));
  const rows = configurations.map(({ name, done, short, errored, missing, runsLeft, retried }) => [
    visibleText(name, 60),
    ...[done, short, errored, missing, runsLeft, ...(hasRetries ? [retried] : [])].map(formatCount),
  ]);
  const confidence = percent(level);
  const hasInterval = configurations.some(({ costUsd, durationMs }) => (costUsd?.low ?? durationMs?.low) !== undefined);
  const fewest = smallest(configurations.map((each) => each.repeat));
  const runs = `${fewest < repeat ? `${fewest} to ` : ''}${countOf(repeat, 'run')} per task`;
  const what = `: ${countOf(selected, selected === population ? 'task' : 'selected task')}, ${runs}`;
  const about = `The ${confidence} intervals are for the total of the remaining runs and assume that they resemble earlier ones.`;
  return sectionsOf(
    section(line([{ strong: visibleText(plan) }, what])),
    section(tableOf('Progress', columns, rows)),
    configurations.flatMap(errorSection),
    configurations
      .filter(({ runsLeft }) => runsLeft > 0)
      .flatMap((each) => restOf(each, confidence, isDecided(each.name, decided))),
    warningSection(warnings),
    section(hasInterval && quietLine(about)),
  );
}

const mostGroups = 8;

function errorSection({ name, errors = [] }: ConfigurationProgress): readonly Section[] {
  const lines = errors.map(({ message, runs, tasks }) => {
    const where = tasks === runs ? '' : ` (${countOf(tasks, 'task')})`;
    return line(`${formatCount(runs)} × ${visibleText(message, 160)}${where}`);
  });
  const rest = (left: number) => quietLine(`and ${countOf(left, 'more message')} (--json lists all)`);
  return under(`Errors in ${visibleText(name)}`, firstOf(lines, mostGroups, rest));
}

function restOf(configuration: ConfigurationProgress, confidence: string, isOver: boolean): readonly Section[] {
  const { name, open, costUsd: cost, durationMs: time, budget } = configuration;
  const [next] = open;
  return under(
    `Remaining runs${isOver ? ', which the verdict does not need' : ''}: ${visibleText(name)}`,
    cost === undefined
      ? 'cost: unknown, because neither the results nor the plan give it (add --cost-per-run, or --prices if the results count tokens)'
      : `cost: ${total(cost, dollars)}; ${spentWords(cost)}`,
    time === undefined ? 'time: unknown (add --seconds-per-run)' : `time: ${total(time, duration)}, one run at a time`,
    budget && budgetWords(budget, open.length, confidence),
    next && `next: ${visibleText(`${next.benchmark}/${next.taskId}`, 200)} (${stateWords[next.state]})`,
  );
}

const stateWords = { short: 'too few runs', errored: 'errored', missing: 'missing' } as const;

function budgetWords({ budgetUsd, tasks, runs, surely, unknownTasks }: BudgetFit, open: number, confidence: string) {
  const sure =
    surely === undefined ? '' : `; ${formatCount(surely)} even at the upper end of the ${confidence} interval`;
  const unknown = unknownTasks === 0 ? '' : `; the cost of ${countOf(unknownTasks, 'task')} is unknown`;
  return `${dollars(budgetUsd)} covers ${formatCount(tasks)} of ${countOf(open, 'task')} (${countOf(runs, 'run')})${sure}${unknown}`;
}

/** Exports the remaining tasks of each system. No task gets more runs than it still needs. */
async function exportRests(
  manifest: Manifest,
  { configurations }: RunProgress,
  results: readonly string[],
  flags: StatusInput,
): Promise<readonly Rest[]> {
  const lacking = configurations.filter(({ open }) => open.length > 0);
  const folders = lacking.length === 1 ? [''] : folderNames(lacking.map(({ name }) => name));
  const rests: Rest[] = [];
  for (const [i, each] of lacking.entries())
    rests.push(await exportFor(manifest, each, results, flags, folders[i] ?? ''));
  const exports = rests.flatMap(({ folder, made }) => (made === undefined ? [] : [{ folder, made }]));
  writeExports(exports, flags, [...(await inputsOf(flags.selection, flags)), ...results]);
  return rests;
}

async function exportFor(
  manifest: Manifest,
  configuration: ConfigurationProgress,
  results: readonly string[],
  flags: StatusInput,
  folder: string,
): Promise<Rest> {
  const { name } = configuration;
  const open = affordableTasks(configuration);
  const rest = { configuration: name, folder };
  if (open.length === 0) return { ...rest, note: 'The budget does not cover any task, so nothing was exported.' };
  const [fewest, most] = [smallest(open.map(({ lacking }) => lacking)), largest(open.map(({ lacking }) => lacking))];
  const only = new Set(open.map(({ benchmark, taskId }) => `${benchmark}/${taskId}`));
  // The export states that it is only the rest of a run.
  const runsBefore = sumOf(open, ({ scored, state }) => scored + (state === 'errored' ? 1 : 0));
  const part = { reason: 'are not done', configuration: name, runsBefore, results, budgetUsd: flags.budget };
  const places = await taskFoldersOf(flags.selection, manifest, flags);
  const made = await prepareExport(manifest, flags, { places, only, repeat: fewest, part }, folder);
  if (fewest === most) return { ...rest, made };
  return {
    ...rest,
    made,
    note: `Some tasks need up to ${most} more runs. When this export is done, run the same command again for the rest.`,
  };
}

/** For example "about $12.30 ($9.10 to $15.50), based on 80 runs". */
function total({ expected, low, high, runs, unknownRuns, parts }: Forecast, written: (value: number) => string) {
  const spread = low === undefined || high === undefined ? '' : ` (${written(low)} to ${written(high)})`;
  const own = parts.filter(({ from }) => from === 'own').length;
  const isPlanned = parts.some(({ from }) => from === 'plan');
  const how =
    runs === 0
      ? `based on the ${isPlanned ? "plan's" : 'given'} figure per run`
      : `based on ${countOf(runs, 'run')}${own > 0 && parts.length > 1 ? `, separately for ${own} of ${parts.length} benchmarks` : ''}`;
  const unknown = unknownRuns === 0 ? '' : `, not counting ${countOf(unknownRuns, 'run')} without a figure`;
  return `about ${written(expected)}${spread}, ${how}${unknown}`;
}

/** For example "$12 so far", with the number of runs whose cost is known. */
function spentWords({ spent, runsMade: made, runs }: Forecast): string {
  if (spent === undefined) return `the results don't give the cost of the ${countOf(made, 'run')} so far`;
  return `${dollars(spent)} so far${runs < made ? `, from the ${formatCount(runs)} of ${countOf(made, 'run')} with a cost` : ''}`;
}

function duration(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 1) return `${Math.round(milliseconds / 1000)} s`;
  if (minutes < 100) return `${Math.round(minutes)} min`;
  return `${(minutes / 60).toFixed(1)} h`;
}

/** Dollars as in every budget, or a plain number. */
function dollarsFrom(text: string): number {
  const amount = /^\s*\$?\s*(\d+(?:\.\d+)?)\s*$/.exec(text)?.[1];
  if (amount === undefined) throw new Error("Expected dollars, such as '$300'; a limit in hours belongs in the plan.");
  return Number(amount);
}
