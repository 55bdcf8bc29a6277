import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { groupBy } from '../core/lists/lists.js';
import type { ReadingNotes } from './content/reading-notes.js';
import { stemOf, withoutCounts } from './formats/names.js';
import type { FoundOutcome, OutcomeOptions } from './formats/result-format.js';
import { changed, isWithin, type RunRead, remarkJoined, sharedFolder } from './name-results.js';
import { givenPaths } from './without-snapshots.js';

/** The results of one name, by place. */
interface Namesakes {
  readonly configuration: string;
  readonly places: Map<string, TaskResults>;
  /** The places of each system, if places decide. */
  readonly systems: Map<string, Set<string>>;
  /** Whether two places have different results for one run and task. */
  isContradictory: boolean;
}

/** By task, the first scored result, or what stands for it. */
type TaskResults = Map<string, string | undefined>;

/** A file and its place, the system of the place, and the path that led to it, both without numbers. */
interface Placed<Read> {
  readonly read: Read;
  readonly place: string;
  readonly system: string;
  readonly path: string;
  /** Whether the file is the report of one task. */
  readonly isOfTask: boolean;
}

/**
 * Decides which systems have the results that files in several places give one name. If each given path is for one
 * system, the paths decide. Otherwise the places decide if they contradict each other, or if two of them share most tasks
 * and are tables with different results or run reports below two given paths. Results of two systems are never copies.
 * Places whose paths differ only in numbers belong to one system; notes say so.
 */
export function keepPlacesApart<Read extends RunRead>(
  reads: readonly Read[],
  { isOneSystem = false, systems: given }: OutcomeOptions,
  notes: ReadingNotes,
): readonly Read[] {
  const shared = sharedFolder(reads);
  const placed = placedReads(reads, shared, isOneSystem);
  const found = namesakesAmong(placed, isOneSystem);
  const givenPath = givenPaths(given);
  for (const [key, { configuration, isContradictory, places, systems }] of found) {
    const isSplit = systems.size > 1 && (isOneSystem || areDifferent([...places.values()]));
    if (!isSplit && !isContradictory) found.delete(key);
    for (const all of found.has(key) && !isOneSystem ? systems.values() : []) {
      const unnamed = [...all].filter((place) => givenPath(place) === undefined);
      remarkJoined(unnamed, shared, configuration, notes);
    }
  }
  if (found.size === 0 && !isOneSystem) return reads;
  return placed.map(({ read, place, system }) =>
    changed(read, (outcome) => {
      const { isContradictory = false, systems } = found.get(keyOf(outcome)) ?? {};
      if (systems === undefined && !isOneSystem) return outcome;
      const isRun = isContradictory && place !== system;
      const above = isRun ? [relative(isOneSystem ? system : shared, place)] : [];
      const identity = outcome.identity && `${isRun ? place : system} ${outcome.identity}`;
      const source = (systems?.size ?? 0) > 1 ? system : outcome.source;
      return { ...outcome, source, identity, run: outcome.run && [...above, outcome.run].join(sep) };
    }),
  );
}

function keyOf({ configuration, source = '' }: FoundOutcome): string {
  return `${configuration}\n${source}`;
}

/** Whether a result is in a report that names its system, and may be in another report as well. */
function isReport({ source, identity }: FoundOutcome): boolean {
  return source === undefined && identity !== undefined;
}

/** Whether a result is in a table that names its system, but not its run. */
function isNamed({ source, identity, run }: FoundOutcome): boolean {
  return source === undefined && identity === undefined && run === undefined;
}

/** The place of a file: the folder of a table or report, that of the logs of a run, or the path that the user gave. */
function placedReads<Read extends RunRead>(reads: readonly Read[], shared: string, isOneSystem: boolean) {
  const folderOf = ({ file }: RunRead) => dirname(resolve(file.real));
  const nameOf = (read: RunRead) => `${folderOf(read)}\n${read.reading?.outcomes.at(0)?.configuration}`;
  const byName = groupBy(reads, nameOf);
  const withoutNumbers = (path: string) => join(shared, withoutCounts(relative(shared, path)));
  return reads.map((read): Placed<Read> => {
    const { named, root } = read.file;
    const folder = folderOf(read);
    const path = named ? join(dirname(resolve(root)), stemOf(root)) : resolve(root);
    const first = read.reading?.outcomes.at(0);
    const isOfReport = first !== undefined && isReport(first);
    const isOfTask = isOfReport && basename(folder) === first.taskId;
    const isOfFolder = isOfReport ? !named || byName.get(nameOf(read))?.length === 1 : !named && !isOneSystem;
    const place = isOfTask ? folderOfLogs(folder, named ? undefined : path) : isOfFolder ? folder : path;
    const system = isOneSystem ? path : withoutNumbers(place);
    return { read, place, system, path: withoutNumbers(path), isOfTask };
  });
}

/** The folder above logs/run_evaluation/RUN/MODEL/TASK; without such names, the one above RUN, but none above a given path. */
function folderOfLogs(task: string, path: string | undefined): string {
  const above = join(task, '..', '..', '..');
  if (basename(above) !== 'run_evaluation') return path === undefined || isWithin(path, above) ? above : path;
  const logs = dirname(above);
  return basename(logs) === 'logs' ? dirname(logs) : logs;
}

function namesakesAmong(placed: readonly Placed<RunRead>[], isOneSystem: boolean): Map<string, Namesakes> {
  const found = new Map<string, Namesakes>();
  const firsts = new Map<string, readonly [place: string, verdict: string]>();
  const isOnePlace = new Set(placed.map(({ place }) => place)).size < 2;
  for (const { read, place, system, path, isOfTask } of isOnePlace ? [] : placed) {
    for (const outcome of read.reading?.outcomes ?? []) {
      if (!isOneSystem && !isReport(outcome) && !isNamed(outcome)) continue;
      const { configuration, taskId, identity, verdict } = outcome;
      const empty = { configuration, places: new Map(), systems: new Map(), isContradictory: false };
      const own: Namesakes = found.get(keyOf(outcome)) ?? empty;
      found.set(keyOf(outcome), own);
      const tasks: TaskResults = own.places.get(place) ?? new Map();
      own.places.set(place, tasks);
      own.systems.set(system, (own.systems.get(system) ?? new Set()).add(place));
      const reward = typeof verdict === 'string' ? undefined : String(verdict.reward);
      // Tables with the same results may be versions of a growing file; reports below two paths may not.
      tasks.set(taskId, tasks.get(taskId) ?? (isReport(outcome) ? path : reward));
      if (!isReport(outcome)) continue;
      // A run's report that contradicts the reports of its tasks is an error.
      const result = `${isOfTask} ${identity}`;
      const text = JSON.stringify(verdict);
      const [first, firstText] = firsts.get(result) ?? [place, text];
      firsts.set(result, [first, firstText]);
      if (first !== place && firstText !== text) own.isContradictory = true;
    }
  }
  return found;
}

/** Whether two places share most tasks, and their results differ. */
function areDifferent(places: readonly TaskResults[]): boolean {
  return places.some((first, i) =>
    places.slice(i + 1).some((own) => {
      const shared = [...own].filter(([id]) => first.has(id));
      const areUnequal = shared.some(([id, result]) => result !== undefined && (first.get(id) ?? result) !== result);
      return areUnequal && 2 * shared.length > Math.min(own.size, first.size);
    }),
  );
}
