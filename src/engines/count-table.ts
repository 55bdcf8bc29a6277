import { mostValuesShown } from '../core/describe/label-coverage.js';
import { at } from '../core/lists/at.js';
import { countedLabels } from '../core/manifest/benchmark-entry.js';
import { declaredLabels } from '../core/model/declared-labels.js';
import { PoolError } from '../core/model/errors.js';
import { randomField } from '../core/model/field.js';
import { dividingFields } from '../core/model/fields-looked-at.js';
import { isLargePool } from '../core/model/large-pool.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { GroupCensus, PoolCensus, Standing, ValueCount } from '../core/model/pool-census.js';
import type { GroupRule } from '../core/model/select-rule.js';
import type { TableRules } from '../core/model/source-plan.js';
import type { Pools } from '../core/model/task.js';
import { prepareBenchmark } from '../core/prepare-benchmark.js';
import { scoredFields } from '../core/score/feature-use.js';
import { bandNames } from '../core/select/group-tasks.js';
import { shareDesignOf } from '../core/shares/shares.js';
import { sizePlan } from '../core/size-plan.js';
import { type Engine, NotExpressible } from './engine.js';
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

/** More different values than these of one field are no labels and no counts. */
const mostValues = 1_000_000;

/** What is counted before candidates are known. */
export type Counted = Omit<PoolCensus, keyof typeof uncounted>;

/** What stands for the rest as long as nobody asks for it. */
export const uncounted = { sha256: '', standings: new Map<string, Standing>() };

/**
 * Counts the rows of the table: tasks of the pool, and those that `source.where` leaves out.
 *
 * @throws NotExpressible when a row is such that all of them must be looked at one by one.
 */
export async function countRows(
  { query, dialect }: Engine,
  { rows, oddities }: PlanSql,
): Promise<{ inside: number; outside: number }> {
  const counts = ['"inside"', ...oddities.values()].map(
    (odd) => `coalesce(sum(case when ${odd} then 1 else 0 end), 0)`,
  );
  const ids = dialect.countDistinct('lower("id")');
  const [row = []] = await query(`select count(*), count("id") - ${ids}, ${counts.join(', ')} from ${rows}`);
  const [all = 0, twice = 0, inside = 0, ...odd] = row.map(Number);
  if (!isLargePool(inside)) throw new NotExpressible('the pool is not large');
  if (twice !== 0) throw new NotExpressible(`${twice} ids stand there twice`);
  const found = [...oddities.keys()].find((_, i) => odd[i] !== 0);
  if (found !== undefined) throw new NotExpressible(`the table has ${found}`);
  return { inside, outside: all - inside };
}

/** Counts all that a selection states of a pool. */
export async function countPool(engine: Engine, plan: Plan, benchmark: BenchmarkPlan, sql: PlanSql): Promise<Counted> {
  const facts = await scalarFacts(engine, benchmark, sql);
  const shown = await fewValued(engine, sql, declaredLabels(plan));
  const sets = await groupedCounts(engine, plan, benchmark, sql, shown);
  return { ...facts, ...sets };
}

/** Those of these labels that have few values, which a summary shows. */
async function fewValued({ query }: Engine, sql: PlanSql, labels: readonly string[]): Promise<readonly string[]> {
  const known = labels.filter((label) => sql.field(label) !== undefined);
  if (known.length === 0) return [];
  const counts = known.map((label) => `count(distinct ${sql.field(label)})`);
  const [row = []] = await query(`select ${counts.join(', ')} from ${sql.rows} where "inside"`);
  return known.filter((_, i) => Number(row[i]) <= mostValuesShown);
}

