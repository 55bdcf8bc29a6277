import { tieKey } from '../core/learning/difficulty-bands.js';
import { learnResults } from '../core/learning/forecasts.js';
import { at } from '../core/lists/lists.js';
import type { CodedResults, CountedPrior, LearnedDesign, LearnedTasks } from '../core/model/learned.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { GroupCensus } from '../core/model/selection.js';
import { designFor } from '../core/purposes/design-benchmark.js';
import { sizeFor } from '../core/purposes/find-size.js';
import { usualVariance } from '../core/purposes/learn-benchmark.js';
import { looseNames } from '../core/text/nearest-name.js';
import { type Engine, NotExpressible } from './engine.js';
import { excluded, fits, id, inside, type PlanSql, pinned, randomNumber } from './plan-sql.js';
import { type PriorResults, priorPlace } from './prior-results.js';
import { column, either, nothing, type Sql, sql, sqlText, verbatim } from './sql.js';

/** The values learned about the tasks of a table. */
export interface LearnedTable {
  /** The benchmark, with a design instead of its purpose. */
  readonly benchmark: BenchmarkPlan;
  /** The table, with the fields that the design uses. */
  readonly view: PlanSql;
  /** The systems that have a result on a task of the pool. */
  readonly systems: readonly string[];
  /** Everything but the places of the candidates, which are found later. */
  readonly prior: Omit<CountedPrior, 'places'>;
  /** Converts a place in the order of all ids into one among the ids that `where` keeps. */
  readonly placeOf: (place: number) => number | undefined;
  /** The sum of the anticipated variances of each group, by key. */
  readonly anticipated: ReadonlyMap<string | undefined, number>;
}

/**
 * Learns from earlier results on the tasks of a table, in typed arrays, and adds the resulting fields to the SQL.
 * @throws NotExpressible if the design needs whole tasks.
 */
export async function learnTable(
  engine: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  view: PlanSql,
  found: PriorResults,
): Promise<LearnedTable> {
  const { purpose } = benchmark.select;
  const flags = new Uint8Array(found.length);
  const ties = new Float64Array(purpose === undefined ? 0 : found.length);
  const seed = String(plan.seed ?? '');
  const number = purpose === undefined ? nothing : randomNumber(seed, tieKey(benchmark.name));
  const flag = (condition: Sql, bit: number) => either(condition, sql`${bit}`, sql`0`);
  const all = sql`(${isInside} + ${flag(fits, isFitting)} + ${flag(pinned, isPinned)} + ${flag(excluded, isOut)})`;
  const query = sql`select ${[priorPlace, all, number]} from ${view.rows} where ${inside}`;
  await engine.each(query, ([place, found, tie]) => {
    const n = Number(place);
    flags[n] = Number(found);
    if (purpose !== undefined) ties[n] = Number(tie);
  });
  const pool = placesWhere(flags, isInside);
  const isMet = ({ codes }: CodedResults) => picked(codes, pool).some((code) => code !== 0);
  const systems = found.systems.filter((_, j) => isMet(at(found.results, j)));
  if (systems.length === 0) throw new NotExpressible('the earlier results match no task');
  if (pool.length < flags.length) await refuseAlike(engine, view);
  const places = placesWhere(flags, isFitting);
  const own = found.results.map(
    ({ codes, values }): CodedResults => ({
      length: places.length,
      codes: picked(codes, places),
      values,
    }),
  );
  const isKnown = ({ codes, values }: CodedResults) => codes.some((code) => !Number.isNaN(at(values, code)));
  const kept = own.flatMap((results, j) => (isKnown(results) ? [{ results, system: at(found.systems, j) }] : []));
  const flagged = (flag: number) => picked(flags, places).map((each) => ((each & flag) === 0 ? 0 : 1));
  const prior = {
    systems: kept.map(({ system }) => system),
    results: kept.map(({ results }) => results),
    length: places.length,
    ties: purpose === undefined ? [] : Array.from(places, (place) => at(ties, place)),
    pinned: flagged(isPinned),
    excluded: flagged(isOut),
  };
  const indexes = new Int32Array(found.length).fill(-1);
  places.forEach((place, i) => {
    indexes[place] = i;
  });
  const placeOf = (place: number) => (at(indexes, place) < 0 ? undefined : at(indexes, place));
  const same = { benchmark, view, systems, prior, placeOf, anticipated: new Map<string | undefined, number>() };
  if (purpose === undefined) return same;
  if (kept.length === 0) throw new NotExpressible('no earlier system has a result on an eligible task');
  const learned = learnResults(prior.results);
  const counted = { ...prior, learned, places: new Map<string, number>() };
  const take = takeOf(benchmark, counted, learned, seed);
  const design = designFor(benchmark, counted, learned, { take, seed });
  if (design === undefined || 'broken' in design) throw new NotExpressible('no places are left for the purpose');
  const usual = usualVariance(benchmark, learned);
  await keepLearned(engine, placeOf, learned, design, usual);
  return {
    ...same,
    benchmark: { ...benchmark, select: { ...benchmark.select, ...design.rule, take } },
    view: withLearned(view, design),
    prior: { ...prior, learned, design, usual },
    anticipated: anticipatedSums(counted, learned, design, usual),
  };
}

