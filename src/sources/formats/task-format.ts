import type { UnknownRecord } from '../../core/model/record.js';
import type { AuditFinding } from '../../core/quality/audit-checks.js';
import type { TableRow } from '../../files/tables/read-table.js';
import type { TaskFolder } from '../../files/task-folder.js';
import { readTaskYaml, Sidecars, type TaskYamlKind, yamlId } from '../documents/task-documents.js';
import { cellText, hasAny } from '../facts/cells.js';
import { type LabelFact, label, noId, type TaskFacts, type TaskFinding } from '../facts/task-facts.js';

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
  /** Looks at a task's files for what makes it worthless or unsafe; runs nothing and follows no links. */
  audit?(folder: TaskFolder): readonly AuditFinding[];
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
  /** Reads a record that `matches`. Facts from a long text may be left out if `wants` says that no field uses them. */
  read(record: UnknownRecord, wants?: (field: string) => boolean): TaskFinding;
  /** Whether every column that is called as a field is that field. Default: the format alone says where its fields are. */
  readonly everyField?: true;
  /** Whether its records hold tasks as a plan saw them, so that nothing is taken from them a second time. */
  readonly whole?: true;
}

/** A way in which tasks are published: one file each, one line in `taskFormats`. */
export type Format = FolderFormat | RecordFormat;

/** A format whose records are recognised by their columns and have the id in one of them. */
export interface ColumnFormat extends Pick<RecordFormat, 'name' | 'title'> {
  /** A record has one of the columns of each list. */
  readonly columns: readonly (readonly string[])[];
  /** It has none of these, which belong to similar formats. */
  readonly without?: readonly string[];
  /** The column of the id. */
  readonly id: string;
  /** All that a record says besides; `id` where the column holds only a part of it. */
  facts(record: UnknownRecord, id: string): Partial<TaskFacts> | { readonly broken: string };
}

/** The format for a description of columns. */
export function columnFormat({ name, title, columns, without = [], id: key, facts }: ColumnFormat): RecordFormat {
  const matches = (record: UnknownRecord) =>
    columns.every((keys) => hasAny(record, ...keys)) && !hasAny(record, ...without);
  return {
    kind: 'record',
    name,
    title,
    matches,
    read(record) {
      const id = cellText(record[key]);
      if (id === undefined) return noId(key, record[key]);
      const found = facts(record, id);
      return 'broken' in found ? found : { id, aliases: [], labels: [], numbers: [], remarks: [], ...found };
    },
  };
}

/** The labels in the columns of a row, by field. */
export function rowLabels(record: UnknownRecord, columns: Readonly<Record<string, string>>): LabelFact[] {
  return Object.entries(columns).flatMap(([field, column]) => label(field, cellText(record[column]), 'row'));
}

/** A format of folders that are described by a task.yaml. */
export interface YamlFormat extends Pick<FolderFormat, 'title'> {
  readonly name: TaskYamlKind;
  /** The key of the id; the folder's name is the id where there is none. */
  readonly id?: string;
  /** All that the data and the files beside it say; `record` is the data as nobody watches it. */
  facts(data: UnknownRecord, sidecars: Sidecars, record: UnknownRecord): Partial<TaskFacts>;
  audit?(folder: TaskFolder): readonly AuditFinding[];
}

/** The format for a description of a task.yaml. */
export function yamlFormat({ name, title, id: key, facts, audit }: YamlFormat): FolderFormat {
  return {
    kind: 'folder',
    name,
    title,
    ...(audit === undefined ? {} : { audit }),
    markers: ['task.yaml'],
    read(folder) {
      const document = readTaskYaml(folder, name);
      if (!('data' in document)) return document;
      const { data, record } = document;
      const named =
        key === undefined ? { id: folder.name } : yamlId(key, data[key] ?? (key === 'id' ? folder.name : undefined));
      if (!('id' in named)) return named;
      const sidecars = new Sidecars(folder);
      return {
        id: named.id,
        aliases: folder.name === named.id ? [] : [folder.name],
        labels: [],
        numbers: [],
        record,
        remarks: sidecars.remarks,
        ...facts(data, sidecars, record),
      };
    },
  };
}

/** The labels in a task.yaml, by field. */
export function fileLabels(data: UnknownRecord, keys: Readonly<Record<string, string>>): LabelFact[] {
  return Object.entries(keys).flatMap(([field, key]) => label(field, data[key], 'task file'));
}
