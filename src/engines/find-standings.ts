import { at } from '../core/lists/at.js';
import { groupBy } from '../core/lists/group-by.js';
import type { BenchmarkPlan } from '../core/model/plan.js';
import type { PoolCensus, Standing } from '../core/model/pool-census.js';
import type { Preference } from '../core/model/select-rule.js';
import type { ScoredTask } from '../core/model/task.js';
import { markNeighbours, sortKeys } from '../core/order/order-tasks.js';
import { groupKey } from '../core/select/group-tasks.js';
import { type Replacements, withReplacements } from '../core/select/replacements.js';
import { text } from './dialect.js';
import { type Engine, NotExpressible } from './engine.js';
import type { PlanSql } from './plan-sql.js';

/** The rows of tasks that may be taken and are not pinned. */
export const eligibleAndOpen = '"inside" and "fits" and not "excluded" and not "pinned"';

/** The candidates of a benchmark, and how far down in each group they reach. */
interface Ranked {
  readonly order: readonly Preference[];
  /** The candidates that may be taken. */
  readonly open: readonly ScoredTask[];
  readonly depth: number;
  readonly eligible: PoolCensus['groups'];
  /** Whether candidates may stand far down in their group, and excluded ones whose place among the others is asked for. */
  readonly areFar: boolean;
  readonly excluded: readonly string[];
  /** The excluded tasks that others stand in for, and by whom; with none that are far. */
  readonly replaced: readonly ScoredTask[];
  readonly replacements: Replacements;
}

/** Where candidates stand whose neighbours are not at hand, and how many tie at each cutoff. */
export async function findStandings(
  engine: Engine,
  benchmark: BenchmarkPlan,
  sql: PlanSql,
  { order, open, depth, eligible, areFar, excluded, replaced, replacements }: Ranked,
): Promise<ReadonlyMap<string, Standing>> {
  const standings = new Map<string, Standing>();
  if (benchmark.select.draw !== undefined && !areFar) return standings;
  const rule = benchmark.select.group;
  const keyOf = (task: ScoredTask) => (rule === undefined ? undefined : groupKey(task, rule));
  const groups = groupBy(open, keyOf);
  const replacedIn = groupBy(replaced, keyOf);
  /** By id, the task whose keys place it, and how many more have those keys than the table tells. */
  const tied = new Map<string, { readonly keysFrom: string; readonly more: number }>();
  const far: string[] = [...excluded];
  for (const [key, tasks] of groups) {
    const placed = withReplacements(tasks, replacedIn.get(key) ?? [], order, replacements);
    const moved = placed.filter(({ task, keysFrom }) => task !== keysFrom);
    const keyed = placed.map(({ task, keysFrom }) => ({ task, keys: sortKeys(keysFrom, order) }));
    markNeighbours(keyed).forEach(({ task, tiedWithNext, keysNeeded }, i) => {
      const isNear = i + 1 < depth || (eligible.get(key)?.eligible ?? 0) <= depth;
      if (isNear) standings.set(task.id, { rank: i + 1, keysNeeded, tied: 1 });
      else far.push(task.id);
      if (!tiedWithNext || !isNear) return;
      const { keysFrom } = at(placed, i);
      const isSame = (other: ScoredTask) => (haveSameKeys(other, keysFrom, order) ? 1 : 0);
      const more = moved.reduce((sum, each) => sum + isSame(each.keysFrom) - isSame(each.task), 0);
      tied.set(task.id, { keysFrom: keysFrom.id, more });
    });
  }
  const counts = await tiesOf(engine, sql, order, [...new Set([...tied.values()].map(({ keysFrom }) => keysFrom))]);
  for (const [id, { keysFrom, more }] of tied) {
    const standing = standings.get(id);
    if (standing !== undefined) standings.set(id, { ...standing, tied: (counts.get(keysFrom) ?? 0) + more });
  }
  if (areFar || benchmark.select.ensure.length > 0) {
    for (const [id, standing] of await farStandings(engine, sql, order, far)) standings.set(id, standing);
  }
  return standings;
}

function haveSameKeys(a: ScoredTask, b: ScoredTask, prefer: readonly Preference[]): boolean {
  const keys = sortKeys(b, prefer);
  return sortKeys(a, prefer).every((key, i) => key === keys[i]);
}

/** Written with equal signs, by which every database joins; "is not distinct from" makes some of them try all pairs. */
function sameGroup({ group, anyGroup }: PlanSql): string {
  if (group === undefined) return 'true';
  return `coalesce(a."g", ${anyGroup}) = coalesce(b."g", ${anyGroup}) and (a."g" is null) = (b."g" is null)`;
}

function keyed(sql: PlanSql, prefer: readonly Preference[], where: string): string {
  const keys = sql.keys(prefer).map(({ expression }, i) => `${expression} as "k${i}"`);
  const group = sql.group === undefined ? '' : `${sql.group} as "g", `;
  return `(select "id" as "own", ${group}${keys.join(', ')} from ${sql.rows} where ${where})`;
}

/** For each of these tasks, how many eligible ones of its group have the same keys. */
async function tiesOf(
  { query }: Engine,
  sql: PlanSql,
  prefer: readonly Preference[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const these = keyed(sql, prefer, `"inside" and "id" in (${ids.map(text).join(', ')})`);
  const all = keyed(sql, prefer, eligibleAndOpen);
  // All but the id, which ends every order.
  const same = sql
    .keys(prefer)
    .slice(0, -1)
    .map((_, i) => `a."k${i}" = b."k${i}"`);
  const rows = await query(
    `select a."own", count(*) from ${these} as a join ${all} as b on ${[sameGroup(sql), ...same].join(' and ')} group by a."own"`,
  );
  return new Map(rows.map(([id, count]) => [String(id), Number(count)]));
}

/** The standing of tasks that are far down in their groups, found with their neighbours. */
async function farStandings(
  { query }: Engine,
  sql: PlanSql,
  prefer: readonly Preference[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  if (ids.length === 0) return new Map();
  const keys = sql.keys(prefer);
  if (keys.some(({ descending }) => descending)) throw new NotExpressible('an order of texts from the last on');
  const these = keyed(sql, prefer, `"inside" and "id" in (${ids.map(text).join(', ')})`);
  const all = keyed(sql, prefer, eligibleAndOpen);
  const before = keys.map(
    (_, i) =>
      `(${[...keys.slice(0, i).map((__, j) => `b."k${j}" = a."k${j}"`), `b."k${i}" < a."k${i}"`].join(' and ')})`,
  );
  // How many leading keys two tasks share.
  const shared = keys
    .slice(0, -1)
    .reduceRight((rest, _, i) => `case when a."k${i}" = b."k${i}" then 1 + ${rest} else 0 end`, '0');
  const rows = await query(
    `select a."own", count(case when ${before.join(' or ')} then 1 end), max(case when a."own" = b."own" then -1 else ${shared} end) ` +
      `from ${these} as a join ${all} as b on ${sameGroup(sql)} group by a."own"`,
  );
  const width = keyWidths(sql, prefer);
  return new Map(
    rows.map(([id, ahead, most]) => {
      const needed = width.findIndex((end) => Number(most) < end) + 1;
      return [String(id), { rank: Number(ahead) + 1, keysNeeded: needed === 0 ? prefer.length + 1 : needed, tied: 1 }];
    }),
  );
}

/** For each preference, how many SQL keys there are up to its end. */
function keyWidths(sql: PlanSql, prefer: readonly Preference[]): readonly number[] {
  return prefer.map((_, i) => sql.keys(prefer.slice(0, i + 1)).length - 1);
}
