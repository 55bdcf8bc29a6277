import { basename } from 'node:path';
import type { FolderMet } from '../disk/walk-folder.js';
import { type FolderContents, folderContents, type sharedContents } from '../files/folder-contents.js';
import { TaskFolder } from '../files/task-folder.js';
import type { TaskFacts } from './facts/task-facts.js';
import type { FolderCache } from './folder-cache.js';
import type { FolderFormat, Format } from './formats/task-format.js';
import { taskFormats } from './formats/task-formats.js';
import { type Found, guardedReading } from './found.js';
import { addOwnFields, type OwnFields } from './own-fields.js';

/** How to read the tasks that are found. */
export interface DiscoverOptions {
  /** Whether a task's whole contents are hashed. Default false. */
  readonly contents?: boolean;
  /** Reads the plan's fields from the records of task folders. */
  readonly own?: OwnFields | undefined;
  /** The id column of tables, if it was named without a plan. */
  readonly idColumn?: { readonly column: string } | undefined;
  /** The reason why a table with ids contains no tasks; undefined if it may contain some. */
  readonly whyNoTasks?: ((path: string) => Promise<string | undefined>) | undefined;
  /** The folder below which folder names such as `language=go` give columns to Parquet files. Default: the searched folder. */
  readonly root?: string | undefined;
  /** Where to cache parsed task folders between runs; undefined: no cache. */
  readonly cache?: string | undefined;
}

/** The task in a folder, by the first format that recognises it; undefined if none does. */
export function readTaskFolder(
  { path, entries }: FolderMet,
  formats: readonly Format[],
  options: DiscoverOptions,
  cache: FolderCache | undefined,
  contentsOf: ReturnType<typeof sharedContents>,
): Found | undefined {
  const names = new Set<string>();
  for (const { name } of entries) names.add(name);
  const candidates = formats.filter(
    (format): format is FolderFormat => format.kind === 'folder' && hasMarkers(format, names),
  );
  if (candidates.length === 0) return undefined;
  const links = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => entry.name);
  const hashes = options.contents === true || cache !== undefined;
  const open = () => new TaskFolder(path, basename(path), names, links, { hashes });
  const kept = cache?.find(path, entries, open, { needsRecord: ownOf(options) !== undefined });
  const folder = kept?.folder ?? open();
  const contents = () => folderContents(path, entries, folder.hashes, undefined, contentsOf);
  if (kept !== undefined) return taskOf(kept.format, kept.reading, path, options, contents);
  return readTask(folder, candidates, options, contents, (format, reading) =>
    cache?.add(folder, entries, format, reading),
  );
}

/** Whether a folder with these entries has the marker files of a task in any format. */
export function mayBeTask(entries: FolderMet['entries']): boolean {
  const names = new Set(entries.map(({ name }) => name));
  return taskFormats.some((format) => format.kind === 'folder' && hasMarkers(format, names));
}

/** The task in a folder, by the first format that recognises it; `onRead` receives the result. */
export function readTask(
  folder: TaskFolder,
  candidates: readonly FolderFormat[],
  options: DiscoverOptions,
  contents: () => FolderContents,
  onRead?: (format: FolderFormat, reading: TaskFacts) => void,
): Found {
  const { path } = folder;
  for (const format of candidates) {
    if (!hasMarkers(format, folder)) continue;
    const reading = guardedReading(() => format.read(folder));
    if ('notMine' in reading) continue;
    if ('broken' in reading) return { kind: 'problem', path, reason: reading.broken };
    onRead?.(format, reading);
    return taskOf(format, reading, path, options, contents);
  }
  const markers = [...new Set(candidates.flatMap((format) => format.markers))].join(' and ');
  return { kind: 'passed-over', path, reason: `${markers} in an unknown format` };
}

/** A task as a format read it, with the plan's fields from its record and its contents. */
function taskOf(
  format: FolderFormat,
  reading: TaskFacts,
  path: string,
  options: DiscoverOptions,
  contentsOf: () => FolderContents,
): Found {
  const own = ownOf(options);
  const { record, ...known } = reading;
  const facts = own === undefined || record === undefined ? known : addOwnFields(known, record, own);
  if ('broken' in facts) return { kind: 'problem', path, reason: facts.broken };
  if (options.contents !== true) return { kind: 'task', format, facts, path };
  const { contents, hashes, remarks } = contentsOf();
  const digest = hashes.size === 0 ? undefined : format.digest?.(hashes);
  const all = digest === undefined ? facts : { ...facts, digest };
  return { kind: 'task', format, facts: all, path, contents, unhashed: remarks };
}

function ownOf({ own }: DiscoverOptions): OwnFields | undefined {
  return own?.takesAny === true ? own : undefined;
}

/** Whether a folder has a format's marker files; for a path, its first part. */
function hasMarkers({ markers }: FolderFormat, folder: { has(name: string): boolean }): boolean {
  return markers.every((marker) => folder.has(marker.includes('/') ? marker.slice(0, marker.indexOf('/')) : marker));
}
