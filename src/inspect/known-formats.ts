import type { UnknownRecord } from '../core/model/record.js';
import { derivedFields, type Field, sourceFields } from '../core/model/task.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { table, tableWithIdColumn } from '../sources/formats/table.js';
import type { Format, RecordFormat } from '../sources/formats/task-format.js';
import { formatsAndPool } from '../sources/formats/task-formats.js';
import { OwnFields, withOwnFields } from '../sources/own-fields.js';

/** Fields that any task may have, by name. */
export const standardFields: ReadonlyMap<string, Field> = byName(sourceFields);

/** Every format. The general table comes last, because it accepts any record with an id or the named id column. */
export function knownFormats(idColumn?: IdColumn): readonly Format[] {
  return [...formatsAndPool, tableOf(standardFields, idColumn)];
}

/** The formats for a plan that declares no fields: "phase" and "score" in a table must then be of their usual kinds. */
export function formatsOfPlan(idColumn?: IdColumn): readonly Format[] {
  return [...formatsAndPool, tableOf(byName([...sourceFields, ...derivedFields]), idColumn)];
}

function tableOf(fields: ReadonlyMap<string, Field>, idColumn: IdColumn | undefined): Format {
  const own = (columns: ReadonlyMap<string, string>) => new OwnFields({ fields, columns, measured: [] });
  if (idColumn === undefined) return withOwnFields(table, own(new Map()));
  let format: RecordFormat | undefined;
  return {
    ...tableWithIdColumn,
    // A record without the column is not a task of that table.
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

const mostNames = 200;

/** The id column as a user names it, and its name in the tables, which may differ in letter case if only one fits. */
export class IdColumn {
  readonly given: string;
  readonly #own: OwnFields;
  readonly #names = new Set<string>();
  #column: string | undefined;

  constructor(given: string) {
    this.given = given;
    this.#own = new OwnFields({ fields: new Map(), columns: new Map([['id', given]]), measured: [] });
  }

  /** The name in the tables; as given if no table has it. */
  get column(): string {
    return this.#column ?? this.given;
  }

  /** Whether a record has the column. The first record with a matching name decides on its spelling. */
  isIn(record: UnknownRecord): boolean {
    if (this.#column !== undefined && this.#column !== this.given) return Object.hasOwn(record, this.#column);
    if (this.#own.idOf(record) !== undefined) {
      this.#column = this.given;
      return true;
    }
    if (this.#column !== undefined) return false;
    const names = Object.keys(record);
    const alike = names.filter((name) => name.toLowerCase() === this.given.toLowerCase());
    if (alike.length === 1) this.#column = alike[0];
    else for (const name of names) if (this.#names.size < mostNames) this.#names.add(name);
    return alike.length === 1;
  }

  /** A note on the name; undefined if the tables have the column as given. */
  note(): string | undefined {
    if (this.#column === this.given) return undefined;
    return this.#column === undefined
      ? `No record has a column "${this.given}" (--id).${didYouMean(this.given, this.#names)} If several columns differ only in letter case, give the exact name.`
      : `The ids are from the column "${this.#column}", because there is no column "${this.given}" (--id).`;
  }
}
