import type { Manifest } from '../../core/manifest/manifest.js';
import type { Fault } from '../../core/model/errors.js';
import type { Row, RowFile, TableColumn } from '../../core/model/row-file.js';
import { joinWords } from '../../core/text/words.js';
import type { Word } from '../tasks/escape.js';
import {
  type ExportInputs,
  type ExportTask,
  type NamedTask,
  type Naming,
  shownName,
  shownNames,
} from '../tasks/export-task.js';
import { nameInDataset } from '../tasks/name-in-dataset.js';

/** A program that runs tasks: a description, and one line in `runners`. */
export interface Runner {
  /** Its name for `--to`. */
  readonly name: string;
  readonly title: string;
  /** The versions with different commands, the current one last; empty if all have the same. */
  readonly versions?: readonly RunnerVersion[];
  /** The settings that it uses. Any other setting is an error. */
  readonly reads: readonly (keyof RunnerSettings)[];
  /** Why it needs the rows of the dataset, if it does, and how to give them. */
  readonly needsRows?: { readonly message: string; readonly hint: string };
  /** Whether it runs one dataset at a time, so that ids from several benchmarks would be ambiguous. */
  readonly takesOneDataset?: true;
  /** Whether it looks up ids in published datasets, so it runs only those built-in pools that have settings for it. */
  readonly needsKnownDataset?: true;
  /** The file that marks a task folder, if tasks are folders. */
  readonly marker?: string;
  /** Whether it reads task folders with these settings, so that `path` is by default the folder of the plan's tasks. */
  readonly readsFolders?: (settings: RunnerSettings) => boolean;
  /** Whether these settings cover each of several benchmarks. */
  readonly spansBenchmarks?: (settings: RunnerSettings) => boolean;
  /** Whether it takes either rows or the name of a dataset, but not both. */
  readonly takesRowsOrName?: true;
  /** The runner's name for each task, the tasks it can't run, and errors. */
  nameTasks(tasks: readonly ExportTask[], input: NamingInput): Naming;
  /** The key by which the runner distinguishes tasks after renaming them. Default: the name. */
  identityOf?(named: NamedTask): string;
  /** The files, and the commands that use them. */
  write(tasks: readonly NamedTask[], input: RunnerInput): RunnerOutput;
}

/** Versions of a runner with the same commands. */
interface RunnerVersion {
  readonly name: string;
  covers(major: number, minor: number): boolean;
}

/** Everything known before the tasks are chosen. */
export interface NamingInput extends ExportInputs {
  /** The selection itself. */
  readonly manifest: Manifest;
  readonly settings: RunnerSettings;
  /** The name of one of the runner's versions; empty if it has none. */
  readonly version: string;
  /** Number of runs per task. */
  readonly repeat: number;
  /** The output folder, as the commands name it. */
  readonly folder: string;
  /** The runners whose tasks are folders, by their marker files. */
  readonly byMarker: ReadonlyMap<string, Pick<Runner, 'name' | 'title'>>;
  /** The rank of each task of the selection in the order of waves, 1-based, by benchmark and id. */
  readonly waveOf: (task: ExportTask) => number;
}

/** The inputs of an export besides the tasks. */
export interface RunnerInput extends NamingInput {
  /** Names the run: letters, digits, dots and hyphens. */
  readonly runId: string;
}

/** A command to run, and its purpose. */
export interface RunCommand {
  readonly title: string;
  readonly lines: readonly (readonly Word[])[];
}

/** How to ask an installed runner which tasks it would run: the middle part of the Python script `check.py`. */
export interface RunnerCheck {
  /** The package that the runner is installed as. */
  readonly distribution: string;
  /** The value of `GIVEN`. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Placeholders for the caller's arguments, such as `"$DATASET"`; the code finds them in `ARGUMENTS`. */
  readonly asks?: readonly Word[];
  /** Defines `resolve()`, the tasks that would run, and `expected(task)` if names differ; may add to `problems`. */
  readonly code: string;
}

/** A file of an export: its name, with slashes if it is in a folder, and its content. */
export interface ExportFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly isExecutable?: boolean | undefined;
  /** A short description. */
  readonly about: string;
}

/** A table among the files of an export. The caller supplies the function that turns it into bytes. */
export interface TableFile {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly about: string;
}

/** The export of a runner. */
export interface RunnerOutput {
  /** The tasks under their names in the export, if writing renamed them. */
  readonly tasks?: readonly NamedTask[] | undefined;
  /** The version that the commands are for, if the input rules out the requested one. */
  readonly version?: string | undefined;
  readonly files: readonly (ExportFile | TableFile)[];
  readonly commands?: readonly RunCommand[];
  /** How to turn the patches of a runner that tests nothing into results. */
  readonly evaluate?: readonly RunCommand[] | undefined;
  /** Undefined if no program can be asked. */
  readonly check?: RunnerCheck | undefined;
  /** Where to run the commands, in a sentence, if not in the folder where it was exported. */
  readonly runFrom?: string | undefined;
  /** Notes for whoever runs it. */
  readonly notes?: readonly (string | false)[];
  readonly faults?: readonly Fault[];
}

