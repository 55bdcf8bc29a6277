import { PoolError } from '../core/model/errors.js';
import type { FieldValue } from '../core/model/field.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { TableRules } from '../core/model/source-plan.js';
import type { Pool, Pools, Provenance, Task, TaskContents } from '../core/model/task.js';
import { compareText } from '../core/text/compare-text.js';
import { formatCount } from '../core/text/count-of.js';
import { withPriorContents } from '../sources/assemble-task.js';
import { mostInMemory } from '../sources/pool-of.js';
import { countRows, sqlOf } from './count-table.js';
import { type Engine, NotExpressible } from './engine.js';
import { type ClusterOptions, openBenchmark, orRefused } from './open-benchmark.js';
import { id, inside, type PlanSql, planSql } from './plan-sql.js';
import { placeOf, placesOfIds } from './prune-pool.js';
import { column, type NamedSql } from './sql.js';

/**
 * By benchmark, every task of the large tables of a plan, made of the columns that the plan looks at. A benchmark is left
 * out where its files are to be read.
 * @throws PoolError when it would have to be read row by row and is too large for it.
 */
export async function readTables(plan: Plan, options: ClusterOptions): Promise<Pools> {
  const pools = new Map<string, Pool>();
  for (const benchmark of plan.benchmarks) {
    const found = await openBenchmark(plan, benchmark, options);
    if (found === undefined) continue;
    if (!('engine' in found)) {
      pools.set(benchmark.name, found);
      continue;
    }
    try {
      // Row by row, a table of a cluster is not read at all.
      const most = found.isFile ? mostInMemory : 0;
      const pool = await orRefused(found, most, () => readColumns(found.engine, plan, benchmark, found.source));
      if (pool !== undefined) pools.set(benchmark.name, { ...pool, lacksContents: true });
    } finally {
      found.engine.close();
    }
  }
  return pools;
}

/** This many rows are read whole at once. */
const rowsAtOnce = 50_000;

/**
 * Some tasks of a pool that `readTables` gave, with their contents, in order of id. The table is opened again: until it is
 * known which tasks are selected, it takes no memory.
 * @throws PoolError when the table changed meanwhile.
 */
export async function readSelected(
  plan: Plan,
  benchmark: BenchmarkPlan,
  { tasks }: Pool,
  ids: ReadonlySet<string>,
  options: ClusterOptions,
): Promise<readonly Task[]> {
  const known = new Map<string, TaskContents | undefined>();
  const asked = [...ids];
  const found = asked.length === 0 ? undefined : await openBenchmark(plan, benchmark, options);
  if (found !== undefined && 'engine' in found) {
    const { engine, source } = found;
    try {
      for (let from = 0; from < asked.length; from += rowsAtOnce) {
        const some = asked.slice(from, from + rowsAtOnce);
        const places =
          engine.table.place === undefined
            ? some
            : await placesOfIds(engine, planSql(plan, benchmark, source, engine.table), some);
        for (const task of (await engine.tasksAt(places)).tasks) known.set(task.id, task.contents);
      }
    } finally {
      engine.close();
    }
    if (asked.some((each) => !known.has(each))) throw changed(benchmark);
  }
  return tasks
    .filter((task) => ids.has(task.id))
    .map((task) => ({ ...task, contents: withPriorContents(task, known.get(task.id)) }))
    .sort((a, b) => compareText(a.id, b.id));
}

function changed({ name }: BenchmarkPlan): PoolError {
  const message = `benchmark "${name}": its table changed while it was read.`;
  return new PoolError([{ code: 'pool/changed', message, hint: 'Run the command again.' }]);
}

/** More tasks than these are not read into memory even by columns. */
export const mostByColumns = 3_000_000;

/**
 * Every task of a large table, made of the columns that the plan looks at: as if each row had been read, but without what
 * else it holds.
 * @throws NotExpressible when the table is small, or its rows must be read one by one.
 */
