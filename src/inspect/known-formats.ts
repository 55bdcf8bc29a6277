import { derivedFields, type Field, sourceFields } from '../core/model/field.js';
import type { Format } from '../sources/formats/format.js';
import { table } from '../sources/formats/table.js';
import { formatsAndPool } from '../sources/formats/task-formats.js';
import { OwnFields } from '../sources/own-fields.js';
import { textCells } from '../sources/text-cells.js';
import { withOwnFields } from '../sources/with-own-fields.js';

/** The fields every task may have, by name. */
export const standardFields: ReadonlyMap<string, Field> = byName(sourceFields);

/** Every format, and last the general table, which knows any record with an id. */
export function knownFormats(): readonly Format[] {
  return [...formatsAndPool, tableOf(standardFields)];
}

/** The same as a plan without fields of its own reads them: a table's "phase" and "score" must then be of their kind. */
export function formatsOfPlan(): readonly Format[] {
  return [...formatsAndPool, tableOf(byName([...sourceFields, ...derivedFields]))];
}

function tableOf(fields: ReadonlyMap<string, Field>): Format {
  return withOwnFields(table, new OwnFields({ fields, columns: new Map(), measured: [] }, textCells));
}

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.name, field]));
}
