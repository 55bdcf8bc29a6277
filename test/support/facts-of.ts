import type { UnknownRecord } from '../../src/core/model/record.js';
import type { RecordFormat } from '../../src/sources/formats/task-format.js';

/** What a format makes of a record, with fields by name, the best of each; throws when it makes no task of it. For the tests only. */
export function factsOf(format: RecordFormat, record: UnknownRecord) {
  const reading = format.read(record);
  if (!('id' in reading)) throw new Error(JSON.stringify(reading));
  const { id, aliases, labels, numbers, remarks } = reading;
  const readings = [...labels, ...numbers];
  const fields = Object.fromEntries(readings.toReversed().map(({ field, value }) => [field, value]));
  return { id, aliases, remarks, labels, numbers, fields };
}
