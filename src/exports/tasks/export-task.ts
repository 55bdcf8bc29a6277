import { groupBy } from '../../core/lists/lists.js';
import type { Manifest } from '../../core/manifest/manifest.js';
import type { Fault } from '../../core/model/errors.js';
import type { RowFile } from '../../core/model/row-file.js';
import { type ScheduledTask, stratumOf } from '../../core/schedule/schedule.js';
import { visibleText } from '../../core/text/words.js';
import { isBroken } from './escape.js';

/** A selected task, as passed to an export. */
export interface ExportTask extends ScheduledTask {
  readonly aliases: readonly string[];
  /** Its folder, relative to the plan's sources; undefined if it has no folder of its own. */
  readonly folder: string | undefined;
  readonly entry: Manifest['tasks'][number];
}

/** The inputs of an export besides the selection; all are optional. */
export interface ExportInputs {
  /** Rows to filter. */
  readonly dataset?: RowFile | undefined;
  readonly predictions?: RowFile | undefined;
  /** Whether a file exists, such as `isFile`; by default unchecked. */
  readonly hasFile?: ((path: string) => boolean) | undefined;
  /** Whether a folder exists, such as `isFolder`; by default unchecked. */
  readonly hasFolder?: ((path: string) => boolean) | undefined;
  /** Opens a task's folder, to check that the runner accepts it and to copy it: `openTaskFolder`. */
  readonly openTask?: OpenTask | undefined;
  /** The absolute path of the folder in which the commands will be run. Task folders may be in it as well as in the root. */
  readonly here?: string | undefined;
  /** Other folders that may contain a benchmark's tasks, by the benchmark's name. */
  readonly otherFolders?: ReadonlyMap<string, readonly string[]> | undefined;
  /** The sources in the plan, relative to the root. Their tasks may be anywhere on disk. */
  readonly sources?: readonly string[] | undefined;
}

/** A task with its name for the runner. */
export interface NamedTask {
  readonly task: ExportTask;
  readonly name: string;
  /** The runner's own identifier of its content, such as `sha256:…`; undefined if it has none. */
  readonly digest?: string | undefined;
  /** Its folder, if the runner uses another name. */
  readonly folder?: string | undefined;
}

/** A task that the runner cannot run, and why. */
export interface LeftOut {
  readonly task: ExportTask;
  readonly reason: string;
}

/** The names that a runner has for tasks, the tasks it cannot run, and errors. */
export interface Naming {
  readonly named: readonly NamedTask[];
  readonly leftOut: readonly LeftOut[];
  readonly faults: readonly Fault[];
}

/** The result for a runner that cannot name any task, with the error. */
export function refused(fault: Fault): Naming {
  return { named: [], leftOut: [], faults: [fault] };
}

/** The tasks of a manifest. */
export function exportTasks({ tasks }: Manifest): readonly ExportTask[] {
  return tasks.map((entry) => ({
    benchmark: entry.benchmark,
    id: entry.task_id,
    stratum: stratumOf(entry),
    aliases: entry.aliases,
    folder: ownFolder(entry.task_dir),
    entry,
  }));
}

/** A task's own folder: `.` is the folder of a table of many tasks, not of a task. */
function ownFolder(folder: string | null): string | undefined {
  return folder === null || lastPart(folder) === '' ? undefined : folder;
}

/** The contents of a task's folder, as read by the caller. Links out of the folder are not followed. */
export interface TaskFolder {
  /** Why it is not read at all; undefined if it is. */
  readonly problem?: string | undefined;
  /** The text of its task.toml; undefined if it has no readable one. */
  readonly configText: string | undefined;
  /** The data of a TOML text, or why it is invalid. */
  readonly parse: (text: string) => { readonly data: unknown } | { readonly problem: string };
  /** Whether it has a file or a folder of this name, with slashes. */
  readonly has: (name: string) => boolean;
  /** Every file that a runner copies, or why they can't be read. */
  readonly files: () => { readonly files: readonly TaskFile[] } | { readonly problem: string };
}

/**
 * Opens a task's folder. Links between the folder that the user named (by default the current one) and the task's folder
 * are not followed.
 */
export type OpenTask = (path: string, root?: string) => TaskFolder;

/** A file of a task, by its path within the folder. */
export interface TaskFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isExecutable: boolean;
}

