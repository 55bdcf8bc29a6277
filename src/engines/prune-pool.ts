import { drawDesignOf } from '../core/draws/draws.js';
import { hashOfSums } from '../core/fingerprint/fingerprint-pool.js';
import type { CountedPrior } from '../core/model/learned.js';
import type { BenchmarkPlan } from '../core/model/plan.js';
import { conditionHolds, type Preference, pinTest } from '../core/model/select-rule.js';
import type { PoolCensus } from '../core/model/selection.js';
import type { Pool, ScoredTask, Task } from '../core/model/task.js';
import { type Prepared, prepareBenchmark } from '../core/prepare-benchmark.js';
import { withBand } from '../core/purposes/design-benchmark.js';
import { learnBenchmark } from '../core/purposes/learn-benchmark.js';
import { inGroupOrder } from '../core/select/group-tasks.js';
import { shareAmongGroups, sharerOf } from '../core/select/share-places.js';
import { withTake } from '../core/select-benchmark.js';
import { compareText } from '../core/text/words.js';
import { withPriorMeans } from '../sources/add-prior-results.js';
import { type Counted, type CountedTable, mostCandidates, tooMany, uncounted } from './count-table.js';
import { drawnIds, drawTable, type GroupPlaces } from './draw-table.js';
import { type Engine, NotExpressible, type Place } from './engine.js';
import { eligibleAndOpen, findStandings } from './find-standings.js';
import { excluded, fits, hashedText, haveIds, id, inside, keysOf, type PlanSql, pinned } from './plan-sql.js';
import { meansOf, priorPlace } from './prior-results.js';
import { placeOf, rowTasks } from './row-tasks.js';
import { and, column, columnsOf, either, firstRows, hashPart, not, or, type Sql, sha256, sql, sqlText } from './sql.js';

/** What is wanted besides the selection. */
export interface Wanted {
  /** Ids of tasks to include among the candidates with their ranks; unknown ids are left out. */
  readonly ids?: readonly string[] | undefined;
  /** The benchmark's number of tasks, if it is part of a total. */
  readonly take?: number | undefined;
}

/** The candidates of a table. */
export interface Candidates {
  readonly pool: Pool;
  /** The pool prepared with the plan; undefined if the plan had to be changed by a part of a total, or a design. */
  readonly prepared?: Prepared;
}

/**
 * The candidates of a counted table. From them and the counts, the core selects the same tasks as from the whole pool.
 * @throws NotExpressible if the plan needs every task.
 */
export async function pruneTable(table: CountedTable, { ids = [], take }: Wanted = {}): Promise<Candidates> {
  const { engine, plan, reading, view, counted, outside } = table;
  if (table.isFaulty) return { pool: await faultyPool(table) };
  const benchmark = withTake(table.benchmark, take);
  if (ids.length > 0 && benchmark.exclusions.some(({ replacement }) => replacement !== undefined))
    throw new NotExpressible('explaining a task with a named replacement needs every task');
  const places = placesOf(benchmark, counted);
  const { order, draws } = await orderOrDraw(table, benchmark, places, ids);
  // After a draw, only the drawn tasks are needed, and one task to identify each group.
  const depth = draws === undefined ? depthOf(places, counted) : 1;
  const wanted = draws === undefined ? ids : drawnIds(draws);
  if (wanted.length > mostCandidates) throw new NotExpressible(tooMany);
  const found = await findCandidates(engine, benchmark, view, order, depth, wanted);
  if (found.places.size === 0) throw new NotExpressible('no task can be selected');
  // The sum takes a pass over all rows, so it is computed while candidates are read.
  const [sha256, read] = await allOf([sumOfRows(engine, view, counted.fields), engine.tasksAt([...found.places])]);
  const problems = problemsOf(view);
  // The core sorts candidates each time it prepares them, which is fast if they are in order.
  const { tasks, prior } = await withEarlier(
    read.toSorted((a, b) => compareText(a.id, b.id)),
    table,
  );
  const own = {
    tasks,
    problems,
    ...(reading.where === undefined ? {} : { outside }),
    ...(table.earlier === undefined ? {} : { priorSystems: table.earlier.learned.systems }),
  };
  const census = { ...counted, ...uncounted, ...(prior === undefined ? {} : { prior }) };
  const ready = prepareBenchmark(benchmark, { ...own, census }, plan, undefined);
  if (!('scored' in ready)) throw new NotExpressible('the pool has errors');
  const learned = learnBenchmark(ready.tasks, benchmark, undefined, prior).tasks;
  const prepared = { ...ready, tasks: learned.map((task) => withBand(task, bandOf(task, prior))) };
  refuseOtherScores(prepared.tasks, found);
  refuseOtherNames(benchmark, prepared);
  const { where = [] } = prepared.plan.select;
  const isPinned = pinTest(prepared.plan.select);
  const fitting = prepared.tasks.filter((task) => !isPinned(task) && conditionHolds(where, task));
  const open = fitting.filter(({ id }) => !prepared.excluded.has(id));
  const excluded = fitting.flatMap(({ id }) => (prepared.excluded.has(id) && ids.includes(id) ? [id] : []));
  const { replacements } = prepared.exclusions;
  const replaced = fitting.filter(({ id }) => replacements.has(id));
  const eligible = counted.groups;
  const ranked = { order, open, depth, eligible, areFar: ids.length > 0, excluded, replaced, replacements };
  const standings = await findStandings(engine, benchmark, view, ranked);
  const whole = { ...census, sha256, standings, ...(draws === undefined ? {} : { draws }) };
  const pool = { ...own, census: whole };
  return plan.benchmarks.includes(benchmark) ? { pool, prepared: { ...ready, census: whole } } : { pool };
}

