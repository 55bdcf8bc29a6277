import { fingerprint } from '../core/fingerprint/fingerprint.js';
import type { Manifest } from '../core/manifest/manifest.js';
import { ExportError, type Fault } from '../core/model/errors.js';
import { provenanceName } from '../core/model/export-marker.js';
import type { TableColumn } from '../core/model/row-file.js';
import { taskKey } from '../core/outcomes/match-outcomes.js';
import { type Shard, scheduleSeed, shardOfTasks, waveOrder } from '../core/schedule/schedule.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { capital, compareText, countOf, joinWords } from '../core/text/words.js';
import checkFrame from './checks/check.py?raw';
import { type ExportPortion, exportReadme, manifestHash, provenanceText, provenanceWords } from './export-pages.js';
import {
  type ExportFile,
  flagOf,
  type NamingInput,
  type RunCommand,
  type Runner,
  type RunnerCheck,
  type RunnerSettings,
  settingNames,
  type TableFile,
  when,
} from './runners/runner.js';
import { runnerNamed, runnersByMarker } from './runners/runners.js';
import { asciiJson, commandText, tooLong, unsayableWord } from './tasks/escape.js';
import {
  type ExportInputs,
  type ExportTask,
  exportTasks,
  type LeftOut,
  type NamedTask,
  type Naming,
  nameFaults,
  refused,
  shownName,
  shownNames,
} from './tasks/export-task.js';

/** The selection, the runner and the inputs of an export. */
export interface ExportRequest extends ExportInputs {
  /** The runner's name. */
  readonly to: string;
  /** The folder of the export, as its commands should name it. */
  readonly folder: string;
  /** Only these benchmarks. Tasks from other benchmarks are listed as left out. */
  readonly benchmarks?: readonly string[] | undefined;
  /** Only these tasks, as `benchmark/id`. Other tasks are not mentioned. */
  readonly only?: ReadonlySet<string> | undefined;
  /** The reason for that. */
  readonly part?: ExportPortion | undefined;
  /** Only this many tasks: the first by rank, or in wave order. */
  readonly limit?: number | undefined;
  /** One of several equal parts of those tasks. */
  readonly shard?: Shard | undefined;
  /** The number of runs per task; default 1. */
  readonly repeat?: number | undefined;
  /** Names the run; default: the plan's name and the start of a hash of the selection and the exported tasks. */
  readonly runId?: string | undefined;
  readonly settings?: RunnerSettings | undefined;
  /** Default settings by runner: each runner's name for a well-known dataset. */
  readonly usual?: Readonly<Record<string, RunnerSettings>> | undefined;
  /** Turns a table into the bytes of a Parquet file: `parquetBytes`. */
  readonly tableBytes: (columns: readonly TableColumn[]) => Promise<Uint8Array>;
  /** The name of the program that made it. */
  readonly generatedBy: string;
}

/** An export, ready to write. */
export interface Export {
  readonly runner: Runner;
  /** The version of the runner that it is for; empty if any works. */
  readonly version: string;
  readonly runId: string;
  readonly repeat: number;
  /** Whether all tasks are in one order of ranks, so that a limit takes the first by rank. */
  readonly isRanked: boolean;
  /** The selection's number of tasks. */
  readonly selected: number;
  readonly tasks: readonly NamedTask[];
  readonly leftOut: readonly LeftOut[];
  readonly commands: readonly RunCommand[];
  /** Turns the patches of the run into results; empty if the run has results. */
  readonly evaluate: readonly RunCommand[];
  /** Asks the installed runner which tasks it would run; undefined if it can't be asked. */
  readonly check?: RunCommand | undefined;
  /** Where to run the commands, if not in the folder where it was exported. */
  readonly runFrom?: string | undefined;
  readonly notes: readonly string[];
  /** With the README and the provenance. */
  readonly files: readonly ExportFile[];
}

/** The name of the check in an export. */
const checkName = 'check.py';

