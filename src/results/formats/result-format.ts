import type { List } from '../../core/lists/lists.js';
import type { Place } from '../../core/model/errors.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import type { ReadingOptions } from '../../core/model/result-settings.js';
import type { UnlistedOrNone } from '../../core/outcomes/task-index.js';
import type { ResultFile } from '../content/result-file.js';
import type { TokenUse } from '../content/token-costs.js';
import type { Reading } from './reading.js';

/** The verdict of a result: a reward in [0, 1], or why there is none. */
export type RunVerdict = { readonly reward: number } | 'errored' | 'not-run';

/** One result as a format finds it, before runs are named and attempts are numbered. */
export interface FoundOutcome {
  readonly taskId: string;
  readonly benchmark?: string | undefined;
  readonly configuration: string;
  /** The submission or folder of runs that it comes from: results of one name from two of these are two configurations. */
  readonly source?: string | undefined;
  /** Whether the name leaves open which system it was, such as an agent without its model: the source is then added. */
  readonly isPartlyNamed?: true | undefined;
  /** The folder of the run, or its file without the ending, if only that tells which system it was. */
  readonly runPlace?: string | undefined;
  /** Undefined where the format knows no runs: files of one configuration are then distinguished by their names. */
  readonly run?: string | undefined;
  /** Undefined where the format does not number attempts. */
  readonly attempt?: number | undefined;
  /** Orders the attempts of formats that repeat a task without numbers; without it a second result is an error. */
  readonly repeat?: string | undefined;
  /** Shared by copies of one result in several files: a copy that says the same is counted once. */
  readonly identity?: string | undefined;
  readonly verdict: RunVerdict;
  readonly costUsd?: number | undefined;
  readonly durationMs?: number | undefined;
  /** The tokens of the run, which give its cost if the results have none and prices are known. */
  readonly tokens?: readonly TokenUse[] | undefined;
  /** Why the run errored, in one line. */
  readonly error?: string | undefined;
  /** Identifies the version of the task, the surest first, as KIND:VALUE. */
  readonly digests?: readonly string[] | undefined;
  /** The other columns of a table's row. */
  readonly fields?: Readonly<Record<string, string | number>> | undefined;
  readonly place: Place;
}

/** A result without its place, which whoever reads the file adds. */
export type Finding = Omit<FoundOutcome, 'place'>;

/** Results as a format finds them, in the order of the file. */
export type FoundList = List<FoundOutcome>;

/** A format of results, listed in `resultFormats`; `isDocument`, `isRow` or, if neither is enough, `recognises` tells its files. */
export interface ResultFormat {
  readonly name: string;
  /** What a reader knows it by. */
  readonly title: string;
  /** What makes a file one of these, in words, for a file of no known format. */
  readonly lookedFor: string;
  /** Whether a file that is this JSON object is of the format. */
  isDocument?(document: UnknownRecord): boolean;
  /** Whether a table that begins with this row is of the format; so is a file of just one such object. */
  isRow?(row: UnknownRecord): boolean;
  recognises?(file: ResultFile, options: OutcomeOptions): boolean;
  /** Adds the results of a file to its reading; a file with an error gives no outcomes. */
  read(reading: Reading): void | Promise<void>;
  /** Whether such files hold no results and are known only to be refused with the reason when a user names one. */
  readonly isRefused?: true;
  /** Whether such a file holds no results itself, only leads to the files that do. */
  readonly leadsToOthers?: true;
  /** Whether a file of tasks may look the same. */
  readonly mayBeTasks?: true;
  /** Whether such a file may sum up the reports of a runner that are beside it. */
  readonly maySumUp?: true;
  /** Whether one object is a whole file of a format that has no `isRow`. */
  readonly readsLoneRow?: true;
  /** How a search through folders finds such files, where their content is not enough. */
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

/** What a search through folders knows about the files of a format. */
interface ResultSearch {
  /** What such files are called: a found one is read however deep it is, and one that cannot be read is an error. */
  readonly called?: RegExp;
  /** A file of this name that is such a document stands for its whole folder. */
  readonly wholeFolder?: string;
  /** Files that stand for the whole folder they are in: nothing else there is looked at. */
  readonly wholeFolders?: readonly WholeFolder[];
  /** Files that are beside results and hold none. */
  readonly bystanders?: readonly string[];
  /** Of the folders beside these files, those that are searched; undefined: all. */
  foldersWithResults?(files: ReadonlySet<string>, folders: readonly string[]): readonly string[] | undefined;
}

/** A file that may represent its whole folder. */
export interface WholeFolder {
  readonly file: string;
  /** Whether it does; `document` gives its JSON, undefined when it cannot be read. `files` are the names in the folder. */
  isWhole(document: () => unknown, files: ReadonlySet<string>): boolean;
}

/** How results are read; every part may be left out. */
export interface OutcomeOptions extends ReadingOptions {
  /**
   * For files that cover a whole benchmark without listing every task: the tasks of the pool that a list of names does not
   * have; undefined if only some of the list is in a benchmark of the pool, "foreign" if none is. `total` is the number
   * of tasks that the file counts. Left out: the pool is unknown.
   */
  readonly unlisted?: ((listed: ReadonlySet<string>, total?: number) => UnlistedOrNone) | undefined;
  /** What to call the configuration of everything at or below a path, instead of the name that the files give. */
  readonly systems?: ReadonlyMap<string, string>;
  /** Whether a task is asked about. Of a very long file, one result of each other task is kept. Default: all are. */
  readonly isWanted?: ((taskId: string) => boolean) | undefined;
  /** Whether rewards only count as scores: one outside the range is then NaN, with a warning instead of an error. Default false. */
  readonly countsOnly?: boolean | undefined;
  /** Whether each path is given for one system: runs in it whose names count them are repeats, and none is a copy of the other's. Default false. */
  readonly isOneSystem?: boolean | undefined;
}