/** A folder below a root as a path with slashes; undefined if it leads outside. Pure. */
export function folderPath(
  root: string,
  folder: string,
  { here, sources = [] }: Pick<ExportInputs, 'here' | 'sources'> = {},
): string | undefined {
  const rootParts = pathParts(root);
  const below = (path: string) => pathParts([...rootParts, path].join('/'));
  const isAbsolute = root.startsWith('/');
  const inSource = (parts: readonly string[], isFull: boolean) =>
    sources.some((source) =>
      source.startsWith('/') ? isFull && startsWith(parts, pathParts(source)) : startsWith(parts, below(source)),
    );
  if (folder.startsWith('/')) {
    const parts = pathParts(folder);
    const isAllowed = (isAbsolute && startsWith(parts, rootParts)) || inSource(parts, true);
    return isAllowed ? joined(parts, true) : undefined;
  }
  const parts = below(folder);
  const isBelowRoot = startsWith(parts, rootParts);
  const isBelowHere = isAbsolute
    ? here !== undefined && startsWith(parts, pathParts(here))
    : parts.length > 0 && parts[0] !== '..';
  if (isBelowRoot || isBelowHere || inSource(parts, isAbsolute)) return joined(parts, isAbsolute);
  // As the selection names it from here, if that is in the root: "--path .." for a task of "../tasks".
  const own = pathParts(folder);
  return !isAbsolute && startsWith(own, rootParts) ? joined(own, false) : undefined;
}

/** The last part of a path. */
export function lastPart(path: string): string {
  return pathParts(path).at(-1) ?? '';
}

/** The path without its last part. */
export function parentPath(path: string): string {
  return joined(pathParts(path).slice(0, -1), path.startsWith('/'));
}

/** The parts of a path without empty parts, dots and steps back over a name. */
export function pathParts(path: string): readonly string[] {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else kept.push(part);
  }
  return kept;
}

function startsWith(parts: readonly string[], start: readonly string[]): boolean {
  return parts.length > start.length && start.every((part, i) => parts[i] === part) && parts[start.length] !== '..';
}

function joined(parts: readonly string[], isAbsolute: boolean): string {
  return `${isAbsolute ? '/' : ''}${parts.join('/')}` || '.';
}

const mostNames = 5;

/** A name from elsewhere, quoted for a sentence. */
export function shownName(name: string): string {
  return `"${visibleText(name, 120)}"`;
}

/** The first few names in a sentence: `"a", "b" and 3 more`. */
export function shownNames(names: readonly string[], most = mostNames): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).map(shownName).join(', ')}${more}`;
}

/** Errors for names that cannot be written at all, and for names that the runner would confuse. */
export function nameFaults(
  tasks: readonly NamedTask[],
  runner: { readonly title: string; identityOf?(named: NamedTask): string },
): Fault[] {
  const broken = tasks.filter(({ name }) => isBroken(name)).map(({ name }) => name);
  const faults: Fault[] = [];
  if (broken.length > 0) {
    const message = `these names contain an incomplete character and cannot be written as text: ${shownNames(broken)}.`;
    faults.push({ code: 'export/unsayable', message, hint: 'Fix the ids at their source.' });
  }
  for (const [name, same] of groupBy(tasks, (named) => runner.identityOf?.(named) ?? named.name)) {
    if (same.length < 2) continue;
    const who = same.map(({ task }) => `${task.benchmark}/${task.id}`);
    faults.push({
      code: 'export/collision',
      message: `${runner.title} would use the same name, ${shownName(name)}, for ${shownNames(who)}.`,
      hint: isWithinOne(same)
        ? 'Rename one of them at its source, or exclude it.'
        : 'Export the benchmarks separately with --benchmark, or rename one of the tasks at its source.',
    });
  }
  return faults;
}

/** Whether two are in one benchmark, which --benchmark can't separate. */
function isWithinOne(tasks: readonly NamedTask[]): boolean {
  return new Set(tasks.map(({ task }) => task.benchmark)).size < tasks.length;
}

/** Errors for names that a runner cannot express, one for each reason. */
export function unsayableFaults(
  tasks: readonly NamedTask[],
  reasonOf: (name: string) => string | undefined,
  hint: string,
): Fault[] {
  const reasons = groupBy(
    tasks.flatMap(({ name }) => {
      const reason = reasonOf(name);
      return reason === undefined ? [] : [{ name, reason }];
    }),
    ({ reason }) => reason,
  );
  return [...reasons].map(([reason, names]) => ({
    code: 'export/unsayable',
    message: `${shownNames(names.map(({ name }) => name))} cannot be exported to this runner: ${names.length === 1 ? 'the id' : 'each'} ${reason}.`,
    hint,
  }));
}
