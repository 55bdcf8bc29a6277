import { isRecord } from '../core/model/record.js';
import { visibleText } from '../core/text/visible-text.js';
import { reasonOf } from '../disk/reason-of.js';
import type { TableRow } from '../files/tables/table-row.js';
import type { TaskFinding } from './facts/task-facts.js';
import type { RecordFormat } from './formats/task-format.js';
import type { FoundProblem, FoundTask } from './found.js';

/** What a row of a file is, by the first format that knows it; undefined when none does. */
export function readRecord(
  { number: row, data }: TableRow,
  path: string,
  formats: readonly RecordFormat[],
): (FoundTask & { readonly format: RecordFormat }) | FoundProblem | undefined {
  if (data instanceof Error) return { kind: 'problem', path, row, reason: data.message };
  if (!isRecord(data)) {
    return {
      kind: 'problem',
      path,
      row,
      reason: `expected a record; found ${visibleText(JSON.stringify(data) ?? '', 60)}`,
    };
  }
  const format = formats.find((each) => each.matches(data));
  if (format === undefined) return undefined;
  const reading = guardedReading(() => format.read(data));
  if ('notMine' in reading) return undefined;
  if ('broken' in reading) return { kind: 'problem', path, row, reason: reading.broken };
  return { kind: 'task', format, facts: reading, path, row };
}

/** One task that a format stumbles over must not end the search for the others. */
export function guardedReading(read: () => TaskFinding): TaskFinding {
  try {
    return read();
  } catch (cause) {
    return { broken: reasonOf(cause) };
  }
}
