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

const firstBytes = 1 << 16;

/** Many short texts of ASCII in one piece of memory, in the order in which they were added. */
class TextColumn {
  #bytes = Buffer.allocUnsafe(firstBytes);
  readonly #ends: Float64Array;
  #length = 0;
  #used = 0;

  /** @param most How many there will be. */
  constructor(most: number) {
    this.#ends = new Float64Array(most);
  }

  add(text: string): void {
    if (this.#used + text.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#used + text.length));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    this.#used += this.#bytes.write(text, this.#used, 'latin1');
    this.#ends[this.#length] = this.#used;
    this.#length += 1;
  }

  at(index: number): string {
    return this.#bytes.toString('latin1', index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
  }
}
