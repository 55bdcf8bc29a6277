import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { ProblemList, ReasonList } from '../core/contracts/inspect-document.js';
import { formatCount } from '../core/text/words.js';
import { discover } from '../sources/discover.js';
import type { Format } from '../sources/formats/task-format.js';
import type { FoundTask } from '../sources/found.js';
import { ProblemCounts, ReasonCounts } from './counts.js';
import { withSlashes } from './given-paths.js';
import { isResults } from './results-found.js';

/** The contents of a path, by which it is divided into benchmarks: the number of tasks in each format, and their files. */
export interface PathSurvey {
  readonly path: string;
  readonly all: FormatsSeen;
  /** The formats in each folder that contains a collection; '' for files in the path itself. Undefined: too many folders. */
  readonly below: ReadonlyMap<string, FormatsSeen> | undefined;
  /** Whether the path, or a folder directly below it, is itself a task. */
  readonly holdsTasks: boolean;
  readonly problems: ProblemList;
  readonly passedOver: ReasonList;
}

/** The formats of a path, by name. */
type FormatsSeen = Map<string, FormatSeen>;

/** The tasks of one format. */
interface FormatSeen {
  readonly format: Format;
  tasks: number;
  /** The files of a record format; undefined: too many. */
  files: Map<string, FileSeen> | undefined;
  /** Tasks that name a benchmark beyond the first two hundred in their file. */
  unlisted: number;
}

/** The number of tasks in a file, and the benchmarks that they name. */
interface FileSeen {
  tasks: number;
  readonly names: Map<string, number>;
}

const mostFolders = 40;
const mostFiles = 50;
const mostNames = 200;

/** Searches a path once and records the locations of its tasks. */
export async function surveyPath(
  path: string,
  formats: readonly Format[],
  onFound: (path: string) => void,
  idColumn?: { readonly column: string },
): Promise<PathSurvey> {
  const all: FormatsSeen = new Map();
  let below: Map<string, FormatsSeen> | undefined = new Map();
  let holdsTasks = false;
  const problems = new ProblemCounts();
  const passedOver = new ReasonCounts();
  for await (const found of discover(path, formats, { idColumn, whyNoTasks: isResults })) {
    onFound(found.path);
    if (found.kind === 'problem') problems.add(found);
    else if (found.kind === 'passed-over') passedOver.add(found.reason, withSlashes(found.path));
    else {
      note(found, all);
      const steps = relative(path, found.path).split(sep);
      if (steps.length === 1 && found.format.kind === 'folder') holdsTasks = true;
      const folder = collectionOf(steps);
      const seen: FormatsSeen = below?.get(folder) ?? new Map();
      note(found, seen);
      below?.set(folder, seen);
      if (below !== undefined && below.size > mostFolders) below = undefined;
    }
  }
  return { path, all, below, holdsTasks, problems: problems.result(), passedOver: passedOver.result() };
}

/** Names of folders that only group collections. */
const holdsCollections = /^(?:benchmarks|collections|datasets|suites)$/i;

/** The folder of the collection that a task belongs to; '' for a task in the path itself. */
function collectionOf(steps: readonly string[]): string {
  let depth = steps.length > 1 ? 1 : 0;
  while (depth > 0 && depth < steps.length - 1 && holdsCollections.test(steps[depth - 1] ?? '')) depth += 1;
  return steps.slice(0, depth).join('/');
}

function note({ format, path, facts }: FoundTask, seen: FormatsSeen): void {
  const entry: FormatSeen = seen.get(format.name) ?? { format, tasks: 0, files: new Map(), unlisted: 0 };
  seen.set(format.name, entry);
  entry.tasks += 1;
  if (format.kind === 'folder' || entry.files === undefined) return;
  const file = entry.files.get(path) ?? { tasks: 0, names: new Map() };
  entry.files.set(path, file);
  file.tasks += 1;
  const { benchmark } = facts;
  if (benchmark !== undefined) {
    const known = file.names.get(benchmark);
    if (known !== undefined || file.names.size < mostNames) file.names.set(benchmark, (known ?? 0) + 1);
    else entry.unlisted += 1;
  }
  if (entry.files.size > mostFiles) entry.files = undefined;
}

/** A benchmark to be drafted: the locations and the format of its tasks. */
export interface DraftBenchmark {
  /** The benchmark named by its records, or a name made from its path. */
  readonly name: string;
  /** Whether the records name it, so that its key in the plan must be that name. */
  readonly named: boolean;
  /** The paths of its tasks, with the number found at each. */
  readonly paths: ReadonlyMap<string, number>;
  readonly format: Format;
  /** The given path that contains them. */
  readonly place: string;
}

/** Divides paths into benchmarks: one per format, or one per folder and format if the folders of a path differ. */
export function draftBenchmarks(surveys: readonly PathSurvey[]): readonly DraftBenchmark[] {
  const drafts = new Map<string, DraftBenchmark>();
  for (const draft of surveys.flatMap(draftsOf)) {
    // Files in several paths may name the same benchmark.
    const key = draft.named
      ? JSON.stringify([draft.name, draft.format.name])
      : JSON.stringify([[...draft.paths.keys()], draft.format.name]);
    const known = drafts.get(key);
    drafts.set(key, known === undefined ? draft : { ...known, paths: new Map([...known.paths, ...draft.paths]) });
  }
  return [...drafts.values()];
}

