import type { UnknownRecord } from '../../core/model/record.js';
import type { AuditFinding } from '../../core/quality/audit-checks.js';
import type { TableRow } from '../../files/tables/read-table.js';
import type { TaskFolder } from '../../files/task-folder.js';
import { readTaskYaml, Sidecars, type TaskYamlKind, yamlId } from '../documents/task-documents.js';
import { cellStruct, cellText, hasAny } from '../facts/cells.js';
import { type LabelFact, label, noId, type TaskFacts, type TaskFinding } from '../facts/task-facts.js';

/** A format whose tasks are folders. */
export interface FolderFormat {
  readonly kind: 'folder';
  /** Its name in plans. */
  readonly name: string;
  /** Its name for readers. */
  readonly title: string;
  /** A folder is read only if it contains these files; their contents decide whether it is a task. */
  readonly markers: readonly string[];
  read(folder: TaskFolder): TaskFinding;
  /** The runner's identifier for this version of a task, from the SHA-256 of its files; undefined if unknown. */
  digest?(hashes: ReadonlyMap<string, string | undefined>): string | undefined;
  /** Checks a task's files for flaws and risks, without running anything or following links. */
  audit?(folder: TaskFolder): readonly AuditFinding[];
}

/** A format whose tasks are records of a table or a JSON document. */
export interface RecordFormat {
  readonly kind: 'record';
  readonly name: string;
  readonly title: string;
  /** Whether a record has this format, by its keys and values. */
  matches(record: UnknownRecord): boolean;
  /** The records in a JSON document that is neither a record nor a list of records; undefined for other documents. */
  unfold?(document: unknown): Iterable<unknown> | undefined;
  /** The records of a file or folder, for a format that reads paths itself; `note` reports an oddity. */
  rows?(path: string, note: (reason: string) => void): AsyncIterable<TableRow>;
  /** Reads a record that `matches`. Facts from a long text may be omitted if `wants` returns false for their field. */
  read(record: UnknownRecord, wants?: (field: string) => boolean): TaskFinding;
  /** Whether every column named like a field is that field. By default, only the format maps columns to fields. */
  readonly everyField?: true;
  /** Whether its records are tasks that a plan has already processed, so that rules are not applied again. */
  readonly whole?: true;
}

/** A published format of tasks. Each has one file and one line in `taskFormats`. */
export type Format = FolderFormat | RecordFormat;

/** A format whose records are recognised by their columns and have the id in one of them. */
export interface ColumnFormat extends Pick<RecordFormat, 'name' | 'title'> {
  /** A record must have at least one column from each list. */
  readonly columns: readonly (readonly string[])[];
  /** It must have none of these, which belong to similar formats. */
  readonly without?: readonly string[];
  /** The id column; a dot leads into a record. */
  readonly id: string;
  /** The other facts, with `id` if the column contains only part of it. */
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
      const [column = '', inner] = key.split('.');
      const value = inner === undefined ? record[column] : cellStruct(record[column])?.[inner];
      const id = cellText(value);
      if (id === undefined) return noId(key, value);
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
  /** The key of the id; without it, the id is the folder's name. */
  readonly id?: string;
  /** The facts in the data and sidecar files; `record` is the data without access tracking. */
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
