import { mostValuesShown } from '../core/describe/label-coverage.js';
import { at } from '../core/lists/lists.js';
import { PoolError } from '../core/model/errors.js';
import { type BenchmarkPlan, dividingFields, type Plan, type TableRules } from '../core/model/plan.js';
import { isLargePool } from '../core/model/pool-census.js';
import { bandNames, type Condition, type GroupRule } from '../core/model/select-rule.js';
import type { PoolCensus, Standing, ValueTally } from '../core/model/selection.js';
import { isOwnField, learnedFields, type Pools, randomField } from '../core/model/task.js';
import { sizePlan } from '../core/pipeline.js';
import { prepareBenchmark } from '../core/prepare-benchmark.js';
import { looksAtLearned } from '../core/purposes/learn-benchmark.js';
import { scoredFields } from '../core/score/score-tasks.js';
import { shareDesignOf } from '../core/shares/shares.js';
import { label } from '../sources/facts/task-facts.js';
import { type AnswerRow, type Engine, NotExpressible, OddRows, SmallPool } from './engine.js';
import { type LearnedTable, learnTable, withAnticipated } from './learn-table.js';
import { excluded, fits, id, inside, type PlanSql, pinned, planSql } from './plan-sql.js';
import type { PriorResults } from './prior-results.js';
import {
  allWords,
  and,
  column,
  columnsOf,
  countDistinct,
  countWhere,
  isNotNull,
  isNull,
  not,
  or,
  type Sql,
  sql,
  truth,
} from './sql.js';

const countedLabels = ['phase', 'language', 'difficulty', 'category', 'repo'];

/** A benchmark's table, with the counts over all of its tasks. */
export interface CountedTable {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly benchmark: BenchmarkPlan;
  readonly reading: TableRules;
  readonly view: PlanSql;
  readonly counted: Counted;
  /** Earlier results on all tasks; undefined without any. */
  readonly earlier?: { readonly found: PriorResults; readonly learned: LearnedTable } | undefined;
  /** The rows that `source.where` leaves out. */
  readonly outside: number;
  /** Whether the plan can't use some tasks, which is an error. */
  readonly isFaulty: boolean;
}

/** The part of a census that doesn't depend on the candidates. */
export type Counted = Omit<PoolCensus, keyof typeof uncounted>;

/** Placeholders for the rest of a census, until the candidates are known. */
export const uncounted = { sha256: '', standings: new Map<string, Standing>() };

/** A field with more values is not counted. */
const mostValues = 1_000_000;
/** With more candidates than this, it is faster to read all tasks. */
export const mostCandidates = 200_000;
export const tooMany = 'the plan takes too many tasks';

/** Counts a benchmark's table. @throws NotExpressible if the pool is small, or the plan needs every task. */
export async function countTable(
  engine: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
): Promise<CountedTable> {
  refuseWhole(plan, benchmark);
  let found: PriorResults | undefined;
  const readPrior = async () => {
    if (engine.readPrior !== undefined) found = await engine.readPrior();
    else if (!isLargePool(await engine.rows())) throw new SmallPool('the pool is not large');
    else throw new NotExpressible('the earlier results are not tables in files');
  };
  const checked = await checkedSql(engine, plan, benchmark, reading, benchmark.prior && readPrior);
  const { outside, faulty } = checked;
  if (checked.view.fields.has('shipped_score')) throw new NotExpressible('the table contains a score');
  const learned = found && faulty === 0 ? await learnTable(engine, plan, benchmark, checked.view, found) : undefined;
  const earlier = found && learned && { found, learned };
  const { benchmark: designed, view } = learned ?? { benchmark, view: checked.view };
  const facts = await scalarFacts(engine, designed, view);
  const grouped = faulty > 0 && plan.total === undefined ? noGroups : await groupedCounts(engine, plan, designed, view);
  const groups = learned === undefined ? grouped.groups : withAnticipated(grouped.groups, learned);
  const counted = { ...facts, ...grouped, groups };
  return { engine, plan, benchmark: designed, reading, view, counted, earlier, outside, isFaulty: faulty > 0 };
}

/**
 * The plan as SQL. If SQL would read some rows differently from the row reader, the row reader reads them first.
 * @param readPrior Reads earlier results and joins them to the tasks.
 * @throws NotExpressible if the pool is small, or must be read into memory.
 */
export async function checkedSql(
  engine: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
  readPrior?: () => Promise<void>,
): Promise<CheckedSql> {
  const check = async () => {
    await readPrior?.();
    const view = planSql(plan, benchmark, reading, await engine.table());
    const notes = [...(view.table.notes ?? []), ...((await engine.joinNotes?.(view.rows)) ?? [])];
    return { view: { ...view, table: { ...view.table, notes } }, ...(await countRows(engine, view)) };
  };
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof OddRows) || engine.readRows === undefined) throw error;
    await engine.readRows();
    return check();
  }
}

