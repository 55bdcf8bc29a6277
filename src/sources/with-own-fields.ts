import type { UnknownRecord } from '../core/model/record.js';
import type { TaskFacts } from './facts/task-facts.js';
import { noIdIn, rowId } from './formats/table.js';
import type { Format, RecordFormat } from './formats/task-format.js';
import type { OwnFields } from './own-fields.js';

/** The formats, those of records reading what a plan takes from them as well; of folders `discover` takes it. */
export function allWithOwnFields(formats: readonly Format[], own: OwnFields): readonly Format[] {
  return formats.map((format) =>
    format.kind === 'record' && format.whole !== true ? withOwnFields(format, own) : format,
  );
}

/** A format that also reads what a plan takes from the records of its tasks. */
export function withOwnFields(format: RecordFormat, own: OwnFields): RecordFormat {
  const every = format.everyField === true;
  return {
    ...format,
    read: (record) => {
      const reading = format.read(record);
      return 'id' in reading ? addOwnFields(reading, record, own, every) : reading;
    },
  };
}

const origins = { table: 'table', other: 'column' };

/**
 * What is known of a task, with what a plan takes from its record, which comes before what the format found.
 *
 * @param every Whether the standard fields are read by their names as well.
 */
export function addOwnFields(
  facts: TaskFacts,
  record: UnknownRecord,
  own: OwnFields,
  every = false,
): TaskFacts | { readonly broken: string } {
  own.see(record);
  const { labels, numbers, lists, remarks, odd } = own.read(record, every ? origins.table : origins.other, every);
  const id = own.idColumn === undefined ? facts.id : rowId(own.idOf(record));
  if (id === undefined) return { broken: noIdIn(own.idColumn ?? 'id', own.idOf(record)) };
  const taken = {
    id,
    aliases: id === facts.id || facts.id === '' ? facts.aliases : [facts.id, ...facts.aliases],
    labels: facts.labels.length === 0 ? labels : [...labels, ...facts.labels],
    numbers: facts.numbers.length === 0 ? numbers : [...numbers, ...facts.numbers],
    remarks: remarks.length === 0 ? facts.remarks : [...facts.remarks, ...remarks],
    ...(odd.length === 0 ? {} : { odd }),
  };
  // Not by a spread, which gives every row a hidden class of its own.
  const all: TaskFacts = Object.assign({}, facts, taken);
  return lists.length === 0 ? all : { ...all, lists: [...lists, ...(facts.lists ?? [])] };
}