/** A Python script that fails unless the installed runner would run exactly the exported tasks. */
function checkScript(title: string, { distribution, given = {}, code }: RunnerCheck): string {
  const parts: Readonly<Record<string, string>> = {
    TITLE: title,
    GIVEN: asciiJson(asciiJson(given)),
    CODE: code.trim(),
    DISTRIBUTION: asciiJson(distribution),
  };
  return checkFrame.replace(/__([A-Z]+)__/g, (whole, name: string) => parts[name] ?? whole);
}

/**
 * Makes the files that a runner needs to run exactly the tasks of a selection; pure.
 * @throws ExportError with every reason against it.
 */
export async function makeExport(manifest: Manifest, request: ExportRequest): Promise<Export> {
  const runner = runnerNamed(request.to);
  const { repeat = 1, dataset, predictions } = request;
  const given = Object.entries(request.settings ?? {}).filter(([, value]) => value !== undefined);
  const settings: RunnerSettings = { ...request.usual?.[runner.name], ...Object.fromEntries(given) };
  const { version, faults: versionFaults } = versionOf(runner, settings);
  refuse([...settingFaults(runner, request), ...versionFaults, ...portionFaults(request)]);
  const sha256 = manifestHash(manifest);
  const all = exportTasks(manifest);
  const seed = scheduleSeed(manifest);
  const waves = new Map(waveOrder(all, seed).map((task, i) => [task, i + 1]));
  const folder = request.folder.replace(/(?<=.)\/+$/, '');
  const input = {
    ...request,
    manifest,
    settings,
    version,
    repeat,
    folder,
    byMarker: runnersByMarker,
    waveOf: (task: ExportTask) => waves.get(task) ?? 0,
  };
  const canRun = (tasks: readonly ExportTask[]) => namingOf(runner, tasks, input).leftOut.length < tasks.length;
  const scope = scopedTasks(all, runner, request, canRun);
  const naming = namingOf(runner, scope.tasks, input);
  const tasks = chosenTasks(naming.named, request, seed);
  const leftOut = [...scope.leftOut, ...naming.leftOut];
  refuse([...scope.faults, ...naming.faults, ...nameFaults(tasks, runner)]);
  if (tasks.length === 0) refuse([nothingLeft(runner, naming.leftOut.length > 0 ? naming.leftOut : leftOut)]);
  const runId = runIdFor(manifest, request, tasks, sha256);
  const output = runner.write(tasks, { ...input, runId });
  const { commands = [], evaluate = [], notes = [], check, runFrom } = output;
  refuse([...(output.faults ?? []), ...lengthFaults(commands)]);
  // If a runner works only in a clone, its check also runs there.
  const script = runFrom === undefined ? `${folder}/${checkName}` : { raw: `"$EXPORT/${checkName}"` };
  const made = {
    isRanked: inRankOrder(naming.named.map(({ task }) => task)) !== undefined,
    runner,
    version: output.version ?? version,
    runId,
    repeat,
    selected: all.length,
    tasks: output.tasks ?? tasks,
    leftOut,
    commands,
    evaluate,
    check: check && { title: 'Check', lines: [['python', script, ...(check.asks ?? [])]] },
    runFrom,
    notes: [...notes.filter((note) => note !== false), ...(dataset?.notes ?? []), ...(predictions?.notes ?? [])],
  };
  const written = await Promise.all(output.files.map((file) => inBytes(file, request)));
  if (check !== undefined) {
    const about = `asks the installed ${runner.title} which tasks it would run`;
    written.push({ name: checkName, content: checkScript(runner.title, check), about });
  }
  const readme = exportReadme(manifest, request, { ...made, files: written }, sha256);
  const files = [...written, { name: 'README.md', content: readme, about: 'this page' }];
  const content = provenanceText(manifest, request, { ...made, files }, sha256);
  return { ...made, files: [...files, { name: provenanceName, content, about: `provenance: ${provenanceWords}` }] };
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new ExportError(faults);
}

