import { groupBy } from '../core/lists/lists.js';
import type { BenchmarkPlan } from '../core/model/plan.js';
import type { Preference } from '../core/model/select-rule.js';
import type { PoolCensus, Standing } from '../core/model/selection.js';
import type { ScoredTask } from '../core/model/task.js';
import { markNeighbours, orderTasks, sortKeys } from '../core/order/order-tasks.js';
import { type Replacements, withReplacements } from '../core/select/fill-groups.js';
import { groupKey } from '../core/select/group-tasks.js';
import type { Engine } from './engine.js';
import { excluded, fits, haveIds, id, inside, keysOf, type PlanSql, pinned } from './plan-sql.js';
import { and, columnsOf, either, not, or, type Sql, sql, sqlText, truth, verbatim } from './sql.js';

/** Whether a row is an eligible task that is not pinned. */
export const eligibleAndOpen = and(inside, fits, not(excluded), not(pinned));

/** The candidates of a benchmark, and how many of each group were read. */
interface Ranked {
  readonly order: readonly Preference[];
  readonly open: readonly ScoredTask[];
  readonly depth: number;
  readonly eligible: PoolCensus['groups'];
  /** Whether ranks are requested for candidates that may be far down in their groups. */
  readonly areFar: boolean;
  readonly excluded: readonly string[];
  /** The excluded tasks that have a named replacement. */
  readonly replaced: readonly ScoredTask[];
  readonly replacements: Replacements;
}

/** Tasks with the same keys: the id of one of them, and how many more have these keys because of replacements. */
interface Tie {
  readonly alike: string;
  readonly more: number;
  /** For all but the last. */
  readonly standings: { tied: number }[];
}

/** The ranks of candidates among all tasks, and the numbers of ties. */
export async function findStandings(
  engine: Engine,
  benchmark: BenchmarkPlan,
  view: PlanSql,
  { order, open, depth, eligible, areFar, excluded, replaced, replacements }: Ranked,
): Promise<ReadonlyMap<string, Standing>> {
  const standings = new Map<string, Standing>();
  if (benchmark.select.draw !== undefined && !areFar) return standings;
  const rule = benchmark.select.group;
  const keyOf = (task: ScoredTask) => (rule === undefined ? undefined : groupKey(task, rule));
  const groups = groupBy(open, keyOf);
  const replacedIn = groupBy(replaced, keyOf);
  const ties: Tie[] = [];
  const far: string[] = [...excluded];
  for (const [key, tasks] of groups) {
    const replacedHere = replacedIn.get(key) ?? [];
    const placed = replacedHere.length === 0 ? [] : withReplacements(tasks, replacedHere, order, replacements);
    const moved = placed.filter(({ task, keysFrom }) => task !== keysFrom);
    const ordered =
      replacedHere.length === 0
        ? orderTasks(tasks, order)
        : markNeighbours(placed.map(({ task, keysFrom }) => ({ task, keys: sortKeys(keysFrom, order) })));
    let tie: Tie | undefined;
    ordered.forEach(({ task, tiedWithNext, keysNeeded }, i) => {
      const isNear = i + 1 < depth || (eligible.get(key)?.eligible ?? 0) <= depth;
      const standing = { rank: i + 1, keysNeeded, tied: 1 };
      if (isNear) standings.set(task.id, standing);
      else far.push(task.id);
      if (tiedWithNext && tie === undefined) {
        const keysFrom = placed[i]?.keysFrom ?? task;
        const isSame = (other: ScoredTask) => (haveSameKeys(other, keysFrom, order) ? 1 : 0);
        const more = moved.reduce((sum, each) => sum + isSame(each.keysFrom) - isSame(each.task), 0);
        tie = { alike: keysFrom.id, more, standings: [] };
        ties.push(tie);
      }
      if (!tiedWithNext) tie = undefined;
      else if (isNear) tie?.standings.push(standing);
    });
  }
  // One query for each tie is enough.
  const near = ties.filter((each) => each.standings.length > 0);
  const asked = new Set(near.map(({ alike }) => alike));
  const counts = await tiesOf(engine, view, order, [...asked]);
  for (const { alike, more, standings: own } of near)
    for (const standing of own) standing.tied = (counts.get(alike) ?? 0) + more;
  if (areFar || benchmark.select.ensure.length > 0) {
    for (const [id, standing] of await farStandings(engine, view, order, far)) standings.set(id, standing);
  }
  return standings;
}

