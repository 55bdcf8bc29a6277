import { relative, sep } from 'node:path';
import { discover } from '../sources/discover.js';
import type { Format } from '../sources/formats/task-format.js';
import type { FoundTask } from '../sources/found.js';
import type { ProblemList, ReasonList } from './inspection.js';
import { isResults } from './is-results.js';
import { withSlashes } from './path-faults.js';
import { ProblemCounts, ReasonCounts } from './reason-counts.js';

/** What is in a path, so that it can be cut into benchmarks: how many tasks of each format, and in which files. */
export interface PathSurvey {
  readonly path: string;
  readonly all: FormatsSeen;
  /** By the folder below the path that holds a collection; '' for files that lie in the path itself. Undefined: too many. */
  readonly below: ReadonlyMap<string, FormatsSeen> | undefined;
  /** Whether the path, or a folder directly below it, is itself a task. */
  readonly holdsTasks: boolean;
  readonly problems: ProblemList;
  readonly passedOver: ReasonList;
}

/** The formats of a path, by name. */
export type FormatsSeen = Map<string, FormatSeen>;

/** The tasks of one format. */
export interface FormatSeen {
  readonly format: Format;
  tasks: number;
  /** The files of a record format; undefined: too many. */
  files: Map<string, FileSeen> | undefined;
  /** Tasks that name yet another benchmark than a file's first two hundred. */
  unlisted: number;
}

/** One file: its tasks, and the benchmarks that they name. */
interface FileSeen {
  tasks: number;
  readonly names: Map<string, number>;
}

const mostFolders = 40;
const mostFiles = 50;
const mostNames = 200;

/** Goes through a path once and notes where its tasks lie. */
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

/** Folders that hold collections and are none. */
const holdsCollections = /^(?:benchmarks|collections|datasets|suites)$/i;

/** The folder of the collection that a task belongs to, by the steps to the task; '' for one that lies in the path itself. */
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
