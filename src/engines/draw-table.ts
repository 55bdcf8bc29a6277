import type { DrawnRows, DrawRows } from '../core/draws/draw-design.js';
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

/** The most tasks to draw from, because their columns are held in memory. */
const mostRows = 20_000_000;

/**
 * Draws from a table by a method that needs every task. The columns that it needs are read into typed arrays, in order
 * of id, and the core draws from those.
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
      `the draw "${draw.method}" needs every task, but Winnow draws from at most ${formatCount(mostRows)} tasks`,
    );
  const fields = drawn.needs === 'nothing' ? [] : draw.by;
  const terms = [
    view.group ?? nothing,
    id,
    excluded,
    ...[randomField.name, ...fields].map((field) => view.fields.get(field) ?? nothing),
  ];
  const groups = new Map<string | undefined, ReturnType<typeof groupColumns>>();
  const rule = benchmark.select.group;
  for (const [key, { fitting }] of counted.groups) groups.set(key, groupColumns(fitting, fields, view));
  await engine.each(
    sql`select ${terms} from ${view.rows} where ${and(inside, fits, not(pinned))} order by ${id}`,
    ([group, task, isExcluded, number, ...values]) => {
      groups.get(groupKeyOf(view, rule, group))?.add(String(task), isExcluded === true, Number(number), values);
    },
  );
  const draws = {
    eligible: new Map<string | undefined, CountedDraw>(),
    fitting: new Map<string | undefined, CountedDraw>(),
  };
  for (const [key, group] of groups) {
    const stratum = key === undefined ? benchmark.name : `${benchmark.name}/${key}`;
    const of = (rows: RowView, number: number | undefined) => {
      const from = { ...draw, places: number ?? 0, stratum, benchmark: benchmark.name, ...rows };
      return rows.size === 0 ? undefined : asCounted(drawRows(from), rows);
    };
    const all = of(group.all(), places.fitting.get(key));
    const isSame = group.excluded.size === 0 && places.fitting.get(key) === places.eligible.get(key);
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

interface RowView extends Pick<DrawRows, 'size' | 'value' | 'random'> {
  readonly id: (row: number) => string;
}

/** The columns of one group, in the order of the ids. */
function groupColumns(most: number, fields: readonly string[], { numbers }: PlanSql) {
  const ids = textColumn();
  const random = new Float64Array(most);
  const columns = new Map(fields.map((field) => [field, valueColumn(most, numbers.has(field))]));
  const inOrder = [...columns.values()];
  const excluded = new Set<number>();
  let size = 0;
  const all = (): RowView => ({
    size,
    id: ids.at,
    value: (field, row) => columns.get(field)?.at(row),
    random: (row) => at(random, row),
  });
  return {
    excluded,
    all,
    add: (id: string, isExcluded: boolean, number: number, values: readonly unknown[]) => {
      ids.add(id);
      random[size] = number;
      for (const [i, each] of inOrder.entries()) each.set(size, values[i] ?? null);
      if (isExcluded) excluded.add(size);
      size += 1;
    },
    open: (): RowView => {
      const { id, value, random: numberOf } = all();
      const rows = Uint32Array.from({ length: size }, (_, row) => row).filter((row) => !excluded.has(row));
      return {
        size: rows.length,
        id: (row) => id(at(rows, row)),
        value: (field, row) => value(field, at(rows, row)),
        random: (row) => numberOf(at(rows, row)),
      };
    },
  };
}

/** A column of numbers, or of labels, each of which is stored once. */
function valueColumn(most: number, isNumber: boolean) {
  const numbers = new Float64Array(most);
  const labels: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (label: string) => {
    const place = places.get(label) ?? labels.push(label) - 1;
    places.set(label, place);
    return place;
  };
  return {
    set: (row: number, value: unknown) => {
      numbers[row] = value === null ? Number.NaN : isNumber ? Number(value) : placeOf(String(value));
    },
    at: (row: number): FieldValue | undefined => {
      const number = at(numbers, row);
      if (Number.isNaN(number)) return undefined;
      return isNumber ? number : at(labels, number);
    },
  };
}

const textsInPiece = 1000;

/** A column of short texts, stored in pieces of a thousand, which take a third of the memory of single strings. */
function textColumn() {
  const pieces: string[] = [];
  const last: string[] = [];
  return {
    add: (text: string) => {
      if (text.includes('\0')) throw new NotExpressible('an id has a control character');
      if (last.push(text) === textsInPiece) pieces.push(last.splice(0).join('\0'));
    },
    at: (index: number): string => {
      const piece = pieces[Math.floor(index / textsInPiece)];
      return at(piece?.split('\0') ?? last, index % textsInPiece);
    },
  };
}
