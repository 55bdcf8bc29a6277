import { drawDesignOf } from '../core/draws/draws.js';
import { hashOfSums } from '../core/fingerprint/sum-of-tasks.js';
import { conditionHolds } from '../core/model/condition-holds.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { PoolCensus } from '../core/model/pool-census.js';
import type { Preference } from '../core/model/select-rule.js';
import type { TableRules } from '../core/model/source-plan.js';
import type { Pool, ScoredTask } from '../core/model/task.js';
import { prepareBenchmark } from '../core/prepare-benchmark.js';
import { inGroupOrder } from '../core/select/group-tasks.js';
import { shareAmongGroups, sharerOf } from '../core/select/share-places.js';
import { withTake } from '../core/select-benchmark.js';
import { type Counted, uncounted } from './count-pool.js';
import { type CountedTable, countTable, mostCandidates, tooMany } from './count-table.js';
import { text } from './dialect.js';
import { drawnIds, drawTable, type GroupPlaces } from './draw-table.js';
import type { Engine } from './engine.js';
import { eligibleAndOpen, findStandings } from './find-standings.js';
import { NotExpressible } from './not-expressible.js';
import type { PlanSql } from './plan-sql.js';
import { takesOf } from './takes-of.js';

/** What is asked of a pool beside the whole selection. */
export interface Wanted {
  /** Ids of tasks that are to be among the candidates, with where they stand; those that there are not are left out. */
  readonly ids?: readonly string[] | undefined;
  /** How many tasks the benchmark gives, where that is its part of a total. */
  readonly take?: number | undefined;
}

/**
 * The candidates of the one table of a plan, as `pruneTable` gives them.
 *
 * @throws NotExpressible when the pool is small, or the whole of it is needed.
 */
export async function prunePool(
  engine: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
  wanted: Wanted = {},
): Promise<Pool> {
  const table = await countTable(engine, plan, benchmark, reading);
  return pruneTable(table, { ...wanted, take: takesOf(plan, [table], new Map()).get(benchmark.name) });
}

/**
 * The candidates of a counted table: the core gives on them, with what was counted, what it gives on the pool.
 *
 * @throws NotExpressible when the whole of it is needed.
 */
export async function pruneTable(table: CountedTable, { ids = [], take }: Wanted = {}): Promise<Pool> {
  const { engine, plan, reading, sql, counted, outside } = table;
  const benchmark = withTake(table.benchmark, take);
  if (ids.length > 0 && benchmark.exclusions.some(({ replacement }) => replacement !== undefined))
    throw new NotExpressible('what is said of a task beside a named replacement takes every task');
  const places = placesOf(benchmark, counted);
  const { order, draws } = await orderOrDraw(table, benchmark, places, ids);
  // Of a draw that was made, the drawn tasks are needed, and one of each group to know it by.
  const depth = draws === undefined ? depthOf(places, counted) : 1;
  const wanted = draws === undefined ? ids : drawnIds(draws);
  if (wanted.length > mostCandidates) throw new NotExpressible(tooMany);
  const found = await findCandidates(engine, benchmark, sql, order, depth, wanted);
  if (found.size === 0) throw new NotExpressible('no task may be taken');
  // The sum looks at every row; it is taken while the candidates are read.
  const [sha256, { tasks, problems }] = await allOf([
    sumOfRows(engine, sql, counted.fields),
    engine.tasksAt([...found.keys()]),
  ]);
  const pool = { tasks, problems, ...(reading.where === undefined ? {} : { outside }) };
  const prepared = prepareBenchmark(benchmark, { ...pool, census: { ...counted, ...uncounted } }, plan, undefined);
  if (!('scored' in prepared)) throw new NotExpressible('the pool has faults');
  refuseOtherScores(prepared.tasks, found);
  const { pin, where = [] } = prepared.plan.select;
  const fitting = prepared.tasks.filter((task) => !pin.includes(task.id) && conditionHolds(where, task));
  const open = fitting.filter(({ id }) => !prepared.excluded.has(id));
  const excluded = fitting.flatMap(({ id }) => (prepared.excluded.has(id) && ids.includes(id) ? [id] : []));
  const { replacements } = prepared.exclusions;
  const replaced = fitting.filter(({ id }) => replacements.has(id));
  const eligible = counted.groups;
  const ranked = { order, open, depth, eligible, areFar: ids.length > 0, excluded, replaced, replacements };
  const standings = await findStandings(engine, benchmark, sql, ranked);
  return { ...pool, census: { ...counted, sha256, standings, ...(draws === undefined ? {} : { draws }) } };
}

