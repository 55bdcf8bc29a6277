import type { UnknownRecord } from '../../core/model/record.js';
import type { TableRow } from '../../files/tables/read-table.js';
import type { TaskFolder } from '../../files/task-folder.js';
import type { TaskFinding } from '../facts/task-facts.js';

/** A format whose tasks are folders. */
export interface FolderFormat {
  readonly kind: 'folder';
  /** What a plan calls it. */
  readonly name: string;
  /** What a reader knows it by. */
  readonly title: string;
  /** Files that a folder must hold to be looked at; whether it is a task is decided by what is in them. */
  readonly markers: readonly string[];
  read(folder: TaskFolder): TaskFinding;
  /** What the runner knows this version of a task by, from the SHA-256 of its files; undefined where that cannot be told. */
  digest?(hashes: ReadonlyMap<string, string | undefined>): string | undefined;
}

/** A format whose tasks are records of a table or a JSON document. */
export interface RecordFormat {
  readonly kind: 'record';
  readonly name: string;
  readonly title: string;
  /** Whether a record is of this format, by its keys and what they hold. */
  matches(record: UnknownRecord): boolean;
  /** The records inside a JSON document that is not simply one record or a list of them; undefined when it is not such a document. */
  unfold?(document: unknown): Iterable<unknown> | undefined;
  /** The records of a file or folder, for a format that reads paths in its own way; `note` takes a reason in words. */
  rows?(path: string, note: (reason: string) => void): AsyncIterable<TableRow>;
  read(record: UnknownRecord): TaskFinding;
  /** Whether every column that is called as a field is that field. Default: the format alone says where its fields are. */
  readonly everyField?: true;
  /** Whether its records hold tasks as a plan saw them, so that nothing is taken from them a second time. */
  readonly whole?: true;
}

/** A way tasks are shipped: one file each, one line in `taskFormats`. */
export type Format = FolderFormat | RecordFormat;