function draftsOf(survey: PathSurvey): DraftBenchmark[] {
  const { path, all, below } = survey;
  const drafts =
    below === undefined || !isPile(survey)
      ? partsOf(all, path)
      : [...below].flatMap(([folder, seen]) =>
          folder === '' ? partsOf(seen, path, true) : partsOf(seen, join(path, folder)),
        );
  return drafts.map((draft) => ({ ...draft, place: path }));
}

/** Whether the folders directly below a path are separate benchmarks rather than parts of one. */
function isPile({ below = new Map<string, FormatsSeen>(), holdsTasks }: PathSurvey): boolean {
  const folders = [...below].filter(([folder]) => folder !== '').map(([, seen]) => seen);
  const loose: FormatsSeen = below.get('') ?? new Map();
  // Files in the path itself can only be separated from those below it if they are listed.
  if (holdsTasks || folders.length < 2 || [...loose.values()].some(({ files }) => files === undefined)) return false;
  const tasks = folders.flatMap((seen) => [...seen.values()]).reduce((sum, each) => sum + each.tasks, 0);
  const kinds = new Set(folders.map((seen) => [...seen.keys()].sort().join()));
  return kinds.size > 1 || tasks >= 3 * folders.length;
}

/** For each path with subfolders, a sentence on how it was divided into benchmarks. */
export function divisionNotes(surveys: readonly PathSurvey[]): readonly string[] {
  return surveys.flatMap((survey) => {
    const { below } = survey;
    const folders = below === undefined ? undefined : [...below.keys()].filter((folder) => folder !== '').length;
    if (folders === 0) return [];
    const path = withSlashes(survey.path);
    if (isPile(survey))
      return [
        `${path}: each of its ${formatCount(folders ?? 0)} folders with tasks is a separate benchmark. To combine them, use ${path} as the source of one benchmark.`,
      ];
    return [
      `${path}: not divided by folder. To make each folder a separate benchmark, give the folders to "winnow init" one by one.`,
    ];
  });
}

/** The drafts in a folder, named after it; a file next to other folders is named after itself. */
function partsOf(seen: FormatsSeen, folder: string, loose = false): Omit<DraftBenchmark, 'place'>[] {
  return [...seen.values()].flatMap((entry) => partsOfFormat(entry, folder, loose));
}

function partsOfFormat({ format, files, tasks }: FormatSeen, folder: string, loose: boolean) {
  if (format.kind === 'folder' || files === undefined) {
    return [{ name: nameOf(folder), named: false, paths: new Map([[folder, tasks]]), format }];
  }
  // The files, not their folder: a selection written there later must not be read as tasks.
  const unnamed = [...files].filter(([, { names }]) => names.size === 0);
  const named = [...new Set([...files.values()].flatMap(({ names }) => [...names.keys()]))].map((name) => {
    const holders = [...files].flatMap(([file, { names }]) =>
      names.has(name) ? [[file, names.get(name) ?? 0] as const] : [],
    );
    return { name, named: true, paths: new Map(holders), format };
  });
  const [first] = unnamed;
  if (first === undefined) return named;
  const name = nameOf(loose && unnamed.length === 1 ? first[0] : folder);
  const paths = new Map(unnamed.map(([file, seen]) => [file, seen.tasks]));
  return [{ name, named: false, paths, format }, ...named];
}

/** The name of a file or folder; if it is too general, that of the nearest folder above with a specific name. */
export function nameOf(path: string): string {
  const whole = resolve(path);
  const own = basename(whole).replace(/\.(jsonl?|ndjson|csv|tsv|parquet)(\.(gz|zst))?$/i, '');
  const isFile = own !== basename(whole);
  const saysNothing = (
    isFile ? /^(tasks?|data|dataset|pool|train|test|dev)$/i : /^(tasks?|data|datasets?|pool)$/i
  ).test(own);
  return saysNothing && dirname(whole) !== dirname(dirname(whole)) ? nameOf(dirname(whole)) : own;
}

/** A unique key for each draft. Names from records come first, because they cannot be changed. */
export function benchmarkKeys(drafts: readonly DraftBenchmark[]): ReadonlyMap<DraftBenchmark, string> {
  const keys = new Map<DraftBenchmark, string>();
  const taken = new Set<string>();
  for (const draft of drafts.filter(({ named }) => named)) {
    if (!canBeKey(draft.name) || taken.has(draft.name)) continue;
    keys.set(draft, draft.name);
    taken.add(draft.name);
  }
  for (const draft of drafts.filter(({ named }) => !named)) {
    const key = freeKey(plainKey(draft.name), draft.format.name, taken);
    keys.set(draft, key);
    taken.add(key);
  }
  return new Map(drafts.flatMap((draft) => (keys.has(draft) ? [[draft, keys.get(draft) as string]] : [])));
}

/** The name with only letters, digits, dots, dashes and underscores. */
export function plainKey(name: string): string {
  const plain = name
    .slice(0, 1000)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-._]+|[-._]+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'benchmark' : plain;
}

function canBeKey(name: string): boolean {
  return /^[^\s/\\]+$/.test(name) && name !== '__proto__' && name.length <= 200;
}

function freeKey(wanted: string, format: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const withFormat = `${wanted}-${format}`;
  let key = withFormat;
  for (let number = 2; taken.has(key); number += 1) key = `${withFormat}-${number}`;
  return key;
}
