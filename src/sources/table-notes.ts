import { isRecord } from '../core/model/record.js';
import { countOf } from '../core/text/count-of.js';
import { visibleText } from '../core/text/visible-text.js';
import { contentKind } from '../files/tables/content-kind.js';
import { idColumnsOf, idKeys } from './formats/table.js';

/** What archives are called; they are never opened. */
export const archiveEndings = /\.(?:zip|tar|tgz|7z|tar\.(?:gz|bz2|xz|zst))$/i;

export const archiveReason = 'an archive, which is not opened; unpack it to read what is in it';

/** Why a file that was to be read as a table is none. */
export function whyNoTable(path: string): string {
  if (archiveEndings.test(path)) return archiveReason;
  switch (contentKind(path).kind) {
    case 'empty':
      return 'it is empty';
    case 'zip':
      return archiveReason;
    default:
      return 'it holds no records of JSON, CSV or Parquet, and is no list of ids, one a line';
  }
}

/** What a column without a name is called. */
const unnamedName = /^Unnamed: \d+$/;

const mostColumns = 30;

/** The records of a file that no format knows. */
export class UnknownRecords {
  count = 0;
  #columns: readonly string[] = [];

  add(data: unknown): void {
    this.count += 1;
    if (this.#columns.length === 0 && isRecord(data)) this.#columns = Object.keys(data);
  }

  /** What they have, what they lack, and what to do about it. */
  reason(): string {
    const shown = this.#columns.slice(0, mostColumns).map((name) => `"${visibleText(name, 60)}"`);
    const more = this.#columns.length - shown.length;
    const columns = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    if (idColumnsOf(Object.fromEntries(this.#columns.map((name) => [name, '']))).length > 0)
      return 'its records are of no known format';
    return `${countOf(this.count, 'record')} without a column ${idKeys.join(', ')}; the columns are ${columns}. ${this.#advice()}`;
  }

  #advice(): string {
    const [first = ''] = this.#columns;
    if (this.#columns.length === 1 && first.includes('|')) {
      return 'Its cells seem to be parted by "|"; use commas, semicolons or tabs';
    }
    const naming = 'Name the one that holds the id: --id COLUMN, or in a plan columns: { id: COLUMN }';
    const unnamed = this.#columns.find((name) => unnamedName.test(name));
    return unnamed === undefined ? naming : `${naming}; the one without a name is called "${unnamed}"`;
  }
}