/** The runner's names for tasks, or the error if it needs a dataset that is not given. */
function namingOf(
  runner: Runner,
  tasks: readonly ExportTask[],
  input: NamingInput & Pick<ExportRequest, 'usual'>,
): Naming {
  if (input.dataset !== undefined) return runner.nameTasks(tasks, input);
  if (runner.needsRows !== undefined) return refused({ code: 'export/needs-dataset', ...runner.needsRows });
  const able = Object.keys(input.usual ?? {});
  const isUnknown = runner.needsKnownDataset === true && able.length > 0 && !able.includes(runner.name);
  return isUnknown ? refused(unknownDataset(runner, able)) : runner.nameTasks(tasks, input);
}

/** The error for a built-in pool that has settings for some runners, but not for this one. */
function unknownDataset({ title, reads }: Runner, able: readonly string[]): Fault {
  const ways = [
    ...when(reads.includes('dataset'), 'its rows with --dataset'),
    ...when(reads.includes('datasetName'), 'its name with --dataset-name'),
  ];
  return {
    code: 'export/needs-dataset',
    message: `Winnow does not know any dataset for ${title} that contains these tasks.`,
    hint: `Use --to ${joinWords(able, 'or')}. If you have such a dataset, give ${joinWords(ways, 'or')}.`,
  };
}

async function inBytes(file: ExportFile | TableFile, { tableBytes }: ExportRequest): Promise<ExportFile> {
  if ('content' in file) return file;
  const { name, columns, about } = file;
  return { name, content: await tableBytes(columns), about };
}

/** Errors for settings that the runner doesn't use, and for values that can't be part of a command. */
function settingFaults(runner: Runner, { settings, dataset, predictions, folder }: ExportRequest): readonly Fault[] {
  const given: RunnerSettings = { ...settings, dataset: dataset?.file, predictions: predictions?.file };
  const flags = runner.reads.map(flagOf);
  const hint =
    flags.length === 0 ? 'This runner has no settings.' : `The settings for this runner are ${joinWords(flags)}.`;
  const fault = (message: string) => ({ code: 'export/setting', message });
  const faults = settingNames.flatMap((name): readonly Fault[] => {
    const [value, flag] = [given[name], flagOf(name)];
    if (value === undefined || name === 'runnerVersion') return [];
    const reason = unsayableWord(value) ?? (value === '' ? 'is empty' : undefined);
    return [
      ...when(reason !== undefined, fault(`${flag} ${shownName(value)} ${reason}.`)),
      ...when(!runner.reads.includes(name), { ...fault(`--to ${runner.name} does not use ${flag}.`), hint }),
    ];
  });
  const reason = unsayableWord(folder);
  return [...faults, ...when(reason !== undefined, fault(`the folder name ${shownName(folder)} ${reason}.`))];
}

/** The requested version of the runner; by default the current one. */
function versionOf(
  { title, versions = [] }: Runner,
  { runnerVersion }: RunnerSettings,
): { readonly version: string; readonly faults: readonly Fault[] } {
  const current = versions.at(-1)?.name ?? '';
  if (runnerVersion === undefined) return { version: current, faults: [] };
  const names = versions.map(({ name }) => name);
  const [, major, minor = '0'] = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:[.+-].*)?$/.exec(runnerVersion) ?? [];
  const found = major === undefined ? undefined : versions.find((each) => each.covers(Number(major), Number(minor)));
  if (found !== undefined) return { version: found.name, faults: [] };
  const message =
    names.length === 0
      ? `${title} has the same commands in every version, so --runner-version ${shownName(runnerVersion)} has no effect.`
      : `--runner-version ${shownName(runnerVersion)} is not supported for ${title}; expected ${joinWords(names, 'or')}.`;
  const hint = names.length === 0 ? 'Leave out --runner-version.' : `Without --runner-version, Winnow uses ${current}.`;
  return { version: '', faults: [{ code: 'export/runner-version', message, hint }] };
}

