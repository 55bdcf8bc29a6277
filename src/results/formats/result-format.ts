import type { List } from '../../core/lists/list-view.js';
import type { Place } from '../../core/model/fault.js';
import type { ReadingOptions } from '../../core/model/result-settings.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';

/** What a result says: a reward in [0, 1], or why there is none. */
export type Verdict = { readonly reward: number } | 'errored' | 'not-run';

/** One result as a format finds it, before runs are told apart and attempts are numbered. */
export interface FoundOutcome {
  readonly taskId: string;
  readonly benchmark?: string | undefined;
  readonly configuration: string;
  /** The submission or folder of runs that it comes from: results of one name from two of these are two configurations. */
  readonly source?: string | undefined;
  /** Whether the name leaves open who was tried, such as an agent's without its model: the source is then told with it. */
  readonly isPartlyNamed?: true | undefined;
  /** Undefined where the format knows no runs: files of one configuration are then told apart by their names. */
  readonly run: string | undefined;
  /** Undefined where the format does not number attempts. */
  readonly attempt: number | undefined;
  /** Orders the attempts of formats that repeat a task without numbers; without it a second result is a fault. */
  readonly repeat?: string | undefined;
  /** What copies of one result in several files share: a copy that says the same is counted once. */
  readonly identity?: string | undefined;
  readonly verdict: Verdict;
  readonly costUsd?: number | undefined;
  readonly durationMs?: number | undefined;
  /** What tells the version of the task, the surest first, as KIND:VALUE. */
  readonly digests?: readonly string[] | undefined;
  /** What else a table's row says. */
  readonly fields?: Readonly<Record<string, string | number>> | undefined;
  readonly place: Place;
}

/** Results as a format finds them, in the order of the file. */
export type FoundList = List<FoundOutcome>;

/** What a format made of a file. */
export interface FoundResults {
  readonly outcomes: FoundList;
  /** Whether its results have digests. */
  readonly hasDigests?: true;
  /** Files that belong to this one and are read as well. */
  readonly also?: readonly string[];
}

/** A way results are written: one file each, one line in `resultFormats`. */
export interface ResultFormat {
  readonly name: string;
  /** What a reader knows it by. */
  readonly title: string;
  /** What makes a file one of these, in words, for a file that is none. */
  readonly lookedFor: string;
  /** Whether a file is of this format, by what is in it. */
  recognises(file: ResultFile, options?: OutcomeOptions): boolean;
  /** Faults and warnings go to the notes; a file with a fault gives no outcomes. */
  read(file: ResultFile, options: OutcomeOptions, notes: ReadingNotes): FoundResults | Promise<FoundResults>;
  /** Whether such files hold no results and are known only to be refused with the reason when somebody names one. */
  readonly isRefused?: true;
  /** Whether such a file holds no results itself, only leads to the files that do. */
  readonly leadsToOthers?: true;
  /** Whether a file of tasks may look the same. */
  readonly mayBeTasks?: true;
  /** The rewards or scorers that the runner's own documentation calls the main one: of several, one of these is read. */
  readonly mainRewards?: readonly string[];
  /** Whether one object alone is a whole file of this format. */
  readonly readsLoneRow?: true;
  /** How a search through folders finds such files, where their content alone is not enough. */
  readonly search?: ResultSearch;
}

/** What a search through folders knows about the files of a format. */
interface ResultSearch {
  /** What such files are called: a found one is looked at however deep it lies, and one that cannot be read is a fault. */
  readonly called?: RegExp;
  /** Files that say all there is to say about the folder they lie in: nothing else there is looked at. */
  readonly wholeFolders?: readonly WholeFolder[];
  /** Files that lie beside results and hold none. */
  readonly bystanders?: readonly string[];
  /** Of the folders beside these files, those that are searched; undefined: all. */
  foldersWithResults?(files: ReadonlySet<string>, folders: readonly string[]): readonly string[] | undefined;
}

/** A file that may stand for its whole folder. */
interface WholeFolder {
  readonly file: string;
  /** Whether it does; `document` gives its JSON, undefined when it cannot be read. `files` are the names in the folder. */
  isWhole(document: () => unknown, files: ReadonlySet<string>): boolean;
}

/** How results are read; every part may be left out. */
export interface OutcomeOptions extends ReadingOptions {
  /** The ids of a split, for files that do not list failures: a task that is in the split and not in the file has failed. */
  readonly split?: readonly string[];
  /** What to call the configuration of everything at or below a path, instead of the name that the files give. */
  readonly systems?: ReadonlyMap<string, string>;
  /** Whether a task is asked about. Of a very long file, one result of any other is kept, to tell of it; default: all are. */
  readonly isWanted?: ((taskId: string) => boolean) | undefined;
  /** Whether rewards only count as scores: one outside the range is then NaN, with a warning, and no error. Default false. */
  readonly countsOnly?: boolean | undefined;
}
