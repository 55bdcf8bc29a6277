import type { UnknownRecord } from '../core/model/record.js';
import { derivedFields, type Field, sourceFields } from '../core/model/task.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { textCells } from '../sources/facts/cells.js';
import { table, tableWithIdColumn } from '../sources/formats/table.js';
import type { Format, RecordFormat } from '../sources/formats/task-format.js';
import { formatsAndPool } from '../sources/formats/task-formats.js';
import { OwnFields, withOwnFields } from '../sources/own-fields.js';

/** The fields every task may have, by name. */
export const standardFields: ReadonlyMap<string, Field> = byName(sourceFields);

/** Every format, and last the general table, which accepts any record with an id, or with the named id column. */
export function knownFormats(idColumn?: IdColumn): readonly Format[] {
  return [...formatsAndPool, tableOf(standardFields, idColumn)];
}

/** The same for a plan without its own fields: a table's "phase" and "score" must then be of their kind. */
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

const mostNames = 200;

/**
 * The id column that a user names, and the one in the tables: the same except for letter case, if they have no other.
 */
export class IdColumn {
  readonly given: string;
  readonly #own: OwnFields;
  readonly #names = new Set<string>();
  #column: string | undefined;

  constructor(given: string) {
    this.given = given;
    this.#own = new OwnFields({ fields: new Map(), columns: new Map([['id', given]]), measured: [] }, textCells);
  }

  /** Its name in the tables, or as given if none has it. */
  get column(): string {
    return this.#column ?? this.given;
  }

  /** Whether a record has it. The first record with one of that name, or nearly, decides what it is called. */
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

  /** A note on the name; undefined if tables have it as given. */
  note(): string | undefined {
    if (this.#column === this.given) return undefined;
    return this.#column === undefined
      ? `No record has a column "${this.given}" (--id). Letter case matters if names differ only by case.${didYouMean(this.given, this.#names)}`
      : `Winnow reads the ids from the column "${this.#column}", not from "${this.given}" (--id).`;
  }
}