/** All counts by a value, in one pass. */
async function groupedCounts(
  { query }: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  sql: PlanSql,
  shown: readonly string[],
) {
  const { group: rule, where = [], prefer } = benchmark.select;
  const listed = [
    ...where.flatMap(({ field, oneOf }) => (oneOf === undefined ? [] : [field])),
    ...prefer.flatMap(({ kind, field }) => (kind === 'values' ? [field] : [])),
    ...scoredFields(benchmark),
    ...dividingFields(benchmark).filter((field) => field !== 'id'),
  ];
  if (listed.includes('id')) throw new NotExpressible('a rule of the plan looks at ids');
  const numbers = [
    ...new Set(['score', ...[...plan.fields.values()].filter(({ kind }) => kind === 'number').map(({ name }) => name)]),
  ];
  const wanted = new Set(['phase', 'language', ...countedLabels, ...listed, ...shown, ...numbers]);
  const columns = [...wanted].flatMap((field) => {
    const term = field === randomField.name ? undefined : sql.field(field);
    return term === undefined ? [] : [{ name: `by ${field}`, term }];
  });
  // Groups are often those of a label, which are counted once.
  const groups = columns.find(({ term }) => term === sql.group)?.name ?? 'group';
  const all = [
    ...columns,
    ...(sql.group === undefined || groups !== 'group' ? [] : [{ name: groups, term: sql.group }]),
    ...sql.corrections.flatMap(({ entry, before }, i) => [
      { name: `entry ${i}`, term: entry },
      { name: `before ${i}`, term: before },
    ]),
  ].map((column, i) => ({ ...column, as: `"v${i}"` }));
  const place = new Map(all.map(({ name }, i) => [name, i]));
  const sets = [
    ...columns.map(({ name }) => [name]),
    ...(sql.group === undefined || groups !== 'group' ? [] : [[groups]]),
    ...sql.corrections.map((_, i) => [`entry ${i}`, `before ${i}`]),
  ];
  const asOf = (name: string) => at(all, place.get(name) ?? -1).as;
  const counts = [
    'count(*)',
    ...['"fits" and not "excluded"', '"fits" and not "pinned"', '"fits" and not "excluded" and not "pinned"'].map(
      (condition) => `sum(case when ${condition} then 1 else 0 end)`,
    ),
    'min("id")',
  ];
  const found = await query(
    `select grouping(${all.map(({ as }) => as).join(', ')}), ${all.map(({ as }) => as).join(', ')}, ${counts.join(', ')} from (` +
      `select "id", "fits", "excluded", "pinned", ${all.map(({ term, as }) => `${term} as ${as}`).join(', ')} from ${sql.rows} where "inside") as t ` +
      `group by grouping sets (${sets.map((set) => `(${set.map(asOf).join(', ')})`).join(', ')})`,
  );
  const bySet = new Map<string, GroupedRow[]>(sets.map((set) => [at(set, 0), []]));
  // In the order of the first id that has each, as a reader of all tasks would meet them.
  const rows = found
    .map((row) => ({
      mask: BigInt(String(row[0])),
      values: row.slice(1, 1 + all.length),
      counts: row.slice(1 + all.length, 5 + all.length).map(Number),
      first: String(row[5 + all.length]),
    }))
    .sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  for (const row of rows) {
    // A bit is set for each column that the row was not grouped by, the last column being the lowest bit.
    const own = all.findIndex((_, i) => ((row.mask >> BigInt(all.length - 1 - i)) & 1n) === 0n);
    bySet
      .get(at(all, own).name)
      ?.push({ value: row.values[own] ?? null, other: row.values[own + 1] ?? null, counts: row.counts });
  }
  for (const [name, list] of bySet)
    if (list.length > mostValues) throw new NotExpressible(`there are too many values ${name}`);
  const of = (field: string) => bySet.get(`by ${field}`) ?? [];
  const textOf = (field: string, value: unknown) => (sql.isNumber(field) ? String(Number(value)) : String(value));
  const tally = (field: string, missing: string, count: number) => {
    const counted = new Map<string, number>();
    for (const { value, counts: each } of of(field)) {
      const tasks = at(each, count);
      if (tasks > 0) counted.set(value === null ? missing : textOf(field, value), tasks);
    }
    return counted;
  };
  const none = new Map([['unknown', sum(rows)]]);
  /** The eligible tasks, all of which lack a label that the table has not. */
  const without = sum(rows, 1);
  return {
    byPhase: tally('phase', '', 0),
    byLanguage: sql.field('language') === undefined ? none : tally('language', 'unknown', 0),
    values: new Map(
      [...wanted].map((field) => [
        field,
        [...new Set(of(field).flatMap(({ value }) => (value === null ? [] : [textOf(field, value)])))],
      ]),
    ),
    labels: new Map(
      [...wanted]
        .filter((field) => plan.fields.get(field)?.kind === 'label')
        .map((field) => [field, sql.field(field) === undefined ? new Map([['', sum(rows)]]) : tally(field, '', 0)]),
    ),
    population: new Map(
      countedLabels.map((label) => [
        label,
        sql.field(label) !== undefined ? tally(label, '', 1) : new Map(without === 0 ? [] : [['', without]]),
      ]),
    ),
    numbers: new Map(
      numbers.map((field) => [
        field,
        of(field)
          .flatMap(({ value, counts: [, tasks = 0] }): ValueCount[] =>
            value === null || tasks === 0 ? [] : [[Number(value), tasks]],
          )
          .sort(([a], [b]) => a - b),
      ]),
    ),
    groups: groupsOf(),
    corrections: benchmark.corrections.flatMap((correction, i) =>
      [...correction.values].map(([key, to], k) => {
        const entries = (bySet.get(`entry ${i}`) ?? []).filter(({ value }) => value !== null && Number(value) === k);
        const changed = new Map<string, number>();
        let matched = 0;
        for (const {
          other,
          counts: [tasks = 0],
        } of entries) {
          matched += tasks;
          const from = other === null ? undefined : sql.isNumber(correction.field) ? Number(other) : String(other);
          if (from !== to) changed.set(String(from ?? ''), (changed.get(String(from ?? '')) ?? 0) + tasks);
        }
        return { rule: correction, key, to, matched, changed };
      }),
    ),
  };

  function groupsOf(): ReadonlyMap<string | undefined, GroupCensus> {
    if (rule === undefined) return new Map([[undefined, { fitting: sum(rows, 2), eligible: sum(rows, 3) }]]);
    return new Map(
      (bySet.get(groups) ?? []).map(
        ({ value, counts: each }) =>
          [groupKeyOf(sql, rule, value), { fitting: at(each, 2), eligible: at(each, 3) }] as const,
      ),
    );
  }

  /** What all rows of the first set come to. */
  function sum(list: readonly { readonly mask: bigint; readonly counts: readonly number[] }[], count = 0): number {
    const first = list.filter(({ mask }) => mask === list[0]?.mask);
    return first.reduce((total, { counts: each }) => total + at(each, count), 0);
  }
}

