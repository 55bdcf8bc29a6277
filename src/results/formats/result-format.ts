import type { List } from '../../core/lists/lists.js';
import type { Outcome } from '../../core/model/outcome.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import type { ReadingOptions } from '../../core/model/result-settings.js';
import type { UnlistedOrNone } from '../../core/outcomes/task-index.js';
import type { ResultFile } from '../content/result-file.js';
import type { TokenUse } from '../content/token-costs.js';
import type { Reading } from './reading.js';

/** The verdict of a result: a reward in [0, 1], or why there is none. */
export type RunVerdict = { readonly reward: number } | 'errored' | 'not-run';

/** One result as a format finds it, before runs are named and attempts are numbered. */
export interface FoundOutcome extends Omit<Outcome, 'run' | 'attempt' | 'status' | 'reward'> {
  /** The submission or folder of runs that the result comes from. The same name from two sources means two systems. */
  readonly source?: string | undefined;
  /** Whether the name is ambiguous, such as an agent without its model, so that the source is added. */
  readonly isPartlyNamed?: true | undefined;
  /** The folder of the run, or its file without the extension, if only that identifies the system. */
  readonly runPlace?: string | undefined;
  /** Undefined if the format has no runs. Files of one system are then distinguished by their names. */
  readonly run?: string | undefined;
  /** Undefined if the format does not number attempts. */
  readonly attempt?: number | undefined;
  /** Orders attempts if the format repeats tasks without numbering them. Without it, a second result is an error. */
  readonly repeat?: string | undefined;
  /** The same for copies of one result in several files, so that they count once. */
  readonly identity?: string | undefined;
  readonly verdict: RunVerdict;
  /** The tokens of the run, to compute its cost if the results have none and prices are given. */
  readonly tokens?: readonly TokenUse[] | undefined;
}

/** A result without its place, which the file's reader adds. */
export type Finding = Omit<FoundOutcome, 'place'>;

/** Results as a format finds them, in the order of the file. */
export type FoundList = List<FoundOutcome>;

/** A format of results, listed in `resultFormats`. `isDocument`, `isRow` or, if neither is enough, `recognises` identifies its files. */
export interface ResultFormat {
  readonly name: string;
  /** Its name for readers. */
  readonly title: string;
  /** Whether a file with this JSON object has the format. */
  isDocument?(document: UnknownRecord): boolean;
  /** Whether a table that begins with this row has the format, or a file of one such object. */
  isRow?(row: UnknownRecord): boolean;
  recognises?(file: ResultFile, options: OutcomeOptions): boolean;
  /** Adds the results of a file to its reading. A file with an error adds none. */
  read(reading: Reading): void | Promise<void>;
  /** Whether such files have no results and are recognised only to explain why they are refused. */
  readonly isRefused?: true;
  /** Whether a file of tasks may look the same. */
  readonly mayBeTasks?: true;
  /** Whether such a file may sum up a runner's reports in the same folder. */
  readonly maySumUp?: true;
  /** Whether one object is a whole file of a format that has no `isRow`. */
  readonly readsLoneRow?: true;
  /** How a search through folders finds such files, if their content is not enough. */
  readonly search?: ResultSearch;
}

/** Whether a file is of a format, by its content. */
export function isOfFormat(format: ResultFormat, file: ResultFile, options: OutcomeOptions = {}): boolean {
  const { content } = file;
  if (format.recognises !== undefined) return format.recognises(file, options);
  if (content.kind === 'document') return isRecord(content.data) && format.isDocument?.(content.data) === true;
  const row = content.kind === 'table' ? content.table.first?.data : undefined;
  return row !== undefined && format.isRow?.(row) === true;
}

/** Rules for finding a format's files in folders. */
interface ResultSearch {
  /** The names of such files. They are read at any depth, and an unreadable one is an error. */
  readonly called?: RegExp;
  /** A file of this name with such a document represents its whole folder. */
  readonly wholeFolder?: string;
  /** Files that represent their whole folder, so that nothing else in it is read. */
  readonly wholeFolders?: readonly WholeFolder[];
  /** Files in the same folder that contain no results. */
  readonly bystanders?: readonly string[];
  /** The subfolders to search if the folder contains these files; undefined means all. */
  foldersWithResults?(files: ReadonlySet<string>, folders: readonly string[]): readonly string[] | undefined;
}

/** A file that may represent its whole folder. */
export interface WholeFolder {
  readonly file: string;
  /** Whether it does. `document` returns its JSON, or undefined if it can't be read; `files` are the names in the folder. */
  isWhole(document: () => unknown, files: ReadonlySet<string>): boolean;
}

/** How results are read; all options are optional. */
export interface OutcomeOptions extends ReadingOptions {
  /**
   * For files that cover a whole benchmark without listing every task: the tasks of the pool that aren't listed. Undefined
   * if only some listed tasks are in a benchmark of the pool, "foreign" if none are. `total` is the number of tasks that
   * the file counts. Omitted if the pool is unknown.
   */
  readonly unlisted?: ((listed: ReadonlySet<string>, total?: number) => UnlistedOrNone) | undefined;
  /** The name for the system of everything at or below a path, instead of the name in the files; or the new name of a system. */
  readonly systems?: ReadonlyMap<string, string>;
  /** The entries of `systems` that are not paths: new names by old ones. */
  readonly newNames?: ReadonlyMap<string, string>;
  /** Whether a task is wanted. In a very long file, one result of each other task is kept. Default: all. */
  readonly isWanted?: ((taskId: string) => boolean) | undefined;
  /** Whether it only matters that results were scored. A reward out of range is then NaN, with a warning instead of an error. Default false. */
  readonly countsOnly?: boolean | undefined;
  /** Whether each path is for one system, so that its numbered runs are repeats and none is a copy from another path. Default false. */
  readonly isOneSystem?: boolean | undefined;
}
