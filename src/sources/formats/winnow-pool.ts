import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import type { TaskFinding } from '../facts/task-facts.js';
import { markerColumn, readPoolRow } from '../pool-table/pool-row.js';
import type { RecordFormat } from './task-format.js';

/**
 * A table written by `winnow pool`. This format is tried before all others, because its rows may have any column.
 */
export const winnowPool: RecordFormat = {
  kind: 'record',
  name: 'winnow-pool',
  title: 'Winnow pool table',
  whole: true,
  matches: (record) => Object.hasOwn(record, markerColumn),
  // For a table with one row, whatever its lists.
  unfold: (document) => (isRecord(document) && Object.hasOwn(document, markerColumn) ? [document] : undefined),
  read,
};

const origin = 'pool table';

function read(record: UnknownRecord): TaskFinding {
  const kept = readPoolRow(record);
  const { id, benchmark, aliases = [], taskDir, provenance = {}, lists = {} } = kept.task;
  const fields = Object.entries(kept.task.fields);
  return {
    id,
    aliases,
    labels: fields.flatMap(([field, value]) => (typeof value === 'string' ? [{ field, value, origin }] : [])),
    numbers: fields.flatMap(([field, value]) =>
      typeof value === 'number' ? [{ field, value, measured: provenance[field] === 'measured' }] : [],
    ),
    lists: Object.entries(lists).map(([field, values]) => ({ field, values })),
    remarks: [],
    benchmark,
    ...(taskDir === undefined ? {} : { taskDir }),
    kept,
  };
}