/** What all works give, once every one of them has ended: nobody may close a database that is still asked. */
async function allOf<A, B>(works: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** What a benchmark is ordered by: the plan's preferences, or the one that its draw comes to; else what was drawn. */
async function orderOrDraw(
  table: CountedTable,
  benchmark: BenchmarkPlan,
  places: GroupPlaces,
  ids: readonly string[],
): Promise<{ readonly order: readonly Preference[]; readonly draws?: PoolCensus['draws'] }> {
  const { draw, prefer } = benchmark.select;
  if (draw === undefined) return { order: prefer };
  const { order, isEven } = drawDesignOf(draw);
  if (order !== undefined && isEven) return { order: [order] };
  if (ids.length > 0) throw new NotExpressible(`what is said of a task by the draw "${draw.method}" takes every task`);
  return { order: [], draws: await drawTable(table, benchmark, draw, places) };
}

/** The places of each group, with the exclusions and without. */
function placesOf(benchmark: BenchmarkPlan, { groups }: Counted): GroupPlaces {
  const rule = benchmark.select.group;
  const inOrder = rule === undefined ? groups : inGroupOrder(groups, rule);
  const of = (which: 'fitting' | 'eligible') => {
    const counts = [...inOrder].filter(([, each]) => each[which] > 0);
    const sharers = counts.map(([key, { fitting, [which]: eligible }]) =>
      sharerOf(key, [], { fitting, eligible }, rule),
    );
    const { places } = shareAmongGroups(sharers, benchmark, benchmark.select.pin.length, groups.keys());
    return new Map(counts.map(([key], i) => [key, places[i] ?? 0]));
  };
  return { fitting: of('fitting'), eligible: of('eligible') };
}

/** How many of the first tasks of each group are needed: one more than its places, with the exclusions and without. */
function depthOf({ fitting, eligible }: GroupPlaces, { groups }: Counted): number {
  const most = [...fitting.values(), ...eligible.values()].reduce((highest, each) => Math.max(highest, each), 0);
  const candidates = [...groups.values()].reduce((sum, group) => sum + Math.min(most + 1, group.eligible), 0);
  if (candidates > mostCandidates) throw new NotExpressible(tooMany);
  return most + 1;
}

/** What the engine says of a candidate, by its place, for the core's own figures to be compared with. */
type Found = ReadonlyMap<number | string, { readonly id: string; readonly score: number }>;

async function findCandidates(
  { query, dialect }: Engine,
  benchmark: BenchmarkPlan,
  sql: PlanSql,
  order: readonly Preference[],
  depth: number,
  wanted: readonly string[],
): Promise<Found> {
  const give = new Map([
    ['place', sql.place],
    ['id', '"id"'],
    ['score', '"score"'],
  ]);
  const first = (where: string, by: readonly string[], prefer: readonly Preference[], count: number) =>
    dialect.firstOf({ from: sql.rows, where, by, keys: sql.keys(prefer), count, give });
  const queries = [first(eligibleAndOpen, sql.group === undefined ? [] : [sql.group], order, depth)];
  const { exclusions, select } = benchmark;
  const ids = [...exclusions.flatMap(({ id, replacement = id }) => [id, replacement]), ...select.pin, ...wanted];
  for (const list of textLists(ids))
    queries.push(`select ${sql.place}, "id", "score" from ${sql.rows} where "inside" and "id" in (${list})`);
  const ensured: { readonly query: string; readonly atLeast: number }[] = [];
  for (const { by, values, atLeast, prefer } of select.ensure) {
    const term = sql.field(by);
    if (term === undefined || sql.isNumber(by)) throw new NotExpressible('"ensure" by a number');
    for (const value of values)
      ensured.push({
        query: first(`"inside" and "fits" and not "excluded" and ${term} = ${text(value)}`, [], prefer, atLeast),
        atLeast,
      });
  }
  const found = new Map<number | string, { id: string; score: number }>();
  const add = (rows: readonly (readonly unknown[])[]) => {
    for (const [place, id, score] of rows) {
      found.set(placeOf(place), { id: String(id), score: Number(score) });
    }
  };
  for (const each of queries) add(await query(each));
  for (const { query: each, atLeast } of ensured) {
    const rows = await query(each);
    if (rows.length < atLeast) throw new NotExpressible('too few tasks for "ensure"');
    add(rows);
  }
  return found;
}

/** Where tasks with these ids stand. */
export async function placesOfIds(
  { query }: Engine,
  { place, rows }: PlanSql,
  ids: readonly string[],
): Promise<(number | string)[]> {
  const places: (number | string)[] = [];
  for (const list of textLists(ids))
    for (const [found] of await query(`select ${place} from ${rows} where "inside" and "id" in (${list})`))
      places.push(placeOf(found));
  return places;
}

/** What names a row, as a database gives it. */
export function placeOf(value: unknown): number | string {
  return typeof value === 'string' ? value : Number(value);
}

/** A statement may have a million characters. */
const mostCharacters = 400_000;

/** Texts as lists in SQL. */
function textLists(values: readonly string[]): readonly string[] {
  const lists: string[] = [];
  for (const value of values.map(text)) {
    const last = lists.at(-1);
    if (last === undefined || last.length + value.length > mostCharacters) lists.push(value);
    else lists[lists.length - 1] = `${last}, ${value}`;
  }
  return lists;
}

/** The core decides: where it finds another score than the engine, everything is read. */
function refuseOtherScores(tasks: readonly ScoredTask[], found: Found): void {
  const scores = new Map([...found.values()].map(({ id, score }) => [id, score]));
  const other = tasks.find(({ id, score }) => scores.get(id) !== score);
  if (other !== undefined || tasks.length !== scores.size) throw new NotExpressible('the engine scores otherwise');
}

/** The fingerprint of the pool, whose tasks have these fields. */
async function sumOfRows(
  { query, dialect }: Engine,
  { hashed, rows }: PlanSql,
  fields: Iterable<string>,
): Promise<string> {
  const names = [...fields].sort();
  const sums = dialect.hashParts('"hash"').map((part) => `sum(${part})`);
  const hashes = `(select ${dialect.hash(hashed(names))} as "hash" from ${rows} where "inside") as t`;
  const [row = []] = await query(`select ${sums.join(', ')} from ${hashes}`);
  return hashOfSums(
    names,
    row.map((sum) => BigInt(String(sum))),
  );
}
