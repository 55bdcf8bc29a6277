import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import type { ReadingNotes } from './reading-notes.js';
import type { ResultFile } from './result-file.js';

/** The record that a file's JSON document is; undefined when it holds anything else. */
export function documentOf({ content }: ResultFile): UnknownRecord | undefined {
  return content.kind === 'document' && isRecord(content.data) ? content.data : undefined;
}

/** The list of ids under a key; undefined when it is none. */
export function idList(record: UnknownRecord, key: string): readonly string[] | undefined {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return Array.isArray(value) && value.every((id): id is string => typeof id === 'string') ? value : undefined;
}

/** The ids under a key that may be left out; a fault where it holds anything but ids, as skipping it would lose results. */
export function readIds(record: UnknownRecord, key: string, file: string, notes: ReadingNotes): readonly string[] {
  const ids = idList(record, key);
  if (ids === undefined && Object.hasOwn(record, key) && record[key] !== null) {
    notes.fault('outcomes/list', `"${key}" is no list of task ids.`, { file, path: key });
  }
  return ids ?? [];
}

/** The value of a record's own key: what every object inherits is no data. */
export function ownValue(record: unknown, key: string): unknown {
  return isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The text of a record's own key; undefined when it is none or empty. */
export function ownText(record: unknown, key: string): string | undefined {
  const value = ownValue(record, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
