import type { DrawRows } from '../core/draws/draw-rows.js';
import { at } from '../core/lists/at.js';
import type { FieldValue } from '../core/model/field.js';
import type { PlanSql } from './plan-sql.js';

/** Rows to draw from, which know their ids. */
export interface RowView extends Pick<DrawRows, 'size' | 'value' | 'random'> {
  readonly id: (row: number) => string;
}

/** The columns of one group. */
export class GroupColumns {
  readonly #ids: TextColumn;
  readonly #random: Float64Array;
  readonly #columns: ReadonlyMap<string, ValueColumn>;
  readonly #isExcluded: number[] = [];
  #size = 0;

  constructor(most: number, fields: readonly string[], sql: PlanSql) {
    this.#ids = new TextColumn(most);
    this.#random = new Float64Array(most);
    this.#columns = new Map(fields.map((field) => [field, new ValueColumn(most, sql.isNumber(field))]));
  }

  add(id: string, isExcluded: boolean, random: number, values: readonly unknown[]): void {
    const row = this.#size;
    this.#size += 1;
    this.#ids.add(id);
    this.#random[row] = random;
    [...this.#columns.values()].forEach((column, i) => {
      column.set(row, values[i] ?? null);
    });
    if (isExcluded) this.#isExcluded.push(row);
  }

  get excluded(): number {
    return this.#isExcluded.length;
  }

  all(): RowView {
    return {
      size: this.#size,
      id: (row) => this.#ids.at(row),
      value: (field, row) => this.#columns.get(field)?.at(row),
      random: (row) => at(this.#random, row),
    };
  }

  /** Those that are not excluded. */
  open(): RowView {
    const all = this.all();
    const excluded = new Set(this.#isExcluded);
    const rows = Uint32Array.from({ length: all.size }, (_, row) => row).filter((row) => !excluded.has(row));
    return {
      size: rows.length,
      id: (row) => all.id(at(rows, row)),
      value: (field, row) => all.value(field, at(rows, row)),
      random: (row) => all.random(at(rows, row)),
    };
  }
}

/** Numbers, or labels each of which is kept once. */
class ValueColumn {
  readonly #numbers: Float64Array;
  readonly #labels: string[] | undefined;
  readonly #places = new Map<string, number>();

  constructor(most: number, isNumber: boolean) {
    this.#numbers = new Float64Array(most);
    this.#labels = isNumber ? undefined : [];
  }

  set(row: number, value: unknown): void {
    this.#numbers[row] =
      value === null ? Number.NaN : this.#labels === undefined ? Number(value) : this.#place(String(value));
  }

  at(row: number): FieldValue | undefined {
    const number = at(this.#numbers, row);
    if (Number.isNaN(number)) return undefined;
    return this.#labels === undefined ? number : at(this.#labels, number);
  }

  #place(label: string): number {
    const known = this.#places.get(label);
    if (known !== undefined) return known;
    this.#places.set(label, this.#places.size);
    this.#labels?.push(label);
    return this.#places.size - 1;
  }
}

/** Texts lie in pieces of at most this size, so that not all of them are copied when there are more. */
const pieceBytes = 1 << 20;

/** Many short texts of ASCII in a few pieces of memory, in the order in which they were added. */
class TextColumn {
  readonly #pieces: Buffer[] = [];
  readonly #pieceOf: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #count = 0;
  #used = 0;

  /** @param most How many there will be. */
  constructor(most: number) {
    this.#pieceOf = new Uint32Array(most);
    this.#starts = new Uint32Array(most);
    this.#ends = new Uint32Array(most);
  }

  add(text: string): void {
    const last = this.#pieces.at(-1);
    const isFull = last === undefined || this.#used + text.length > last.length;
    const left = this.#starts.length - this.#count;
    // A small group takes little: each text stands for those that are left.
    const piece = isFull ? Buffer.allocUnsafe(Math.max(text.length, Math.min(pieceBytes, left * text.length))) : last;
    if (isFull) {
      this.#pieces.push(piece);
      this.#used = 0;
    }
    this.#pieceOf[this.#count] = this.#pieces.length - 1;
    this.#starts[this.#count] = this.#used;
    this.#used += piece.write(text, this.#used, 'latin1');
    this.#ends[this.#count] = this.#used;
    this.#count += 1;
  }

  at(index: number): string {
    const piece = at(this.#pieces, at(this.#pieceOf, index));
    return piece.toString('latin1', at(this.#starts, index), at(this.#ends, index));
  }
}
