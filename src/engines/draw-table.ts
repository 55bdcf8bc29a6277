import type { DrawnRows } from '../core/draws/draw-rows.js';
import { drawDesignOf } from '../core/draws/draws.js';
import { randomField } from '../core/model/field.js';
import type { BenchmarkPlan } from '../core/model/plan.js';
import type { CountedDraw, CountedDraws, PoolCensus } from '../core/model/pool-census.js';
import type { DrawRule } from '../core/model/select-rule.js';
import { formatCount } from '../core/text/count-of.js';
import type { CountedTable } from './count-table.js';
import { eachRow } from './engine.js';
import { GroupColumns, type RowView } from './group-columns.js';
import { groupKeyOf } from './group-key-of.js';
import { NotExpressible } from './not-expressible.js';

/** By key, how many tasks each group gives: with the exclusions, and without them. */
export interface GroupPlaces {
  readonly eligible: ReadonlyMap<string | undefined, number>;
  readonly fitting: ReadonlyMap<string | undefined, number>;
}

/** More rows than these are not drawn from: their columns would take more memory than the tasks of a smaller pool. */
const mostRows = 20_000_000;

/**
 * Draws from a table by a draw that looks at every task: the columns it needs are read into typed arrays, in the order of
 * the ids, and the core draws from those.
 *
 * @throws NotExpressible when the draw takes whole tasks, or there are too many.
 */
export async function drawTable(
  { engine, sql, counted }: CountedTable,
  benchmark: BenchmarkPlan,
  draw: DrawRule,
  places: GroupPlaces,
): Promise<NonNullable<PoolCensus['draws']>> {
  const { drawRows, by: drawn } = drawDesignOf(draw);
  if (drawRows === undefined) throw new NotExpressible(`the draw "${draw.method}" looks at every task`);
  if (counted.fitting > mostRows)
    throw new NotExpressible(
      `the draw "${draw.method}" looks at every task, and of more than ${formatCount(mostRows)} not even columns are read`,
    );
  const fields = drawn.needs === 'nothing' ? [] : draw.by;
  const terms = fields.map((field) => sql.field(field) ?? 'null');
  const random = sql.field(randomField.name);
  const columns = [sql.group ?? 'null', '"id"', '"excluded"', random ?? 'null', ...terms];
  const groups = new Map<string | undefined, GroupColumns>();
  const rule = benchmark.select.group;
  for (const [key, { fitting }] of counted.groups) groups.set(key, new GroupColumns(fitting, fields, sql));
  const read = `select ${columns.map((column, i) => `${column} as "c${i}"`).join(', ')} from ${sql.rows} where "inside" and "fits" and not "pinned" order by "c1"`;
  await eachRow(engine, read, ([group, id, isExcluded, number, ...values]) => {
    groups.get(groupKeyOf(sql, rule, group))?.add(String(id), isExcluded === true, Number(number), values);
  });
  const draws: { eligible: Map<string | undefined, CountedDraw>; fitting: Map<string | undefined, CountedDraw> } = {
    eligible: new Map(),
    fitting: new Map(),
  };
  for (const [key, group] of groups) {
    const stratum = key === undefined ? benchmark.name : `${benchmark.name}/${key}`;
    const of = (view: RowView, number: number | undefined) => {
      const from = { ...draw, places: number ?? 0, stratum, benchmark: benchmark.name, ...view };
      return view.size === 0 ? undefined : asCounted(drawRows(from), view);
    };
    const all = of(group.all(), places.fitting.get(key));
    const isSame = group.excluded === 0 && places.fitting.get(key) === places.eligible.get(key);
    const open = isSame ? all : of(group.open(), places.eligible.get(key));
    if (all !== undefined) draws.fitting.set(key, all);
    if (open !== undefined) draws.eligible.set(key, open);
  }
  return draws;
}

/** The ids of all that was drawn. */
export function drawnIds(draws: NonNullable<PoolCensus['draws']>): readonly string[] {
  const idsOf = (counted: CountedDraws) => [...counted.values()].flatMap(({ drawn }) => [...drawn.keys()]);
  return [...new Set([...idsOf(draws.eligible), ...idsOf(draws.fitting)])];
}

function asCounted({ rows, probability, balance, warnings, faults }: DrawnRows, { id }: RowView): CountedDraw {
  const drawn = new Map(rows.map((row) => [id(row), { probability: probability(row), balance: balance?.(row) }]));
  return { drawn, warnings, faults };
}
