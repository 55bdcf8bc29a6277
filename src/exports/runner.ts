import type { Fault } from '../core/model/fault.js';
import type { RowFile } from '../core/model/row-file.js';
import type { Word } from './escape/shell-word.js';
import type { ExportTask } from './export-task.js';
import type { RunnerSettings } from './runner-settings.js';

/** A program that runs tasks: one file each, one line in `runners`. */
export interface Runner {
  /** What `--to` calls it. */
  readonly name: string;
  readonly title: string;
  /** The versions whose calls differ, the current one last; empty when one form serves all. */
  readonly versions: readonly RunnerVersion[];
  /** The settings it makes something of; any other is an error, not passed over. */
  readonly reads: readonly (keyof RunnerSettings)[];
  /** Whether it runs one data set, so that a selection of several benchmarks leaves open whose ids are meant. */
  readonly takesOneDataset: boolean;
  /** What the runner calls each task, which it cannot run, and what is wrong. */
  place(tasks: readonly ExportTask[], input: PlacementInput): Placement;
  /** What the runner tells tasks apart by, after it has renamed them as it does; by default the name. */
  identityOf?(placed: PlacedTask): string;
  /** The files, and the commands that use them. */
  write(tasks: readonly PlacedTask[], input: RunnerInput): RunnerOutput;
}

/** Versions of a runner that are called alike. */
export interface RunnerVersion {
  readonly name: string;
  covers(major: number, minor: number): boolean;
}

/** All that is known before the tasks are chosen. */
export interface PlacementInput {
  readonly settings: RunnerSettings;
  /** The name of one of the runner's versions; empty when it has none. */
  readonly version: string;
  /** How often each task is to be run. */
  readonly repeat: number;
  /** The folder the files go to, as the commands name it. */
  readonly folder: string;
  readonly dataset: RowFile | undefined;
  readonly predictions: RowFile | undefined;
  /** Tells which of the files that make a folder a task (`task.toml`, …) it has; undefined when nobody looks. */
  readonly markersIn?: ((path: string) => readonly string[]) | undefined;
  /** The place of each task of the selection in the order of waves, 1-based, by benchmark and id. */
  readonly waveOf: (task: ExportTask) => number;
}

/** All that an export is made from besides the tasks. */
export interface RunnerInput extends PlacementInput {
  /** Names the run: letters, digits, dots and hyphens. */
  readonly runId: string;
}

/** A task under the name that the runner knows it by. */
export interface PlacedTask {
  readonly task: ExportTask;
  readonly name: string;
}

/** A task that the runner cannot run, and why. */
export interface LeftOut {
  readonly task: ExportTask;
  readonly reason: string;
}

/** What a runner can make of tasks. */
export interface Placement {
  readonly placed: readonly PlacedTask[];
  readonly leftOut: readonly LeftOut[];
  readonly faults: readonly Fault[];
}

/** A command to run, and what it is for. */
export interface RunCommand {
  readonly title: string;
  readonly lines: readonly (readonly Word[])[];
}

/** A file of an export: a plain name, and its content. */
export interface ExportFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What it is, in a few words. */
  readonly about: string;
}

/** What a runner's export comes to. */
export interface RunnerOutput {
  /** The version that the commands are for, where the input does not allow the one that was meant. */
  readonly version?: string | undefined;
  readonly files: readonly ExportFile[];
  readonly commands: readonly RunCommand[];
  /** Where the commands are to be run, in a sentence, where that is not the folder in which it was exported. */
  readonly runFrom?: string | undefined;
  /** What whoever runs it should know. */
  readonly notes: readonly string[];
  readonly faults: readonly Fault[];
}