function bandOf({ id: task }: Task, prior: CountedPrior | undefined): string | undefined {
  return prior?.design?.bands?.[prior.places.get(task) ?? -1];
}

/** The candidates with their earlier results, and their places among all tasks. */
async function withEarlier(
  tasks: readonly Task[],
  { engine, view, earlier }: CountedTable,
): Promise<{ readonly tasks: readonly Task[]; readonly prior?: CountedPrior }> {
  if (earlier === undefined) return { tasks };
  const { found, learned } = earlier;
  const places = new Map<string, number>();
  for (const where of haveIds(tasks.map((task) => task.id)))
    for (const [task, place] of await engine.query(sql`select ${id}, ${priorPlace} from ${view.rows} where ${where}`))
      places.set(String(task), Number(place));
  const fitting = [...places].flatMap(([task, place]) => {
    const own = learned.placeOf(place);
    return own === undefined ? [] : [[task, own] as const];
  });
  return {
    tasks: tasks.map((task) => withPriorMeans(task, meansOf(found.results, places.get(task.id) ?? -1))),
    prior: { ...learned.prior, places: new Map(fitting) },
  };
}

/**
 * A task for each set of errors, and the tasks that the plan names. The core reports the errors and selects nothing.
 */
async function faultyPool({ engine, plan, benchmark, reading, view, counted, outside }: CountedTable): Promise<Pool> {
  const named = [
    ...benchmark.exclusions.flatMap((each) => [each.id, each.replacement ?? each.id]),
    ...benchmark.select.pin,
  ];
  const isNamed = sql`(${id} in (${(named.length === 0 ? [''] : named).map(sqlText)}))`;
  const marks = view.faults.flatMap(({ holds, values }) => [holds, ...values.map((value) => either(holds, value))]);
  const alike = new Map<string, number>();
  const isFaulty = and(inside, not(isNamed), or(...view.faults.map(({ holds }) => holds)));
  const first = await engine.query(
    sql`select min(${id}), count(*) from ${view.rows} where ${isFaulty} group by ${marks}`,
  );
  for (const [task, count] of first) alike.set(String(task), Number(count));
  const rows = rowTasks(plan, benchmark, reading, view);
  const tasks: Task[] = [];
  for (const where of haveIds([...new Set([...alike.keys(), ...named])]))
    await engine.each(sql`select ${rows.columns} from ${view.rows} where ${where}`, (row) => {
      const task = rows.taskOf(row);
      tasks.push({ ...task, alike: alike.get(task.id) });
    });
  const census = { ...counted, ...uncounted, isFaulty: true as const };
  const pool = { tasks, problems: problemsOf(view), ...(reading.where === undefined ? {} : { outside }), census };
  if (prepareBenchmark(benchmark, pool, plan, undefined).faults.length === 0)
    throw new NotExpressible('the database finds different errors');
  return pool;
}

/** Both results, once both have ended, even with an error: a database must not be closed during a query. */
async function allOf<A, B>(works: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** The order in which a benchmark takes tasks: its preferences, or the equivalent of its draw. Otherwise, the draws. */
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
  if (ids.length > 0) throw new NotExpressible(`explaining a task in the draw "${draw.method}" needs every task`);
  return { order: [], draws: await drawTable(table, benchmark, draw, places) };
}

function placesOf(benchmark: BenchmarkPlan, counted: Counted): GroupPlaces {
  const { groups } = counted;
  const rule = benchmark.select.group;
  const inOrder = rule === undefined ? groups : inGroupOrder(groups, rule);
  const of = (which: 'fitting' | 'eligible') => {
    const counts = [...inOrder].filter(([, each]) => each[which] > 0);
    const sharers = counts.map(([key, each]) => sharerOf(key, [], { ...each, eligible: each[which] }, rule));
    // Tasks in no group are pinned. If groups have bounds, `refuseWhole` has refused pins.
    const pins = counted[which] - [...groups.values()].reduce((sum, each) => sum + each[which], 0);
    const { places } = shareAmongGroups(sharers, benchmark, new Map([[undefined, pins]]), groups.keys());
    return new Map(counts.map(([key], i) => [key, places[i] ?? 0]));
  };
  return { fitting: of('fitting'), eligible: of('eligible') };
}