const [isInside, isFitting, isPinned, isOut] = [1, 2, 4, 8];

/**
 * The results reader takes a result on a task outside the pool for a task inside if their ids differ only in parts
 * added by tools. @throws NotExpressible if there are such ids.
 */
async function refuseAlike(engine: Engine, { rows }: PlanSql): Promise<void> {
  const [met, others] = [new Set<string>(), new Set<string>()];
  let count = 0;
  await engine.each(sql`select ${id} from ${rows}`, ([each]) => {
    const [bare, ...more] = looseNames(String(each));
    met.add(bare);
    for (const name of more) if (name !== bare) others.add(name);
    count += 1;
  });
  if (met.size < count || [...others].some((name) => met.has(name)))
    throw new NotExpressible('two ids differ only in an owner, a prefix, a version or separators');
}

function picked(bytes: Uint8Array, places: Uint32Array): Uint8Array {
  if (places.length === bytes.length) return bytes;
  const own = new Uint8Array(places.length);
  for (let i = 0; i < places.length; i++) own[i] = bytes[places[i] as number] as number;
  return own;
}

function placesWhere(flags: Uint8Array, flag: number): Uint32Array {
  let count = 0;
  for (const each of flags) if ((each & flag) !== 0) count += 1;
  const places = new Uint32Array(count);
  let next = 0;
  for (let place = 0; place < flags.length; place++) if ((at(flags, place) & flag) !== 0) places[next++] = place;
  return places;
}

/** The number of tasks to take, from the plan or from its target. */
function takeOf(benchmark: BenchmarkPlan, fitting: CountedPrior, learned: LearnedTasks, seed: string): number {
  const { take, takesShare, purpose } = benchmark.select;
  if (takesShare) throw new NotExpressible('the plan shares a total among benchmarks with a purpose');
  const target = purpose?.target;
  if (target === undefined) {
    if (take === 'all') throw new NotExpressible('a purpose needs a number of tasks');
    return take;
  }
  const from = { tasks: [], fitting, learned, faults: [] };
  const found = sizeFor(target, [{ plan: benchmark, from }], (size) => [size], seed);
  if ('faults' in found) throw new NotExpressible('no number of tasks reaches the target');
  return found.take;
}

const table = 'winnow_learned';
const [easeField, varianceField, bandField] = ['prior_ease', 'prior_variance', 'prior_band'];

/** Stores learned values for SQL. */
async function keepLearned(
  engine: Engine,
  placeOf: LearnedTable['placeOf'],
  { ease, variance }: LearnedTasks,
  { bands, usesVariance }: LearnedDesign,
  usual = Number.NaN,
): Promise<void> {
  const keep = engine.keepNumbers;
  if (keep === undefined) throw new NotExpressible('the plan learns from earlier results');
  const isKnown = (number: number | undefined) => number !== undefined && !Number.isNaN(number);
  await keep.call(engine, table, [easeField, varianceField, bandField], (place) => {
    const i = placeOf(place);
    if (i === undefined) return undefined;
    const own = isKnown(ease[i]) ? (variance[i] ?? Number.NaN) : usual;
    return [ease[i] ?? Number.NaN, usesVariance ? own : Number.NaN, Number(bands?.[i] ?? Number.NaN)];
  });
}

/** Adds learned values and the groups of the design to the rows. */
function withLearned(view: PlanSql, { rule: { group }, bands, usesVariance }: LearnedDesign): PlanSql {
  const names = [...new Set(bands ?? [])].filter((band) => band !== undefined).sort();
  const band =
    names.length === 0 ? 'null::varchar' : `lpad(${bandField}::integer::varchar, ${at(names, 0).length}, '0')`;
  const learned = verbatim(
    `(select n as "learned place", ${easeField}, ${varianceField}, ${band} as ${bandField} from ${table}) as l`,
  );
  const select = sql`select * from ${view.rows} left join ${learned} on (${priorPlace} = "learned place")`;
  const fields = [easeField, ...(usesVariance ? [varianceField] : []), ...(bands === undefined ? [] : [bandField])];
  return {
    ...view,
    rows: sql`(${select}) as t`,
    fields: new Map([...view.fields, ...fields.map((name) => [name, column(name)] as const)]),
    group: group === undefined ? undefined : column(bandField),
    anyGroup: sqlText(''),
  };
}

function anticipatedSums(
  { pinned: isPin }: CountedPrior,
  { variance }: LearnedTasks,
  { bands, usesVariance }: LearnedDesign,
  usual = 0,
): ReadonlyMap<string | undefined, number> {
  const sums = new Map<string | undefined, number>();
  if (bands === undefined || !usesVariance) return sums;
  for (let i = 0; i < variance.length; i++) {
    if (isPin[i] === 1) continue;
    const own = at(variance, i);
    sums.set(bands[i], (sums.get(bands[i]) ?? 0) + Math.sqrt(Number.isNaN(own) ? usual : own));
  }
  return sums;
}

/** Adds the sum of anticipated variances to each group. */
export function withAnticipated(
  groups: ReadonlyMap<string | undefined, GroupCensus>,
  { anticipated }: LearnedTable,
): ReadonlyMap<string | undefined, GroupCensus> {
  return new Map([...groups].map(([key, each]) => [key, { ...each, anticipated: anticipated.get(key) }]));
}