function haveSameKeys(a: ScoredTask, b: ScoredTask, prefer: readonly Preference[]): boolean {
  const keys = sortKeys(b, prefer);
  return sortKeys(a, prefer).every((key, i) => key === keys[i]);
}

/** The group of a task as `g` and these keys as `k0`, `k1`, …. */
function keyColumns({ group }: PlanSql, keys: readonly { readonly term: Sql }[]) {
  return [
    ...(group === undefined ? [] : [{ term: group, as: 'g' }]),
    ...keys.map(({ term }, i) => ({ term, as: `k${i}` })),
  ];
}

/** Whether `a` and `b` are in the same group; by equality, because joins by anything else are slow. */
function sameGroup({ group, anyGroup }: PlanSql): Sql {
  if (group === undefined) return truth(true);
  return sql`(coalesce(a."g", ${anyGroup}) = coalesce(b."g", ${anyGroup}) and (a."g" is null) = (b."g" is null))`;
}

function compareKeys(i: number, sign: '=' | '<' | '>'): Sql {
  return verbatim(`(b."k${i}" ${sign} a."k${i}")`);
}

/** For each of these tasks, the number of eligible tasks in its group with the same keys. */
async function tiesOf(
  engine: Engine,
  view: PlanSql,
  prefer: readonly Preference[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // Without the last key, which is the id.
  const keys = keysOf(view, prefer).slice(0, -1);
  const columns = keyColumns(view, keys);
  const alike = columns.length === 0 ? verbatim('') : sql` group by ${columns.map(({ term }) => term)}`;
  // Counted before the join, because all tasks may tie.
  const counted = sql`select ${[...columnsOf(columns), sql`count(*) as "n"`]} from ${view.rows} where ${eligibleAndOpen}${alike}`;
  const on = and(sameGroup(view), ...keys.map((_, i) => compareKeys(i, '=')));
  const counts = new Map<string, number>();
  for (const where of haveIds(ids)) {
    const own = sql`select ${columnsOf([{ term: id, as: 'own' }, ...columns])} from ${view.rows} where ${where}`;
    const rows = await engine.query(sql`select a."own", b."n" from (${own}) as a join (${counted}) as b on ${on}`);
    for (const [task, count] of rows) counts.set(String(task), Number(count));
  }
  return counts;
}

/** The ranks of tasks that are far down in their groups. */
async function farStandings(
  engine: Engine,
  view: PlanSql,
  prefer: readonly Preference[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  if (ids.length === 0) return new Map();
  const keys = keysOf(view, prefer);
  const isBefore = or(
    ...keys.map((_, i) =>
      and(
        ...keys.slice(0, i).map((__, k) => compareKeys(k, '=')),
        compareKeys(i, keys[i]?.descending === true ? '>' : '<'),
      ),
    ),
  );
  // The number of leading keys that two tasks share.
  const shared = keys
    .slice(0, -1)
    .reduceRight((rest, _, i) => either(compareKeys(i, '='), sql`(1 + ${rest})`, sql`0`), sql`0`);
  const columns = columnsOf([{ term: id, as: 'own' }, ...keyColumns(view, keys)]);
  const keyed = (where: Sql) => sql`(select ${columns} from ${view.rows} where ${where})`;
  const these = keyed(sql`(${inside} and ${id} in (${ids.map(sqlText)}))`);
  const counts = [
    sql`count(${either(isBefore, sql`1`)})`,
    sql`max(${either(sql`(a."own" = b."own")`, sql`-1`, shared)})`,
  ];
  const rows = await engine.query(
    sql`select a."own", ${counts} from ${these} as a join ${keyed(eligibleAndOpen)} as b on ${sameGroup(view)} group by a."own"`,
  );
  // The number of SQL keys up to the end of each preference.
  const width = prefer.map((_, i) => keysOf(view, prefer.slice(0, i + 1)).length - 1);
  return new Map(
    rows.map(([own, ahead, most]) => {
      const needed = width.findIndex((end) => Number(most) < end) + 1;
      return [String(own), { rank: Number(ahead) + 1, keysNeeded: needed === 0 ? prefer.length + 1 : needed, tied: 1 }];
    }),
  );
}