/** The number of tasks to read from each group: one more than its places, with or without exclusions. */
function depthOf({ fitting, eligible }: GroupPlaces, { groups }: Counted): number {
  const most = [...fitting.values(), ...eligible.values()].reduce((highest, each) => Math.max(highest, each), 0);
  const candidates = [...groups.values()].reduce((sum, group) => sum + Math.min(most + 1, group.eligible), 0);
  if (candidates > mostCandidates) throw new NotExpressible(tooMany);
  return most + 1;
}

/** The places of candidates, and their scores by id according to the database, to compare with the core's. */
interface Found {
  readonly places: ReadonlySet<Place>;
  readonly scores: ReadonlyMap<string, number>;
}

async function findCandidates(
  engine: Engine,
  { exclusions, exclusionRules = [], select }: BenchmarkPlan,
  view: PlanSql,
  order: readonly Preference[],
  depth: number,
  wanted: readonly string[],
): Promise<Found> {
  const columns = [
    { term: view.place, as: 'place' },
    { term: id, as: 'id' },
    { term: column('score'), as: 'score' },
  ];
  const places = new Set<Place>();
  const scores = new Map<string, number>();
  const add = async (query: Sql) => {
    let rows = 0;
    await engine.each(query, ([place, task, score]) => {
      places.add(placeOf(place));
      scores.set(String(task), Number(score));
      rows += 1;
    });
    return rows;
  };
  const first = (where: Sql, by: Sql | undefined, prefer: readonly Preference[], count: number) =>
    add(firstRows({ count, columns, from: view.rows, where, by, keys: keysOf(view, prefer) }));
  await first(eligibleAndOpen, view.group, order, depth);
  const ids = [...exclusions.flatMap((each) => [each.id, each.replacement ?? each.id]), ...select.pin, ...wanted];
  const all = sql`select ${columnsOf(columns)} from ${view.rows}`;
  for (const where of haveIds(ids)) await add(sql`${all} where ${where}`);
  // Tasks that are excluded or pinned by conditions.
  const named = [
    ...(exclusionRules.length > 0 ? [excluded] : []),
    ...((select.pinWhere ?? []).length > 0 ? [pinned] : []),
  ];
  if (named.length > 0) {
    await add(sql`${all} where ${and(inside, or(...named))} limit ${mostCandidates + 1}`);
    if (places.size > mostCandidates) throw new NotExpressible(tooMany);
  }
  for (const { by, values, atLeast, prefer } of select.ensure) {
    const term = view.fields.get(by);
    if (term === undefined || view.numbers.has(by)) throw new NotExpressible('"ensure" uses a number');
    for (const value of values) {
      const isValue = and(inside, fits, not(excluded), sql`(${term} = ${sqlText(value)})`);
      if ((await first(isValue, undefined, prefer, atLeast)) < atLeast)
        throw new NotExpressible('too few tasks for "ensure"');
    }
  }
  return { places, scores };
}

/** If the database computes a different score from the core, every task must be read. */
function refuseOtherScores(tasks: readonly ScoredTask[], { scores }: Found): void {
  const other = tasks.find(({ id, score }) => scores.get(id) !== score);
  if (other !== undefined || tasks.length !== scores.size)
    throw new NotExpressible('the database computes a different score');
}

/** If the plan names a task by an alias, the candidates lack it, because they were found by id. */
function refuseOtherNames({ select }: BenchmarkPlan, { exclusions, plan }: Prepared): void {
  const isOther = [...exclusions.byId.values()].some(
    ({ id, taskId, replacement, replacementId }) => id !== taskId || replacement !== replacementId,
  );
  if (isOther || select.pin.some((each) => !plan.select.pin.includes(each)))
    throw new NotExpressible('the plan names a task by an alias');
}

/** Problems with the rows and the table. */
export function problemsOf({ table: { facts, notes = [] } }: PlanSql): Pool['problems'] {
  return [...(facts?.problems ?? []), ...notes];
}

async function sumOfRows(engine: Engine, view: PlanSql, fields: Iterable<string>): Promise<string> {
  const names = [...fields].filter((name) => view.own.values.has(name)).sort();
  const hashes = sql`select ${sha256(hashedText(view, names))} as hash from ${view.rows} where ${inside}`;
  const [first, second] = [hashPart(0, sql`hash`), hashPart(1, sql`hash`)];
  const [row = []] = await engine.query(sql`select sum(${first}), sum(${second}) from (${hashes}) as t`);
  return hashOfSums(
    names,
    row.map((sum) => BigInt(String(sum))),
  );
}