/** The plan as SQL, with the numbers of rows inside the pool, outside it, and that the plan can't use. */
interface CheckedSql {
  readonly view: PlanSql;
  readonly inside: number;
  readonly outside: number;
  readonly faulty: number;
}

function refuseWhole({ total, looks, waves }: Plan, { select, prior, exclusions }: BenchmarkPlan): void {
  const { purpose, optimise, quota, keep, group, ensure, draw, take, takesShare, pin, pinWhere = [] } = select;
  const { atLeast, atMost } = group ?? {};
  const isBounded = atMost !== undefined || atLeast?.otherwise !== 0 || atLeast.values.size > 0;
  const shares = [group, takesShare ? total?.share : undefined].filter((rule) => rule !== undefined);
  const hasReplacement = exclusions.some(({ replacement }) => replacement !== undefined);
  const reasons: readonly (readonly [boolean, string])[] = [
    [prior === undefined && purpose !== undefined, 'a purpose needs earlier results'],
    [looksAtLearned(select), 'a rule uses values learned from earlier results'],
    [
      purpose !== undefined && (total !== undefined || looks !== undefined || waves !== undefined),
      'a purpose is combined with a total, looks or waves',
    ],
    [
      optimise !== undefined || quota !== undefined || (keep !== undefined && purpose !== undefined),
      'the plan has a goal, a quota, or a purpose with a previous version',
    ],
    [shares.some((rule) => shareDesignOf(rule).learnsFrom(rule) !== undefined), 'the share uses earlier results'],
    [
      group !== undefined && isBounded && pin.length + pinWhere.length > 0,
      'pinned tasks count towards the floors and ceilings of groups',
    ],
    [typeof take === 'number' && take >= mostCandidates, tooMany],
    [
      hasReplacement && (draw !== undefined || ensure.length > 0),
      'an exclusion names a replacement in a plan with a draw or "ensure"',
    ],
  ];
  const found = reasons.find(([holds]) => holds);
  if (found !== undefined) throw new NotExpressible(found[1]);
}

/**
 * Counts the rows of the table: tasks of the pool, and those that `source.where` leaves out.
 * @throws NotExpressible if the pool is small, or rows must be read one by one.
 */
async function countRows(
  engine: Engine,
  { rows, oddities, faults, table: { facts } }: PlanSql,
): Promise<Omit<CheckedSql, 'view'>> {
  const repeated = sql`count(${id}) - ${countDistinct(sql`lower(${id})`)}`;
  const isFaulty = or(...faults.map(({ holds }) => holds));
  const counts = [inside, and(inside, isFaulty), ...oddities.values()].map(countWhere);
  const [all, twice, within, faulty = 0, ...odd] = await oneRow(engine, rows, [sql`count(*)`, repeated, ...counts]);
  if (!isLargePool(within ?? 0)) throw new SmallPool('the pool is not large');
  if (twice !== 0) throw new NotExpressible(`${twice} ids occur twice`);
  const found = [...oddities.keys()].find((_, i) => odd[i] !== 0);
  if (found !== undefined) throw new (facts === undefined ? OddRows : NotExpressible)(`the table has ${found}`);
  return { inside: within ?? 0, outside: facts?.outside ?? (all ?? 0) - (within ?? 0), faulty };
}

/** The only row of an answer, as numbers; missing values are 0. */
async function oneRow(
  engine: Engine,
  from: Sql,
  terms: readonly Sql[],
  where = truth(true),
): Promise<readonly number[]> {
  const [row = []] = await engine.query(sql`select ${terms} from ${from} where ${where}`);
  return row.map((value) => Number(value ?? 0));
}

