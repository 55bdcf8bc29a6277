import type { UnknownRecord } from '../core/model/record.js';
import type { Reading, TaskFacts } from './facts/task-facts.js';
import type { FolderFormat, Format, RecordFormat } from './formats/format.js';
import { noIdIn, rowId } from './formats/table.js';
import type { OwnFields } from './own-fields.js';

/** A format that also reads what a plan takes from the records of its tasks. */
export function withOwnFields(format: Format, own: OwnFields): Format {
  return format.kind === 'record' ? recordsWithOwnFields(format, own) : foldersWithOwnFields(format, own);
}

function foldersWithOwnFields(format: FolderFormat, own: OwnFields): FolderFormat {
  return {
    ...format,
    read: (folder) => {
      const reading = format.read(folder);
      return 'id' in reading && reading.record !== undefined ? added(reading, reading.record, own, false) : reading;
    },
  };
}

/** The same for a format whose tasks are records. */
export function recordsWithOwnFields(format: RecordFormat, own: OwnFields): RecordFormat {
  const every = format.everyField === true;
  return {
    ...format,
    read: (record) => {
      const reading = format.read(record);
      if ('notMine' in reading) return reading;
      // All that is wrong with a row comes together.
      if ('broken' in reading) {
        const faults = every ? own.read(record, origins.table, every).faults : [];
        return { broken: [reading.broken, ...faults].join('; ') };
      }
      return added(reading, record, own, every);
    },
  };
}

const origins = { table: 'table', other: 'column' };

/** What the plan names itself comes before what the format found. */
function added(facts: TaskFacts, record: UnknownRecord, own: OwnFields, every: boolean): Reading {
  own.see(record);
  const { labels, numbers, lists, remarks, faults } = own.read(record, every ? origins.table : origins.other, every);
  const id = own.idColumn === undefined ? facts.id : rowId(own.idOf(record));
  if (id === undefined || faults.length > 0) {
    const noId = id === undefined ? [noIdIn(own.idColumn ?? 'id', own.idOf(record))] : [];
    return { broken: [...noId, ...faults].join('; ') };
  }
  return {
    ...facts,
    id,
    aliases: id === facts.id || facts.id === '' ? facts.aliases : [facts.id, ...facts.aliases],
    labels: [...labels, ...facts.labels],
    numbers: [...numbers, ...facts.numbers],
    ...(lists.length === 0 ? {} : { lists: [...lists, ...(facts.lists ?? [])] }),
    remarks: remarks.length === 0 ? facts.remarks : [...facts.remarks, ...remarks],
  };
}
