import type { DrawnRows, DrawRows } from '../core/draws/draw-rows.js';
import { drawDesignOf } from '../core/draws/draws.js';
import { at } from '../core/lists/lists.js';
import type { BenchmarkPlan } from '../core/model/plan.js';
import type { DrawRule } from '../core/model/select-rule.js';
import type { CountedDraw, CountedDraws, PoolCensus } from '../core/model/selection.js';
import { type FieldValue, randomField } from '../core/model/task.js';
import { formatCount } from '../core/text/words.js';
import { type CountedTable, groupKeyOf } from './count-table.js';
import { NotExpressible } from './engine.js';
import { excluded, fits, id, inside, type PlanSql, pinned } from './plan-sql.js';
import { and, not, nothing, sql } from './sql.js';

/** The number of tasks in each group by its key, with the exclusions and without them. */
export interface GroupPlaces {
  readonly eligible: ReadonlyMap<string | undefined, number>;
  readonly fitting: ReadonlyMap<string | undefined, number>;
}

/** More rows than these are not drawn from: their columns would take more memory than the tasks of a smaller pool. */
const mostRows = 20_000_000;

/**
 * Draws from a table with a draw that needs every task: the columns it needs are read into typed arrays, in the order
 * of the ids, and the core draws from those.
 * @throws NotExpressible if the draw needs whole tasks, or there are too many.
 */
export async function drawTable(
  { engine, view, counted }: CountedTable,
  benchmark: BenchmarkPlan,
  draw: DrawRule,
  places: GroupPlaces,
): Promise<NonNullable<PoolCensus['draws']>> {
  const { drawRows, by: drawn } = drawDesignOf(draw);
  if (drawRows === undefined) throw new NotExpressible(`the draw "${draw.method}" needs every task`);
  if (counted.fitting > mostRows)
    throw new NotExpressible(
      `the draw "${draw.method}" needs every task, and columns are read for at most ${formatCount(mostRows)} tasks`,
    );
  const fields = drawn.needs === 'nothing' ? [] : draw.by;
  const terms = [
    view.group ?? nothing,
    id,
    excluded,
    ...[randomField.name, ...fields].map((field) => view.fields.get(field) ?? nothing),
  ];
  const groups = new Map<string | undefined, GroupColumns>();
  const rule = benchmark.select.group;
  for (const [key, { fitting }] of counted.groups) groups.set(key, new GroupColumns(fitting, fields, view));
  await engine.each(
    sql`select ${terms} from ${view.rows} where ${and(inside, fits, not(pinned))} order by ${id}`,
    ([group, task, isExcluded, number, ...values]) => {
      groups.get(groupKeyOf(view, rule, group))?.add(String(task), isExcluded === true, Number(number), values);
    },
  );
  const draws: { eligible: Map<string | undefined, CountedDraw>; fitting: Map<string | undefined, CountedDraw> } = {
    eligible: new Map(),
    fitting: new Map(),
  };
  for (const [key, group] of groups) {
    const stratum = key === undefined ? benchmark.name : `${benchmark.name}/${key}`;
    const of = (rows: RowView, number: number | undefined) => {
      const from = { ...draw, places: number ?? 0, stratum, benchmark: benchmark.name, ...rows };
      return rows.size === 0 ? undefined : asCounted(drawRows(from), rows);
    };
    const all = of(group.all(), places.fitting.get(key));
    const isSame = group.excluded === 0 && places.fitting.get(key) === places.eligible.get(key);
    const open = isSame ? all : of(group.open(), places.eligible.get(key));
    if (all !== undefined) draws.fitting.set(key, all);
    if (open !== undefined) draws.eligible.set(key, open);
  }
  return draws;
}

/** The ids of all drawn tasks. */
export function drawnIds(draws: NonNullable<PoolCensus['draws']>): readonly string[] {
  const idsOf = (counted: CountedDraws) => [...counted.values()].flatMap(({ drawn }) => [...drawn.keys()]);
  return [...new Set([...idsOf(draws.eligible), ...idsOf(draws.fitting)])];
}

function asCounted({ rows, probability, balance, warnings, faults }: DrawnRows, { id }: RowView): CountedDraw {
  const drawn = new Map(rows.map((row) => [id(row), { probability: probability(row), balance: balance?.(row) }]));
  return { drawn, warnings, faults };
}

/** Rows to draw from, which know their ids. */
interface RowView extends Pick<DrawRows, 'size' | 'value' | 'random'> {
  readonly id: (row: number) => string;
}

class GroupColumns {
  readonly #ids: TextColumn;
  readonly #random: Float64Array;
  readonly #columns: ReadonlyMap<string, ValueColumn>;
  readonly #isExcluded: number[] = [];
  #size = 0;

  constructor(most: number, fields: readonly string[], view: PlanSql) {
    this.#ids = new TextColumn(most);
    this.#random = new Float64Array(most);
    this.#columns = new Map(fields.map((field) => [field, new ValueColumn(most, view.numbers.has(field))]));
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

/** Pieces have at most this many bytes, so that growing copies little. */
const pieceBytes = 1 << 20;

/** Many short texts of ASCII in a few pieces of memory: a third of what as many strings take. */
class TextColumn {
  readonly #pieces: Buffer[] = [];
  readonly #pieceOf: Uint32Array;
  readonly #ends: Uint32Array;
  #count = 0;
  #used = 0;

  constructor(most: number) {
    this.#pieceOf = new Uint32Array(most);
    this.#ends = new Uint32Array(most);
  }

  add(text: string): void {
    let piece = this.#pieces.at(-1);
    if (piece === undefined || this.#used + text.length > piece.length) {
      // A small group takes little: each text stands for those that are left.
      const left = (this.#ends.length - this.#count) * text.length;
      piece = Buffer.allocUnsafe(Math.max(text.length, Math.min(pieceBytes, left)));
      this.#pieces.push(piece);
      this.#used = 0;
    }
    this.#pieceOf[this.#count] = this.#pieces.length - 1;
    this.#used += piece.write(text, this.#used, 'latin1');
    this.#ends[this.#count] = this.#used;
    this.#count += 1;
  }

  at(index: number): string {
    const piece = at(this.#pieceOf, index);
    const isFirst = index === 0 || at(this.#pieceOf, index - 1) !== piece;
    return at(this.#pieces, piece).toString('latin1', isFirst ? 0 : at(this.#ends, index - 1), at(this.#ends, index));
  }
}
