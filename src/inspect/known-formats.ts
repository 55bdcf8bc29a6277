import { derivedFields, type Field, sourceFields } from '../core/model/field.js';
import type { UnknownRecord } from '../core/model/record.js';
import { textCells } from '../sources/facts/cells.js';
import { table, tableWithIdColumn } from '../sources/formats/table.js';
import type { Format, RecordFormat } from '../sources/formats/task-format.js';
import { formatsAndPool } from '../sources/formats/task-formats.js';
import { OwnFields, withOwnFields } from '../sources/own-fields.js';
import type { IdColumn } from './id-column.js';

/** The fields every task may have, by name. */
export const standardFields: ReadonlyMap<string, Field> = byName(sourceFields);

/** Every format, and last the general table, which knows any record with an id, or with the column that is named for it. */
export function knownFormats(idColumn?: IdColumn): readonly Format[] {
  return [...formatsAndPool, tableOf(standardFields, idColumn)];
}

/** The same as a plan without fields of its own reads them: a table's "phase" and "score" must then be of their kind. */
export function formatsOfPlan(idColumn?: IdColumn): readonly Format[] {
  return [...formatsAndPool, tableOf(byName([...sourceFields, ...derivedFields]), idColumn)];
}

function tableOf(fields: ReadonlyMap<string, Field>, idColumn: IdColumn | undefined): Format {
  const own = (columns: ReadonlyMap<string, string>) => new OwnFields({ fields, columns, measured: [] }, textCells);
  if (idColumn === undefined) return withOwnFields(table, own(new Map()));
  let format: RecordFormat | undefined;
  return {
    ...tableWithIdColumn,
    // A record without the column is no task of that table.
    matches: (record: UnknownRecord) => idColumn.isIn(record),
    read: (record: UnknownRecord) => {
      format ??= withOwnFields(tableWithIdColumn, own(new Map([['id', idColumn.column]])));
      return format.read(record);
    },
  };
}

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.name, field]));
}
