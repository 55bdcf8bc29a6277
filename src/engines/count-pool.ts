import { mostValuesShown } from '../core/describe/label-coverage.js';
import { at } from '../core/lists/at.js';
import { countedLabels } from '../core/manifest/benchmark-entry.js';
import { declaredLabels, randomField } from '../core/model/field.js';
import { type BenchmarkPlan, dividingFields, type Plan } from '../core/model/plan.js';
import {
  type GroupCensus,
  isLargePool,
  type PoolCensus,
  type Standing,
  type ValueCount,
} from '../core/model/pool-census.js';
import { scoredFields } from '../core/score/score-tasks.js';
import type { Engine } from './engine.js';
import { groupKeyOf } from './group-key-of.js';
import { NotExpressible } from './not-expressible.js';
import type { PlanSql } from './plan-sql.js';
import { scalarFacts } from './scalar-facts.js';

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