const mostRepeats = 1000;
const runIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

function portionFaults({ runId, limit, shard, repeat = 1 }: ExportRequest): readonly Fault[] {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 1;
  const isNone = ({ count, index }: Shard) => !(isCount(count) && isCount(index) && index <= count);
  return [
    ...when(runId !== undefined && !runIdForm.test(runId), {
      code: 'export/run-id',
      message: `the run id ${shownName(runId ?? '')} cannot be used as the name of a folder and a container.`,
      hint: 'Use at most 100 letters, digits, dots, hyphens and underscores, starting with a letter or digit.',
    }),
    ...when(limit !== undefined && !isCount(limit), {
      code: 'export/limit',
      message: `--limit is ${limit}; expected a whole number of at least 1.`,
    }),
    ...when(shard !== undefined && isNone(shard), {
      code: 'export/shard',
      message: `shard ${shard?.index} of ${shard?.count} does not exist; expected K/N with K from 1 to N.`,
    }),
    ...when(!isCount(repeat) || repeat > mostRepeats, {
      code: 'export/repeat',
      message: `the number of runs per task is ${repeat}; expected a whole number from 1 to ${mostRepeats}.`,
    }),
  ];
}

/**
 * The requested part: first the limit is applied, then the shard. Sorted by rank if all tasks were ranked together,
 * otherwise by benchmark and id.
 */
function chosenTasks(named: readonly NamedTask[], { limit, shard }: ExportRequest, seed: string): readonly NamedTask[] {
  const of = new Map(named.map((each) => [each.task, each]));
  let tasks: readonly ExportTask[] = named.map(({ task }) => task);
  const ranked = inRankOrder(tasks);
  if (limit !== undefined) tasks = (ranked ?? waveOrder(tasks, seed)).slice(0, limit);
  if (shard !== undefined) tasks = shardOfTasks(tasks, shard, seed);
  const chosen = new Set(tasks);
  const inOrder =
    ranked?.filter((task) => chosen.has(task)) ??
    tasks.toSorted((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  return inOrder.flatMap((task) => of.get(task) ?? []);
}

/** The pinned tasks, then the rest by rank; undefined unless all tasks that aren't pinned were ranked together. */
function inRankOrder(tasks: readonly ExportTask[]): readonly ExportTask[] | undefined {
  const place = ({ entry }: ExportTask) => (entry.selected_by === 'pin' ? 0 : entry.rank);
  const isRanked = tasks.every(({ entry }) => ['rank', 'pin'].includes(entry.selected_by));
  const strata = new Set(tasks.filter(({ entry }) => entry.selected_by === 'rank').map(({ stratum }) => stratum));
  if (!isRanked || strata.size !== 1) return undefined;
  return tasks.toSorted((a, b) => place(a) - place(b) || compareText(a.id, b.id));
}

/** The tasks in the scope of the request. Tasks from other benchmarks are left out with a reason. */
function scopedTasks(
  all: readonly ExportTask[],
  runner: Runner,
  { benchmarks, only, dataset, settings = {} }: ExportRequest,
  canRun: (tasks: readonly ExportTask[]) => boolean,
): { readonly tasks: readonly ExportTask[]; readonly leftOut: readonly LeftOut[]; readonly faults: readonly Fault[] } {
  const asked = only === undefined ? all : all.filter((task) => only.has(taskKey(task)));
  if (benchmarks === undefined) {
    const present = [...new Set(asked.map(({ benchmark }) => benchmark))];
    // Winnow doesn't know which benchmark's ids are in the runner's dataset, and a guess might run other tasks.
    const isOne = runner.takesOneDataset === true && runner.spansBenchmarks?.(settings) !== true;
    const isOpen = isOne && dataset === undefined && present.length > 1;
    const able = isOpen ? present.filter((name) => canRun(asked.filter(({ benchmark }) => benchmark === name))) : [];
    return { tasks: asked, leftOut: [], faults: when(isOpen, whichBenchmark(runner, present, able)) };
  }
  const names = [...new Set(all.map(({ benchmark }) => benchmark))];
  const unknown = benchmarks.filter((name) => !names.includes(name));
  const wanted = new Set(benchmarks);
  const reason = `not in the chosen benchmarks (--benchmark ${benchmarks.join(', ')})`;
  return {
    tasks: asked.filter(({ benchmark }) => wanted.has(benchmark)),
    leftOut: asked.filter(({ benchmark }) => !wanted.has(benchmark)).map((task) => ({ task, reason })),
    faults: unknown.map((name) => ({
      code: 'export/benchmark',
      message: `the selection has no benchmark ${shownName(name)}.${didYouMean(name, names)} Its benchmarks: ${shownNames(names)}.`,
    })),
  };
}

function whichBenchmark({ name, title, reads }: Runner, benchmarks: readonly string[], able: readonly string[]): Fault {
  const ways = [
    ...when(able.length > 1, `export each separately (--to ${able.map((each) => `${name}:${each}`).join(',')})`),
    `choose one with --benchmark${able.length === 1 ? ` ${able[0]}` : ''}`,
    ...when(reads.includes('dataset'), 'give the rows of its dataset with --dataset'),
  ];
  return {
    code: 'export/which-benchmark',
    message: `the selection has tasks from ${countOf(benchmarks.length, 'benchmark')} (${shownNames(benchmarks)}), but ${title} runs one dataset at a time.`,
    hint: `${capital(joinWords(ways, 'or'))}. Tasks from other benchmarks are then listed as left out.`,
  };
}

function nothingLeft({ title }: Runner, leftOut: readonly LeftOut[]): Fault {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))].slice(0, 3).join('; ');
  const any = 'To export any task, use --to ids, csv or parquet.';
  const [first] = leftOut;
  if (first === undefined)
    return { code: 'export/empty', message: `there are no tasks to export for ${title}.`, hint: any };
  const message = `${title} cannot run any of the tasks, such as ${shownName(first.task.id)}. Reason: ${reasons}.`;
  const isRow = leftOut.some(({ task }) => task.folder === undefined);
  const hint = isRow ? `Select from task folders (in the plan, "tasks: FOLDER"). ${any}` : any;
  return { code: 'export/empty', message, hint };
}