interface GroupedRow {
  readonly value: unknown;
  readonly other: unknown;
  readonly counts: readonly number[];
}

/** What one row over all tasks tells: how many there are, and what they lack. */
export async function scalarFacts({ query }: Engine, benchmark: BenchmarkPlan, sql: PlanSql) {
  const fields = scoredFields(benchmark);
  const given = [...sql.given.keys()].filter((name) => name !== 'id');
  const total = (condition: string) => `coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const components = [...sql.components];
  const isDefaulted = components.map(([component]) => {
    const rule = benchmark.components.get(component);
    const [field] = rule === undefined ? [] : scoredFields({ ...benchmark, components: new Map([[component, rule]]) });
    if (field === undefined) return 'false';
    const term = sql.field(field);
    return term === undefined ? 'true' : `${term} is null`;
  });
  const asked = [
    'count(*)',
    total('"fits"'),
    total('"fits" and not "excluded"'),
    ...fields.map((field) => (sql.field(field) === undefined ? 'count(*)' : total(`${sql.field(field)} is null`))),
    ...fields.map((field) => (sql.measured.has(field) ? total(`${sql.measured.get(field)}`) : '0')),
    ...isDefaulted.map(total),
    ...components.map(([, part]) => `case when min(${part}) = max(${part}) then 1 else 0 end`),
    ...given.map((name) => total(`${sql.given.get(name)} is not null`)),
  ];
  const [row = []] = await query(`select ${asked.join(', ')} from ${sql.rows} where "inside"`);
  let next = 0;
  const numbers = (count: number) => {
    next += count;
    return row.slice(next - count, next).map((value) => Number(value ?? 0));
  };
  const [available = 0, fitting = 0, eligible = 0] = numbers(3);
  const unknown = numbers(fields.length);
  const measured = numbers(fields.length);
  const defaulted = numbers(components.length);
  const isConstant = numbers(components.length);
  const known = numbers(given.length);
  return {
    available,
    fitting,
    eligible,
    features: fields.map((field, i) => {
      const counted = Math.min(at(measured, i), available - at(unknown, i));
      return { field, measured: counted, declared: available - at(unknown, i) - counted, defaulted: at(unknown, i) };
    }),
    defaulted: new Map(components.map(([component], i) => [component, at(defaulted, i)])),
    constant: new Set(components.filter((_, i) => at(isConstant, i) === 1).map(([component]) => component)),
    fields: new Set(given.filter((_, i) => at(known, i) > 0)),
  };
}

/** The key of the group that a value of `sql.group` stands for. */
export function groupKeyOf(sql: PlanSql, rule: GroupRule | undefined, value: unknown): string | undefined {
  if (rule === undefined || value === null || value === undefined) return undefined;
  if (rule.bands.length > 0 && sql.isNumber(rule.by)) return at(bandNames(rule.bands), Number(value));
  return sql.isNumber(rule.by) ? String(Number(value)) : String(value);
}

/**
 * By benchmark, how many tasks it is to give where the plan shares a total: the core's own answer, which rests on counts.
 *
 * @param others The benchmarks that were read whole.
 * @throws PoolError when the total cannot be shared.
 */
export function takesOf(plan: Plan, tables: readonly CountedTable[], others: Pools): ReadonlyMap<string, number> {
  const isShared = plan.total?.take !== undefined && tables.some(({ benchmark }) => benchmark.select.takesShare);
  if (!isShared) return new Map();
  const pools = new Map(others);
  for (const { benchmark, counted } of tables)
    pools.set(benchmark.name, { tasks: [], problems: [], census: { ...counted, ...uncounted } });
  const prepared = plan.benchmarks.flatMap((benchmark) => {
    const pool = pools.get(benchmark.name);
    const found = pool && prepareBenchmark(benchmark, pool, plan, undefined);
    return found !== undefined && 'scored' in found ? [found] : [];
  });
  const { takes, faults } = sizePlan(plan, prepared);
  if (faults.length > 0) throw new PoolError(faults);
  return takes;
}
