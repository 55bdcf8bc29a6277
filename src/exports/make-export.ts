import type { Manifest } from '../core/manifest/manifest.js';
import { ExportError } from '../core/model/errors.js';
import { provenanceName } from '../core/model/export-marker.js';
import type { Fault } from '../core/model/fault.js';
import type { RowFile, TableColumn } from '../core/model/row-file.js';
import { scheduleSeed, waveOrder } from '../core/schedule/schedule.js';
import { checkName, checkScript } from './check-script.js';
import { chosenTasks, type Portion, portionFaults, scopedTasks } from './chosen-tasks.js';
import { commandText, tooLong } from './escape/shell-word.js';
import { exportReadme } from './export-readme.js';
import { manifestHash } from './manifest-hash.js';
import { type ExportPortion, provenanceText } from './provenance.js';
import { runIdFaults, runIdFor } from './run-id.js';
import type {
  ExportFile,
  NamingInput,
  RunCommand,
  Runner,
  RunnerInput,
  RunnerOutput,
  RunnerSettings,
  TableFile,
} from './runners/runner.js';
import { runnerNamed, runnersByMarker } from './runners/runners.js';
import { settingFaults, versionOf } from './setting-faults.js';
import { type ExportTask, exportTasks, type LeftOut, type NamedTask } from './tasks/export-task.js';
import { nameFaults } from './tasks/shown-names.js';

/** What is to be exported, for whom, and from what. */
export interface ExportRequest extends Portion {
  /** The runner's name. */
  readonly to: string;
  /** The folder that the export will lie in, as its commands are to name it. */
  readonly folder: string;
  /** Only these benchmarks; the tasks of the others are listed as left out. */
  readonly benchmarks?: readonly string[] | undefined;
  /** Only these tasks, as `benchmark/id`; the others are not spoken of. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Why it is only those. */
  readonly part?: ExportPortion | undefined;
  /** How often each task is to be run; default 1. */
  readonly repeat?: number | undefined;
  /** Names the run; default: the plan's name and the start of a hash of the selection and the exported tasks. */
  readonly runId?: string | undefined;
  readonly settings?: RunnerSettings | undefined;
  /** Rows to filter. */
  readonly dataset?: RowFile | undefined;
  readonly predictions?: RowFile | undefined;
  /** Tells whether a file is there: `isFile` does; without it nobody looks. */
  readonly hasFile?: RunnerInput['hasFile'];
  /** Tells whether a folder is there: `isFolder` does; without it nobody looks. */
  readonly hasFolder?: RunnerInput['hasFolder'];
  /** Opens a task's folder, to see whether the runner would take it and to copy it: `openTaskFolder` does. */
  readonly openTask?: RunnerInput['openTask'];
  /** The folder that the commands will be run in, as an absolute path. */
  readonly here?: string | undefined;
  /** The other folders that a benchmark's tasks may lie in, by the benchmark's name. */
  readonly otherFolders?: RunnerInput['otherFolders'] | undefined;
  /** Turns a table into the bytes of a Parquet file: `parquetBytes` does. Only an export that has one needs it. */
  readonly tableBytes?: ((columns: readonly TableColumn[]) => Promise<Uint8Array>) | undefined;
  /** How the maker of the files names itself. */
  readonly generatedBy: string;
}

/** An export, ready to be written. */
export interface Export {
  readonly runner: Runner;
  /** The version of the runner that it is for; empty when one form serves all. */
  readonly version: string;
  readonly runId: string;
  readonly repeat: number;
  /** How many tasks the selection has. */
  readonly selected: number;
  readonly tasks: readonly NamedTask[];
  readonly leftOut: readonly LeftOut[];
  readonly commands: readonly RunCommand[];
  /** Asks the installed runner which tasks it would run; undefined where there is none to ask. */
  readonly check?: RunCommand | undefined;
  /** Where the commands are to be run, where that is not the folder in which it was exported. */
  readonly runFrom?: string | undefined;
  readonly notes: readonly string[];
  /** With the README and the provenance. */
  readonly files: readonly ExportFile[];
}

/**
 * Makes of a selection the files that a runner needs to run it, and no other task. Pure: the same manifest and request
 * give the same bytes.
 *
 * @throws ExportError with everything that stands against it.
 *
 * @example
 * const made = await makeExport(manifest, { to: 'parquet', folder: 'out', generatedBy: 'me', tableBytes: parquetBytes });
 * writeExport('out', made);
 */