function lengthFaults(commands: readonly RunCommand[]): readonly Fault[] {
  return commands.flatMap(({ title, lines }) => {
    const reason = tooLong(lines);
    const shards = Math.ceil(commandText(lines).length / 100_000) + 1;
    const message = `the command (${title}) would be too long: ${reason}.`;
    const hint = `Split the export: --shard 1/${shards}, --shard 2/${shards} and so on.`;
    return when(reason !== undefined, { code: 'export/too-long', message, hint });
  });
}

/**
 * The name of a run: as given, or a name that identifies the plan, the selection, its tasks, and the system if the run is
 * for one.
 */
export function runIdFor(
  manifest: Manifest,
  { runId, limit, shard, part, repeat = 1 }: ExportRequest,
  tasks: readonly NamedTask[],
  selectionSha256: string,
): string {
  if (runId !== undefined) return runId;
  const plan = manifest.metadata.plan.name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  const { configuration, runsBefore = 0 } = part ?? {};
  // Runs of one system, or more runs of the same tasks, must not replace other results.
  const whose = configuration === undefined && runsBefore === 0 ? [] : [[configuration, runsBefore, repeat]];
  const set = tasks.map(({ task, name }) => JSON.stringify([task.benchmark, task.id, name])).toSorted(compareText);
  const parts = [
    plan === '' ? 'selection' : plan,
    fingerprint(JSON.stringify([selectionSha256, ...set, ...whose])).slice(0, 8),
    ...when(limit !== undefined, `first${limit}`),
    ...when(shard !== undefined, `shard${shard?.index}of${shard?.count}`),
  ];
  return parts.join('-');
}
