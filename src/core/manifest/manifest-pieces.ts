import { TextPieces } from '../text/text-pieces.js';
import type { TaskEntry } from './csv-columns.js';
import type { LazyManifest, Manifest } from './manifest.js';

/** The text of a `selection.json`, the same as `manifestText`, piece by piece: of any length, a few hundred tasks at a time. */
export function manifestPieces(manifest: LazyManifest): TextPieces {
  return new TextPieces(() => piecesOf(manifest));
}

/** A manifest as it would be read back from disk. */
export function readBack(manifest: LazyManifest): Manifest {
  const { tasks, ...rest } = manifest;
  const read: Manifest = { ...asJson({ ...rest, tasks: [] }), tasks: [] };
  for (const batch of batchesOf(tasks)) read.tasks.push(...asJson(batch));
  return read;
}

function asJson<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data)) as Data;
}

const tasksPerPiece = 500;

function* piecesOf(manifest: LazyManifest): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(manifest)) {
    if (value === undefined) continue;
    if (key === 'tasks') yield* taskPieces(manifest.tasks, before);
    else yield `${before}${within(key, value)}`;
    before = ',';
  }
  yield '\n}\n';
}

function* taskPieces(tasks: Iterable<TaskEntry>, before: string): Generator<string> {
  const frame = within('tasks', ['']);
  const open = frame.slice(0, frame.indexOf('['));
  const close = frame.slice(frame.lastIndexOf('\n'));
  let lead = `${before}${open}[`;
  for (const batch of batchesOf(tasks)) {
    yield `${lead}${within('tasks', batch).slice(open.length + 1, -close.length)}`;
    lead = ',';
  }
  yield lead === ',' ? close : `${lead}]`;
}

/** A key of a document and its value, as they stand within it: a new line, without a comma. */
function within(key: string, value: unknown): string {
  return JSON.stringify({ [key]: value }, null, 2).slice(1, -2);
}

function* batchesOf(tasks: Iterable<TaskEntry>): Generator<TaskEntry[]> {
  let batch: TaskEntry[] = [];
  for (const task of tasks) {
    batch.push(task);
    if (batch.length < tasksPerPiece) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