export async function makeExport(manifest: Manifest, request: ExportRequest): Promise<Export> {
  const runner = runnerNamed(request.to);
  const { settings = {}, repeat = 1, folder } = request;
  const { version, faults: versionFaults } = versionOf(runner, settings);
  const sha256 = manifestHash(manifest);
  const early = [
    ...settingFaults(runner, request),
    ...versionFaults,
    ...runIdFaults(request),
    ...portionFaults(request, repeat),
  ];
  if (early.length > 0) throw new ExportError(early);
  const all = exportTasks(manifest);
  const seed = scheduleSeed(manifest);
  const waves = new Map(waveOrder(all, seed).map((task, i) => [task, i + 1]));
  const input: NamingInput = {
    manifest,
    settings,
    version,
    repeat,
    folder: folder.replace(/(?<=.)\/+$/, ''),
    dataset: request.dataset,
    predictions: request.predictions,
    hasFile: request.hasFile,
    hasFolder: request.hasFolder,
    byMarker: runnersByMarker,
    openTask: request.openTask,
    here: request.here,
    otherFolders: request.otherFolders ?? new Map(),
    waveOf: (task: ExportTask) => waves.get(task) ?? 0,
  };
  const canRun = (tasks: readonly ExportTask[]) => runner.nameTasks(tasks, input).leftOut.length < tasks.length;
  const scope = scopedTasks(all, runner, request, canRun);
  const naming = runner.nameTasks(scope.tasks, input);
  const tasks = chosenTasks(naming.named, request, seed);
  const leftOut = [...scope.leftOut, ...naming.leftOut];
  const faults = [...scope.faults, ...naming.faults, ...nameFaults(tasks, runner)];
  if (faults.length === 0 && tasks.length === 0)
    faults.push(nothingLeft(runner, naming.leftOut.length > 0 ? naming.leftOut : leftOut));
  if (faults.length > 0) throw new ExportError(faults);
  const runId = runIdFor(manifest, request, tasks, sha256);
  const output = runner.write(tasks, { ...input, runId });
  const outputFaults = [...output.faults, ...lengthFaults(output.commands)];
  if (outputFaults.length > 0) throw new ExportError(outputFaults);
  const made = {
    runner,
    version: output.version ?? version,
    runId,
    repeat,
    selected: all.length,
    tasks: output.tasks ?? tasks,
    leftOut,
    commands: output.commands,
    check: output.check === undefined ? undefined : checkCommand(output, input.folder),
    runFrom: output.runFrom,
    notes: output.notes,
  };
  const written = await Promise.all(output.files.map((file) => inBytes(file, request)));
  if (output.check !== undefined) {
    const content = checkScript(runner.title, output.check);
    written.push({ name: checkName, content, about: `asks the installed ${runner.title} which tasks it would run` });
  }
  const readme = exportReadme(manifest, request, { ...made, files: written }, sha256);
  const files = [...written, { name: 'README.md', content: readme, about: 'this page' }];
  const provenance = provenanceText(manifest, request, { ...made, files }, sha256);
  return {
    ...made,
    files: [...files, { name: provenanceName, content: provenance, about: 'what it was made from' }],
  };
}

/** Where a runner works in a clone alone, its check is called there as well. */
function checkCommand({ check, runFrom }: RunnerOutput, folder: string): RunCommand {
  const script = runFrom === undefined ? `${folder}/${checkName}` : { raw: `"$EXPORT/${checkName}"` };
  return { title: 'Check', lines: [['python', script, ...(check?.asks ?? [])]] };
}

async function inBytes(file: ExportFile | TableFile, { tableBytes }: ExportRequest): Promise<ExportFile> {
  if ('content' in file) return file;
  const { name, columns, about } = file;
  if (tableBytes === undefined) {
    const message = `${name} is a table, and nothing was given to write it with.`;
    throw new ExportError([{ code: 'export/table', message, hint: 'Give tableBytes: parquetBytes to makeExport.' }]);
  }
  return { name, content: await tableBytes(columns), about };
}

function nothingLeft({ title }: Runner, leftOut: readonly LeftOut[]): Fault {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))].slice(0, 3).join('; ');
  const why = reasons === '' ? '' : `: ${reasons}`;
  const hint = 'Of the other exports, --to ids, csv and parquet take any task.';
  return { code: 'export/empty', message: `no task is left for ${title}${why}.`, hint };
}

function lengthFaults(commands: readonly RunCommand[]): Fault[] {
  return commands.flatMap(({ title, lines }) => {
    const reason = tooLong(lines);
    if (reason === undefined) return [];
    const shards = Math.ceil(commandText(lines).length / 100_000) + 1;
    const message = `the command (${title}) cannot be started: ${reason}.`;
    return [{ code: 'export/too-long', message, hint: `Export it in parts: --shard 1/${shards} and so on.` }];
  });
}