/** The counts that one query over all tasks finds. */
async function scalarFacts(engine: Engine, benchmark: BenchmarkPlan, view: PlanSql) {
  const fields = scoredFields(benchmark);
  const lists = [...view.own.lists].map(([name, { value }]) => [name, value] as const);
  const stored = [...view.own.values, ...lists];
  const components = [...view.components];
  const isMissing = (field: string) => {
    const term = view.fields.get(field);
    return term === undefined ? truth(true) : isNull(term);
  };
  const terms: Sql[] = [];
  /** Adds some numbers to the query, and returns a function that reads them from the answer. */
  const ask = (more: readonly Sql[]) => {
    const from = terms.length;
    terms.push(...more);
    return (i: number) => at(row, from + i);
  };
  const totals = ask([truth(true), fits, and(fits, not(excluded))].map(countWhere));
  const unknown = ask(fields.map((field) => countWhere(isMissing(field))));
  const measured = ask(fields.map((field) => countWhere(view.own.measured.get(field) ?? truth(false))));
  const derived = ask(fields.map((field) => countWhere(view.own.derived.get(field) ?? truth(false))));
  const constant = ask(components.map(([, part]) => sql`case when min(${part}) = max(${part}) then 1 else 0 end`));
  const known = ask(stored.map(([, term]) => countWhere(isNotNull(term))));
  const row = await oneRow(engine, view.rows, terms, inside);
  const available = totals(0);
  return {
    available,
    fitting: totals(1),
    eligible: totals(2),
    features: fields.map((field, i) => {
      const counted = Math.min(measured(i), available - unknown(i));
      const fromOthers = Math.min(derived(i), available - unknown(i) - counted);
      return {
        field,
        measured: counted,
        declared: available - unknown(i) - counted - fromOthers,
        ...(fromOthers === 0 ? {} : { derived: fromOthers }),
        defaulted: unknown(i),
      };
    }),
    constant: new Set(components.filter((_, i) => constant(i) === 1).map(([component]) => component)),
    fields: new Set(stored.filter((_, i) => known(i) > 0).map(([name]) => name)),
    conflicts: view.table.facts?.conflicts ?? [],
  };
}

/** The labels that are not in every plan, and have few values. */
async function fewValued(engine: Engine, { fields }: Plan, view: PlanSql): Promise<readonly string[]> {
  const own = [...fields.values()].filter(({ name, kind }) => kind === 'label' && isOwnField(name));
  const known = own.flatMap(({ name }) => [...view.fields].filter(([field]) => field === name));
  if (known.length === 0) return [];
  const distinct = known.map(([, term]) => sql`count(distinct ${term})`);
  const counts = await oneRow(engine, view.rows, distinct, inside);
  return known.flatMap(([name], i) => (at(counts, i) <= mostValuesShown ? [name] : []));
}

/** A value, or two of a correction, and its numbers of tasks: all, eligible, and without pins fitting and eligible. */
interface ValueRow {
  readonly value: unknown;
  readonly other: unknown;
  readonly counts: readonly number[];
}

type Grouped = Omit<Counted, keyof Awaited<ReturnType<typeof scalarFacts>>>;

/** Not needed for a table with errors, unless benchmarks share a total. */
const noGroups: Grouped = { counts: new Map(), words: new Map(), groups: new Map(), corrections: [] };

async function groupedCounts(engine: Engine, plan: Plan, benchmark: BenchmarkPlan, view: PlanSql): Promise<Grouped> {
  const shown = await fewValued(engine, plan, view);
  const { group: rule, where = [], pinWhere = [], prefer } = benchmark.select;
  const rules = (benchmark.exclusionRules ?? []).map((each) => each.where);
  const conditions = [where, ...pinWhere, ...rules].flat();
  const listed = [
    ...conditions.flatMap(({ field, oneOf, not }) => ((oneOf ?? not) === undefined ? [] : [field])),
    ...prefer.flatMap(({ kind, field }) => (kind === 'values' ? [field] : [])),
    ...scoredFields(benchmark),
    ...dividingFields(benchmark).filter((field) => field !== 'id'),
  ];
  if (listed.includes('id')) throw new NotExpressible('a rule in the plan uses ids');
  // Learned values may differ for every task.
  const learned = new Set(learnedFields.map(({ name }) => name));
  const ofPlan = [...plan.fields.values()].flatMap(({ name, kind }) =>
    kind === 'number' && !learned.has(name) ? [name] : [],
  );
  const band = view.fields.has('prior_band') ? ['prior_band'] : [];
  const wanted = [...new Set([...countedLabels, ...band, ...listed, ...shown, 'score', ...ofPlan])];
  const byField = wanted.flatMap((field) => {
    const term = field === randomField.name ? undefined : view.fields.get(field);
    return term === undefined ? [] : [{ name: `by ${field}`, terms: [term] }];
  });
  // Groups are often by a label, and then counted with it.
  const groups = byField.find(({ terms }) => terms[0] === view.group)?.name ?? 'group';
  const sets = [
    ...byField,
    ...(view.group === undefined || groups !== 'group' ? [] : [{ name: groups, terms: [view.group] }]),
    ...view.corrections.map(({ entry, before }, i) => ({ name: `entry ${i}`, terms: [entry, before] })),
  ];
  const bySet = await countSets(engine, view, sets);
  const textOf = (field: string, value: unknown) => (view.numbers.has(field) ? String(Number(value)) : String(value));
  /** A count over all values. */
  const total = (count: number) =>
    (bySet.get(at(sets, 0).name) ?? []).reduce((sum, { counts }) => sum + at(counts, count), 0);
  const tallies = (field: string): readonly ValueTally[] =>
    // If the table lacks the field, so does every task.
    !view.fields.has(field)
      ? [{ value: undefined, tasks: total(0), eligible: total(1) }]
      : (bySet.get(`by ${field}`) ?? []).map(({ value, counts }) => ({
          value: value === null ? undefined : textOf(field, value),
          tasks: at(counts, 0),
          eligible: at(counts, 1),
        }));
  return {
    counts: new Map(wanted.map((field) => [field, tallies(field)])),
    words: await wordsOf(engine, view, conditions),
    groups:
      rule === undefined
        ? new Map([[undefined, { fitting: total(2), eligible: total(3) }]])
        : new Map(
            (bySet.get(groups) ?? []).map(({ value, counts }) => [
              groupKeyOf(view, rule, value),
              { fitting: at(counts, 2), eligible: at(counts, 3) },
            ]),
          ),
    corrections: benchmark.corrections.flatMap((correction, i) =>
      [...correction.values].map(([key, to], k) => {
        const entries = (bySet.get(`entry ${i}`) ?? []).filter(({ value }) => value !== null && Number(value) === k);
        const changed = new Map<string, number>();
        for (const { other, counts } of entries) {
          const from = other === null ? '' : textOf(correction.field, other);
          if (other === null || from !== String(to)) changed.set(from, (changed.get(from) ?? 0) + at(counts, 0));
        }
        const matched = entries.reduce((sum, { counts }) => sum + at(counts, 0), 0);
        return { rule: correction, key, to, matched, changed };
      }),
    ),
  };
}

