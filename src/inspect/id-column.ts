import type { UnknownRecord } from '../core/model/record.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { textCells } from '../sources/facts/cells.js';
import { OwnFields } from '../sources/own-fields.js';

const mostNames = 200;

/** The column of ids that a user names, and the one that tables have: the same but for letter case, if they have no other. */
export class IdColumn {
  readonly given: string;
  readonly #own: OwnFields;
  readonly #names = new Set<string>();
  #column: string | undefined;

  constructor(given: string) {
    this.given = given;
    this.#own = new OwnFields({ fields: new Map(), columns: new Map([['id', given]]), measured: [] }, textCells);
  }

  /** As the tables call it; what was given where none has it. */
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

  /** What is to be known of the name; undefined where tables have it as it was given. */
  note(): string | undefined {
    if (this.#column === this.given) return undefined;
    return this.#column === undefined
      ? `No record has a column "${this.given}" (--id); letter case matters where several names differ only in it.${didYouMean(this.given, this.#names)}`
      : `The ids are read from the column "${this.#column}"; --id says "${this.given}".`;
  }
}
