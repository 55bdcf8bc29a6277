import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareText } from '../core/text/compare-text.js';
import { reasonOf } from '../disk/reason-of.js';
import { readTable } from '../files/tables/read-table.js';
import { tableKind } from '../files/tables/table-kind.js';
import { TaskFolder } from '../files/task-folder.js';
import type { FolderFormat, Format, RecordFormat } from './formats/format.js';
import type { Found } from './found.js';
import { guardedReading, readRecord } from './read-record.js';

const deepest = 12;
const tableEndings = /\.(json|jsonl|ndjson|csv|tsv|parquet)$/i;
const leftAlone = new Set(['node_modules', '.git', '__pycache__']);

/**
 * Finds the tasks in a file or below a folder, in the order of the paths. The path itself may be a link, as a person named it. A folder that is a task is not searched further;
 * links are not followed; nothing that is found is run.
 */
export async function* discover(path: string, formats: readonly Format[]): AsyncGenerator<Found> {
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (cause) {
    yield { kind: 'problem', path, reason: reasonOf(cause) };
    return;
  }
  if (isFolder) yield* searchFolder(path, 0, formats);
  // Files that are found are never links; this one was named, and may be.
  else yield* searchFile(lstatSync(path).isSymbolicLink() ? realpathSync(path) : path, formats);
}

async function* searchFolder(path: string, depth: number, formats: readonly Format[]): AsyncGenerator<Found> {
  let entries: Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name));
  } catch (cause) {
    yield { kind: 'problem', path, reason: reasonOf(cause) };
    return;
  }
  const task = readFolder(path, entries, formats);
  if (task !== undefined) yield task;
  // Something that only looks like a task may still hold some.
  if (task !== undefined && task.kind !== 'passed-over') return;
  const holdsRecords = formats.some((format) => format.kind === 'record');
  for (const entry of entries) {
    const below = join(path, entry.name);
    if (entry.isSymbolicLink()) {
      yield { kind: 'passed-over', path: below, reason: 'a link, which is not followed' };
    } else if (entry.isDirectory()) {
      if (leftAlone.has(entry.name)) continue;
      if (/templates?$/i.test(entry.name)) yield { kind: 'passed-over', path: below, reason: 'a folder of templates' };
      else if (depth >= deepest) yield { kind: 'passed-over', path: below, reason: `deeper than ${deepest} folders` };
      else yield* searchFolder(below, depth + 1, formats);
    } else if (holdsRecords && tableEndings.test(entry.name)) {
      if (entry.isFile()) yield* searchFile(below, formats);
      else yield { kind: 'problem', path: below, reason: 'it is not a regular file' };
    }
  }
}

/** The task that a folder is, by the first format that knows it; undefined when it is none. */
function readFolder(path: string, entries: readonly Dirent[], formats: readonly Format[]): Found | undefined {
  const names = new Set(entries.map((entry) => entry.name));
  const candidates = formats.filter(
    (format): format is FolderFormat => format.kind === 'folder' && format.markers.every((marker) => names.has(marker)),
  );
  if (candidates.length === 0) return undefined;
  const links = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => entry.name);
  const folder = new TaskFolder(path, basename(path), names, links);
  for (const format of candidates) {
    const reading = guardedReading(() => format.read(folder));
    if ('notMine' in reading) continue;
    if ('broken' in reading) return { kind: 'problem', path, reason: reading.broken };
    return { kind: 'task', format, facts: reading, path };
  }
  const markers = [...new Set(candidates.flatMap((format) => format.markers))].join(' and ');
  return { kind: 'passed-over', path, reason: `it has ${markers}, but of no known format` };
}

async function* searchFile(path: string, formats: readonly Format[]): AsyncGenerator<Found> {
  const known = formats.filter((format): format is RecordFormat => format.kind === 'record');
  let others = 0;
  try {
    const kind = tableKind(path);
    if (kind === undefined) {
      yield { kind: 'passed-over', path, reason: 'it holds no records' };
      return;
    }
    // Records of one file are of one format, so the one that knew the last is asked first.
    let order = known;
    for await (const row of readTable(path, kind, (document) => unfolded(document, known))) {
      const found = readRecord(row, path, order);
      if (found === undefined) others += 1;
      else yield found;
      if (found?.kind === 'task' && found.format !== order[0]) order = [found.format as RecordFormat, ...known];
    }
  } catch (cause) {
    yield { kind: 'problem', path, reason: reasonOf(cause) };
    return;
  }
  if (others > 0) yield { kind: 'passed-over', path, reason: 'its records are of no known format' };
}

function unfolded(document: unknown, formats: readonly RecordFormat[]): Iterable<unknown> | undefined {
  for (const format of formats) {
    const records = format.unfold?.(document);
    if (records !== undefined) return records;
  }
  return undefined;
}