export async function readColumns(
  engine: Engine,
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
): Promise<Pool> {
  const sql = await sqlOf(engine, plan, benchmark, reading);
  const { inside: count, outside } = await countRows(engine, sql);
  if (count > mostByColumns)
    throw new NotExpressible(`every task is asked for, and no more than ${formatCount(mostByColumns)} are read`);
  const { task, problems } = await anyTask(engine, sql);
  const rows = new RowTasks(plan, sql, task);
  const tasks: Task[] = [];
  // In the order of the ids, in which tasks are looked at.
  const { columns } = rows;
  await engine.each({ kind: 'select', columns, from: sql.rows, where: inside, orderBy: id }, (row) => {
    tasks.push(rows.taskOf(row));
  });
  return { tasks, problems, ...(reading.where === undefined ? {} : { outside }) };
}

/** One task, read whole, to see what all of them have in common; no row has problems, so those found are the table's. */
async function anyTask(engine: Engine, { place, rows }: PlanSql): Promise<Pick<Pool, 'problems'> & { task: Task }> {
  const columns = [{ term: place }];
  const [[found] = []] = await engine.query({ kind: 'select', columns, from: rows, where: inside, limit: 1 });
  const {
    tasks: [task],
    problems,
  } = await engine.tasksAt([placeOf(found)]);
  if (task === undefined) throw new NotExpressible('no row is a task');
  return { task, problems };
}

/** Makes tasks of rows that have the plan's fields alone. */
class RowTasks {
  readonly columns: readonly NamedSql[];
  readonly #fields: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly #measured: readonly string[];
  readonly #like: Task;
  /** Of a large pool nearly all labels, and all lists of measured fields, are the same few. */
  readonly #labels = new Map<unknown, string>();
  readonly #provenances = new Map<string, Readonly<Record<string, Provenance>>>();

  constructor(plan: Plan, sql: PlanSql, like: Task) {
    const names = [...sql.given.keys()].filter((name) => name !== 'id');
    const numbers = names.filter((name) => sql.numbers.has(name));
    // As a row is read: numbers first, and last what is worked out from others.
    this.#fields = [...numbers, ...names.filter((name) => !sql.numbers.has(name))].map((name) => ({
      name,
      isNumber: plan.fields.get(name)?.kind === 'number',
    }));
    this.#measured = [...sql.measured.keys()];
    const given = this.#fields.map(({ name }) => sql.given.get(name) ?? column(name));
    this.columns = [id, ...given, ...sql.measured.values()].map((term) => ({ term }));
    this.#like = like;
  }

  taskOf(row: readonly unknown[]): Task {
    const fields: Record<string, FieldValue> = {};
    for (let i = 0; i < this.#fields.length; i++) {
      const [field, value] = [this.#fields[i], row[i + 1]];
      if (field === undefined || value === null || value === undefined) continue;
      fields[field.name] = field.isNumber ? Number(value) : this.#label(value);
    }
    const { benchmark, aliases, lists, conflicts, taskDir } = this.#like;
    const provenance = this.#provenance(row);
    return {
      benchmark,
      id: String(row[0]),
      aliases,
      fields,
      lists,
      provenance,
      conflicts,
      taskDir,
      contents: undefined,
    };
  }

  #label(value: unknown): string {
    const known = this.#labels.get(value);
    if (known !== undefined) return known;
    const label = String(value);
    if (this.#labels.size < mostLabels) this.#labels.set(value, label);
    return label;
  }

  #provenance(row: readonly unknown[]): Task['provenance'] {
    const measured = this.#measured.filter((_, i) => row[1 + this.#fields.length + i] === true);
    const key = measured.join('\0');
    const known = this.#provenances.get(key);
    if (known !== undefined) return known;
    const provenance = Object.fromEntries(measured.map((field) => [field, 'measured' as const]));
    this.#provenances.set(key, provenance);
    return provenance;
  }
}

const mostLabels = 10_000;
