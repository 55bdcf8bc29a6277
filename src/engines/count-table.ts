import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { TableRules } from '../core/model/source-plan.js';
import { shareDesignOf } from '../core/shares/shares.js';
import { type Counted, countPool, countRows } from './count-pool.js';
import type { Engine } from './engine.js';
import { NotExpressible } from './not-expressible.js';
import { type PlanSql, planSql } from './plan-sql.js';

/** A benchmark's table, with what was counted over all of its tasks. */
export interface CountedTable {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly benchmark: BenchmarkPlan;
  readonly reading: TableRules;
  readonly sql: PlanSql;
  readonly counted: Counted;
  /** The rows that `source.where` leaves out. */
  readonly outside: number;
}

/**
 * Counts a benchmark's table.
 *
 * @throws NotExpressible when the pool is small, or the whole of it is needed.
 */
export async function countTable(
  engine: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
): Promise<CountedTable> {
  refuseWhole(plan, benchmark);
  const sql = await sqlOf(engine, plan, benchmark, reading);
  const { outside } = await countRows(engine, sql);
  const counted = await countPool(engine, plan, benchmark, sql);
  return { engine, plan, benchmark, reading, sql, counted, outside };
}

/** The plan as SQL on a table, which is loaded once where that is quicker. */
export async function sqlOf(
  engine: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
): Promise<PlanSql> {
  const sql = planSql(plan, benchmark, reading, engine.table, engine.dialect);
  if (engine.load === undefined) return sql;
  const rows = await engine.load(sql.rows);
  return rows === undefined ? sqlOf(engine, plan, benchmark, reading) : { ...sql, rows };
}

/** More candidates than these are quicker read with all other tasks. */
export const mostCandidates = 200_000;
export const tooMany = 'the plan takes too many tasks for its candidates to be few';

/** Refuses plans whose draws or rules look at every task. */
function refuseWhole({ total }: Plan, { select, prior, exclusions }: BenchmarkPlan): void {
  const { purpose, optimise, quota, keep, group, ensure, draw, take, takesShare } = select;
  const shares = [group, takesShare ? total?.share : undefined].filter((rule) => rule !== undefined);
  const reasons: readonly (readonly [boolean, string])[] = [
    [prior !== undefined || purpose !== undefined, 'the plan learns from earlier results'],
    [
      optimise !== undefined || quota !== undefined || keep !== undefined,
      'the plan has a goal, a quota or a former version',
    ],
    [shares.some((rule) => shareDesignOf(rule).learnsFrom(rule) !== undefined), 'the share looks at earlier results'],
    [typeof take === 'number' && take >= mostCandidates, tooMany],
    [
      exclusions.some(({ replacement }) => replacement !== undefined) && (draw !== undefined || ensure.length > 0),
      'an exclusion names a replacement beside a draw or "ensure"',
    ],
  ];
  const found = reasons.find(([holds]) => holds);
  if (found !== undefined) throw new NotExpressible(found[1]);
}