/** The words of all tasks, for each list that a condition tests. */
async function wordsOf(engine: Engine, view: PlanSql, conditions: Condition): Promise<Map<string, readonly string[]>> {
  const words = new Map<string, readonly string[]>();
  for (const { field, has, not } of conditions) {
    const list = (has ?? not) === undefined || words.has(field) ? undefined : view.own.lists.get(field);
    if (list === undefined) continue;
    const [[found] = []] = await engine.query(sql`select ${allWords(list.value)} from ${view.rows} where ${inside}`);
    const known = (Array.isArray(found) ? found : []).flatMap((word) => label(field, String(word ?? ''), ''));
    words.set(field, [...new Set(known.map(({ value }) => value))]);
  }
  return words;
}

/** The rows of each set, in order of the first id with each value, which is the order in memory. */
async function countSets(
  engine: Engine,
  view: PlanSql,
  sets: readonly { readonly name: string; readonly terms: readonly Sql[] }[],
): Promise<ReadonlyMap<string, readonly ValueRow[]>> {
  const all = sets.flatMap(({ name, terms }) => terms.map((term) => ({ name, term })));
  const columns = all.map((_, i) => column(`v${i}`));
  const given = columnsOf(all.map(({ term }, i) => ({ term, as: `v${i}` })));
  const conditions = [and(fits, not(excluded)), and(fits, not(pinned)), and(fits, not(excluded), not(pinned))];
  const counts = [sql`count(*)`, ...conditions.map(countWhere), sql`min(${id})`];
  const by = sets.map(({ name }) => sql`(${columns.filter((_, i) => at(all, i).name === name)})`);
  const from = sql`select ${[id, fits, excluded, pinned, ...given]} from ${view.rows} where ${inside}`;
  const answer = await engine.query(
    sql`select grouping(${columns}), ${[...columns, ...counts]} from (${from}) as t group by grouping sets (${by})`,
  );
  const firstOf = (row: AnswerRow) => String(row.at(-1));
  const bySet = new Map<string, ValueRow[]>(sets.map(({ name }) => [name, []]));
  for (const row of answer.toSorted((a, b) => (firstOf(a) < firstOf(b) ? -1 : firstOf(a) > firstOf(b) ? 1 : 0))) {
    // A bit is set for each column that the row was not grouped by; the last column is the lowest bit.
    const mask = BigInt(String(row[0]));
    const own = all.findIndex((_, i) => ((mask >> BigInt(all.length - 1 - i)) & 1n) === 0n);
    const [value = null, other = null] = row.slice(1 + own, 3 + own);
    bySet.get(at(all, own).name)?.push({ value, other, counts: row.slice(1 + all.length, -1).map(Number) });
  }
  for (const [name, list] of bySet)
    if (list.length > mostValues) throw new NotExpressible(`there are too many values ${name}`);
  return bySet;
}

/** The key of the group for a value of `view.group`. */
export function groupKeyOf(view: PlanSql, rule: GroupRule | undefined, value: unknown): string | undefined {
  if (rule === undefined || value === null || value === undefined) return undefined;
  if (!view.numbers.has(rule.by)) return String(value);
  return rule.bands.length > 0 ? at(bandNames(rule.bands), Number(value)) : String(Number(value));
}

/**
 * The number of tasks for each benchmark if the plan shares a total, computed from counts.
 * @param others The benchmarks that were read in full.
 * @throws PoolError if the total cannot be shared.
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
