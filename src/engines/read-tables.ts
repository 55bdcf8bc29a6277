import { PoolError } from '../core/model/errors.js';
import type { FieldValue } from '../core/model/field.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { TableRules } from '../core/model/source-plan.js';
import type { LabelConflict, Pool, Pools, Provenance, Task, TaskContents } from '../core/model/task.js';
import { compareText } from '../core/text/compare-text.js';
import { formatCount } from '../core/text/numbers.js';
import { withPriorContents } from '../sources/assemble-task.js';
import { textCells } from '../sources/facts/cells.js';
import { OwnFields } from '../sources/own-fields.js';
import { mostInMemory } from '../sources/pool-of.js';
import { checkedSql } from './count-table.js';
import { type Engine, type EngineTable, NotExpressible, type Place } from './engine.js';
import { type ClusterOptions, openBenchmark, orRefused } from './open-benchmark.js';
import { id, inside, type PlanSql } from './plan-sql.js';
import { placeOf, problemsOf } from './prune-pool.js';
import { column, type NamedSql, type Sql } from './sql.js';

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
  { tasks, rowPlaces }: Pool,
  ids: ReadonlySet<string>,
  options: ClusterOptions,
): Promise<readonly Task[]> {
  const known = new Map<string, TaskContents | undefined>();
  const asked = tasks.flatMap(({ id }, i) => (ids.has(id) ? [{ id, place: rowPlaces?.[i] ?? id }] : []));
  const found = asked.length === 0 ? undefined : await openBenchmark(plan, benchmark, options);
  if (found !== undefined && 'engine' in found) {
    const { engine } = found;
    try {
      for (let from = 0; from < asked.length; from += rowsAtOnce) {
        const places = asked.slice(from, from + rowsAtOnce).map(({ place }) => place);
        const read = await engine.tasksAt(places).catch((error: unknown) => {
          throw error instanceof NotExpressible ? changed(benchmark) : error;
        });
        for (const task of read) known.set(task.id, task.contents);
      }
    } finally {
      engine.close();
    }
    if (asked.some(({ id }) => !known.has(id))) throw changed(benchmark);
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
  const { sql, inside: count, outside } = await checkedSql(engine, plan, benchmark, reading);
  if (count > mostByColumns)
    throw new NotExpressible(`every task is asked for, and no more than ${formatCount(mostByColumns)} are read`);
  const rows = new RowTasks(plan, benchmark, reading, sql, engine.table);
  const tasks: Task[] = [];
  const places = sql.place === id ? undefined : new Float64Array(count);
  // In the order of the ids, in which tasks are looked at.
  const { columns } = rows;
  await engine.each({ kind: 'select', columns, from: sql.rows, where: inside, orderBy: id }, (row) => {
    if (places !== undefined) places[tasks.length] = Number(row[1]);
    tasks.push(rows.taskOf(row));
  });
  return {
    tasks,
    problems: problemsOf(sql),
    ...(places === undefined ? {} : { rowPlaces: places }),
    ...(reading.where === undefined ? {} : { outside }),
  };
}

/** Makes tasks of rows that have only the plan's fields. */
class RowTasks {
  readonly columns: readonly NamedSql[];
  readonly #benchmark: string;
  readonly #fields: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly #lists: readonly { readonly name: string; readonly read: (value: unknown) => readonly string[] }[];
  readonly #sources: readonly { readonly name: string; readonly from: Provenance }[];
  readonly #further: readonly string[];
  readonly #dirAt: ((place: Place) => string) | undefined;
  /** Of a large pool nearly all labels, and all lists of measured fields, are the same few. */
  readonly #labels = new Map<unknown, string>();
  readonly #provenances = new Map<string, Readonly<Record<string, Provenance>>>();

  constructor(plan: Plan, { name: benchmark }: BenchmarkPlan, reading: TableRules, sql: PlanSql, table: EngineTable) {
    this.#benchmark = benchmark;
    this.#dirAt = table.dirAt;
    const names = [...sql.given.keys()].filter((name) => name !== 'id');
    const numbers = names.filter((name) => sql.numbers.has(name));
    // As a row is read: numbers first, and last what is worked out from others.
    this.#fields = [...numbers, ...names.filter((name) => !sql.numbers.has(name))].map((name) => ({
      name,
      isNumber: plan.fields.get(name)?.kind === 'number',
    }));
    this.#lists = [...sql.lists].map(([name, { form }]) => ({
      name,
      read: form === 'read' ? (value) => value as readonly string[] : listReader(plan, reading, name),
    }));
    const from = (origin: Provenance, marks: ReadonlyMap<string, Sql>) =>
      [...marks.keys()].map((name) => ({ name, from: origin }));
    this.#sources = [...from('measured', sql.measured), ...from('derived', sql.derived)];
    this.#further = [...sql.further.keys()];
    const given = this.#fields.map(({ name }) => sql.given.get(name) ?? column(name));
    const lists = [...sql.lists.values()].map(({ value }) => value);
    const marks = [...sql.measured.values(), ...sql.derived.values()];
    this.columns = [id, sql.place, ...given, ...lists, ...marks, ...sql.further.values()].map((term, i) => ({
      term,
      as: `c${i}`,
    }));
  }

  taskOf(row: readonly unknown[]): Task {
    let at = 2;
    const fields: Record<string, FieldValue> = {};
    for (const { name, isNumber } of this.#fields) {
      const value = row[at++];
      if (value !== null && value !== undefined) fields[name] = isNumber ? Number(value) : this.#label(value);
    }
    let lists: Record<string, readonly string[]> | undefined;
    for (const { name, read } of this.#lists) {
      const value = row[at++];
      if (value === null || value === undefined) continue;
      lists ??= {};
      lists[name] = read(value);
    }
    const provenance = this.#provenance(row, at);
    at += this.#sources.length;
    const further = new Map(this.#further.map((name) => [name, row[at++] ?? undefined]));
    const dir = further.get('dir');
    return {
      benchmark: this.#benchmark,
      id: String(row[0]),
      aliases: (further.get('aliases') as readonly string[] | undefined) ?? none,
      fields,
      lists,
      provenance,
      conflicts: conflictsIn(further.get('conflicts')),
      taskDir: dir === undefined ? this.#dirAt?.(placeOf(row[1])) : String(dir),
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

  #provenance(row: readonly unknown[], at: number): Task['provenance'] {
    const found = this.#sources.filter((_, i) => row[at + i] === true);
    const key = found.map(({ name, from }) => `${name} ${from}`).join('\0');
    const known = this.#provenances.get(key);
    if (known !== undefined) return known;
    const provenance = Object.fromEntries(found.map(({ name, from }) => [name, from]));
    this.#provenances.set(key, provenance);
    return provenance;
  }
}

const none: readonly never[] = [];

function conflictsIn(text: unknown): readonly LabelConflict[] {
  return text === undefined ? none : (JSON.parse(String(text)) as readonly LabelConflict[]);
}

/** Reads a cell as a list of words, as it is read in a row. */
function listReader(plan: Plan, { measured }: TableRules, name: string): (value: unknown) => readonly string[] {
  const field = plan.fields.get(name);
  const fields = new Map(field === undefined ? [] : [[name, field]]);
  const own = new OwnFields({ fields, columns: new Map(), measured }, textCells);
  return (value) => own.read({ [name]: value }, '', true).lists[0]?.values ?? none;
}

const mostLabels = 10_000;