/**
 * Optional settings that a runner may need and the manifest doesn't have, from the options of `winnow export`.
 * `dataset` and `predictions` are the files of the request.
 */
export type RunnerSettings = { readonly [Name in (typeof settingNames)[number]]?: string | undefined };

/** Every setting. */
export const settingNames = [
  ...(['runnerVersion', 'datasetName', 'split', 'path', 'copyAs', 'gitUrl', 'commit'] as const),
  ...(['form', 'ref', 'task', 'agent', 'model', 'idColumn', 'dataset', 'predictions'] as const),
] as const;

/** The flag of a setting on the command line. */
export function flagOf(setting: keyof RunnerSettings): string {
  if (setting === 'idColumn') return '--id';
  return `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The items if a condition holds, else none. */
export function when<Item>(holds: boolean, ...items: readonly Item[]): readonly Item[] {
  return holds ? items : [];
}

/** A placeholder for the shell to read, such as `"$MODEL"`, if a setting is not given. */
export function given(setting: string | undefined, variable: string): Word {
  return setting ?? { raw: `"$${variable}"` };
}

/** The note for a command that names no model. */
export function modelNote({ model }: RunnerSettings): readonly string[] {
  return when(model === undefined, 'Set MODEL to the model to run, or give --model.');
}

/** A command for each of several runs of the same tasks, each with its own name. */
export function eachRun(
  { runId, repeat }: RunnerInput,
  linesOf: (runId: string) => RunCommand['lines'],
  titleOf = (run: number | undefined) => (run === undefined ? 'Run' : `Run ${run}`),
): readonly RunCommand[] {
  return Array.from({ length: repeat }, (_, i) => ({
    title: titleOf(repeat === 1 ? undefined : i + 1),
    lines: linesOf(repeat === 1 ? runId : `${runId}-run${i + 1}`),
  }));
}

/** A sentence that names the folder for a command that works only in a clone of the runner's repository. */
export function runInClone(repository: string): string {
  return `Run this in a clone of ${repository}, with EXPORT set to the absolute path of this export folder.`;
}

/** The name of a file of the export in a command that is run elsewhere, for the shell to read. */
export function inExport(file: 'samples.csv' | 'samples.jsonl' | 'patches.json' | 'select.txt'): string {
  return `"$EXPORT/${file}"`;
}

/** The parts that runners of SWE-bench's datasets share. */
export const bySweId = {
  takesOneDataset: true,
  needsKnownDataset: true,
  nameTasks: nameInDataset,
  identityOf: sweImage,
} as const;

/** The note about tasks without a prediction or a patch, if there are any. */
export function withoutNote(without: readonly string[], tasks: readonly NamedTask[], what: string): readonly string[] {
  const note = `${without.length} of ${tasks.length} tasks have no ${what} and will not be evaluated: ${shownNames(without)}.`;
  return when(without.length > 0, note);
}

/** The error for columns that a runner needs but that are missing from some rows. */
export function columnFaults(
  dataset: RowFile | undefined,
  rows: readonly Row[],
  columns: readonly string[],
  wordsOf: (missing: string) => { readonly message: string; readonly hint: string },
): readonly Fault[] {
  const missing = columns.filter((column) => rows.some((row) => !Object.hasOwn(row, column)));
  if (missing.length === 0) return [];
  return [{ code: 'export/dataset', ...wordsOf(joinWords(missing, 'or')), place: { file: dataset?.file ?? '' } }];
}

/** The error for a dataset that is both named and given as a file, of which only one would be run. */
export function twoDatasets({ dataset, settings }: Pick<RunnerInput, 'dataset' | 'settings'>): readonly Fault[] {
  if (dataset === undefined || settings.datasetName === undefined) return [];
  const message = `the export has the rows of ${shownName(dataset.file)}, so --dataset-name ${shownName(settings.datasetName)} would have no effect.`;
  return [{ code: 'export/setting', message, hint: 'Leave out --dataset or --dataset-name.' }];
}

/**
 * The name of the container image that SWE-bench's harness and agents derive from an id: lower case, without double
 * underscores.
 */
export function sweImage({ name }: Pick<NamedTask, 'name'>): string {
  return `swebench/sweb.eval.x86_64.${name.replaceAll('__', '_1776_')}:latest`.toLowerCase();
}
