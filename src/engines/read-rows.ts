import type { DuckDBDataChunk, DuckDBType, DuckDBValue, DuckDBVector } from '@duckdb/node-api';
import { at } from '../core/lists/at.js';
import { conditionHolds } from '../core/model/condition-holds.js';
import { derivedFields } from '../core/model/field.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { UnknownRecord } from '../core/model/record.js';
import type { LabelConflictCount } from '../core/model/selection.js';
import type { LabelConflict, PoolProblem, Provenance, Task } from '../core/model/task.js';
import { compareText } from '../core/text/compare-text.js';
import { type Engine as DuckDb, quoted } from '../files/tables/duckdb.js';
import type { RecordFormat } from '../sources/formats/task-format.js';
import { readRecord } from '../sources/found.js';
import type { OwnFields } from '../sources/own-fields.js';
import { placeOf, problemOf, type SourceContents, TaskAssembler } from '../sources/pool-of.js';
import { type Facts, NotExpressible } from './engine.js';
import { and, call, column, isKnown, isNull, not, or, type Sql, text } from './sql.js';
import { hasOpenEnd, type TableFields } from './table-fields.js';

/** Rows of files, as SQL gives them to the reader of rows. */
export interface RowScan {
  /** The keys of the rows; each row has those of one set. */
  readonly keySets: readonly (readonly string[])[];
  /** The text after `from` for rows with the values of these keys. */
  relation(keys: readonly string[]): string;
  /** SQL for the number of a row, in the order of the rows. */
  readonly place: string;
  /** SQL for the keys of a row as one text, NUL between them, where there are several sets. */
  readonly keysOf?: string | undefined;
  /** How SQL gives the value of the nth of these keys, and what the reader of rows makes of it. */
  cell(key: string, n: number): { readonly sql: string; readonly type: DuckDBType; plain(value: DuckDBValue): unknown };
  /** The file of a row, and its number there. */
  where(place: number): { readonly path: string; readonly number: number };
  /** Numbers rows as people do, where `where` only counts them: problems with the lines of their files. */
  numbered?(problems: readonly PlacedProblem[]): Promise<readonly PoolProblem[]>;
}

/** Something odd about a row. */
export interface PlacedProblem {
  readonly place: number;
  readonly problem: PoolProblem;
}

/** How rows become tasks. */
export interface RowReading {
  readonly plan: Plan;
  readonly benchmark: BenchmarkPlan;
  /** Makes the format, with the columns that the plan names and it has not met. */
  readonly format: () => { readonly format: RecordFormat; readonly own: OwnFields };
  readonly source: () => Omit<SourceContents, 'found'>;
  /** Whether rows are to be read in their order, because what is said of them names the first. */
  readonly isOrdered: boolean;
  /** The folder of a row, which its task has unless the row names another. */
  readonly dirAt: (place: number) => string;
}

/** So many rows are read to see which columns are looked at and which fields they give. */
const sampleRows = 2048;

/**
 * Reads every row by the code that reads rows in memory, as a function of SQL, and keeps what it makes of each in a table.
 * Only the columns that it looks at are read.
 */
export async function readFacts(
  db: DuckDb,
  scan: RowScan,
  reading: RowReading,
): Promise<{ readonly relation: string; readonly facts: Facts }> {
  const allKeys = [...new Set(scan.keySets.flat())];
  const sample = new Attempt(db, scan, reading, allKeys, everything(reading.plan));
  await sample.run(`(select * from ${scan.relation(allKeys)} limit ${sampleRows})`, 'sample');
  let [keys, seen] = [[...sample.asked], sample.seen];
  for (let n = 0; ; n++) {
    const attempt = new Attempt(db, scan, reading, keys, seen);
    const table = `facts${n}`;
    if (await attempt.run(scan.relation(keys), table)) return { relation: table, facts: await attempt.facts() };
    // A row that came later looks at another column, or has another field.
    keys = [...new Set([...keys, ...attempt.asked])];
    seen = { outputs: new Set([...seen.outputs, ...attempt.seen.outputs]) };
  }
}

/** The columns of the table of facts that have any value. */
interface Seen {
  readonly outputs: ReadonlySet<string>;
}

const given = (field: string) => `given ${field}`;
const list = (field: string) => `list ${field}`;

function everything({ fields }: Plan): Seen {
  const derived = new Set(derivedFields.map(({ name }) => name));
  const own = [...fields.values()].filter(({ name }) => !derived.has(name));
  const outputs = own.map(({ name, kind }) => (kind === 'list' ? list(name) : given(name)));
  return { outputs: new Set([...outputs, 'provenance', 'aliases', 'conflicts', 'dir']) };
}

/** One pass over the rows. */
class Attempt {
  readonly asked = new Set<string>();
  readonly #outputs = new Set<string>();
  readonly #db: DuckDb;
  readonly #scan: RowScan;
  readonly #reading: RowReading;
  readonly #keys: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #format: ReturnType<RowReading['format']>;
  readonly #source: Omit<SourceContents, 'found'>;
  readonly #assembler: TaskAssembler;
  readonly #problems: PlacedProblem[] = [];
  readonly #conflicts = new Map<string, ConflictTally>();
  readonly #provenances = new Map<string, Set<string>>();
  #outside = 0;
  #isComplete = true;

  constructor(db: DuckDb, scan: RowScan, reading: RowReading, keys: readonly string[], { outputs }: Seen) {
    this.#db = db;
    this.#scan = scan;
    this.#reading = reading;
    this.#keys = keys;
    this.#known = outputs;
    this.#format = reading.format();
    this.#source = reading.source();
    this.#assembler = new TaskAssembler(this.#source, reading.benchmark, reading.plan);
  }

  get seen(): Seen {
    return { outputs: this.#outputs };
  }

  /** Whether the table has everything there is. */
  async run(relation: string, table: string): Promise<boolean> {
    const { duckdb, connection } = this.#db;
    const { place, keysOf } = this.#scan;
    // A row number keeps DuckDB from reading rows in two threads.
    const from = this.#reading.isOrdered
      ? `(select *, row_number() over () as "winnow row" from ${relation})`
      : relation;
    const cells = this.#keys.map((key, i) => this.#scan.cell(key, i));
    const names = ['id', ...this.#known];
    const texts = duckdb.LIST(duckdb.VARCHAR);
    const { fields } = this.#reading.plan;
    const typeOf = (name: string) => {
      if (name.startsWith('list ') || name === 'aliases') return texts;
      return fields.get(name.slice('given '.length))?.kind === 'number' ? duckdb.DOUBLE : duckdb.VARCHAR;
    };
    const name = `winnow_read_${table}`;
    const rows = new ChunkRecords(
      this.#scan.keySets,
      this.#keys,
      cells.map(({ plain }) => plain),
      (key) => {
        this.asked.add(key);
      },
    );
    connection.registerScalarFunction(
      duckdb.DuckDBScalarFunction.create({
        name,
        volatile: true,
        returnType: duckdb.STRUCT(Object.fromEntries(names.map((each) => [each, typeOf(each)]))),
        parameterTypes: [
          duckdb.BIGINT,
          ...(keysOf === undefined ? [] : [duckdb.VARCHAR]),
          ...cells.map(({ type }) => type),
        ],
        mainFunction: (_, input, output) => this.#readChunk(rows, input, output, keysOf !== undefined),
      }),
    );
    const given = [place, ...(keysOf === undefined ? [] : [keysOf]), ...cells.map(({ sql }) => sql)].join(', ');
    try {
      await connection.run(
        `create temp table ${table} as select "winnow place", unnest(task) from (select ${place} as "winnow place", ${quoted(name, '"')}(${given}) as task from ${from})`,
      );
    } catch (cause) {
      if (this.#isComplete)
        throw cause instanceof NotExpressible ? cause : new NotExpressible(String(cause), { cause });
    }
    return this.#isComplete;
  }

  #readChunk(rows: ChunkRecords, input: DuckDBDataChunk, output: DuckDBVector, hasKeys: boolean): void {
    const places = input.getColumnVector(0);
    const keys = hasKeys ? input.getColumnVector(1) : undefined;
    rows.take(input, hasKeys ? 2 : 1);
    for (let i = 0; i < input.rowCount; i++) {
      const record = rows.at(i, keys?.getItem(i) as string | undefined);
      const place = Number(places.getItem(i));
      const task = this.#read(place, record);
      output.setItem(i, (task === undefined ? null : { entries: this.#entries(task, place) }) as never);
      if (rows.lacks) this.#isComplete = false;
      if (!this.#isComplete) throw new Error('a column is missing');
    }
    output.flush();
  }

  #read(place: number, data: UnknownRecord): Task | undefined {
    const { path, number } = this.#scan.where(place);
    const found = readRecord({ number, data }, path, [this.#format.format]);
    if (found === undefined) throw new Error('a row is of another format');
    if (found.kind === 'problem') {
      this.#problems.push({ place, problem: problemOf(found, this.#source) });
      return undefined;
    }
    const { benchmark } = found.facts;
    if (benchmark !== undefined && benchmark !== this.#reading.benchmark.name) return undefined;
    const { task, remarks } = this.#assembler.assemble(found);
    if (this.#source.where !== undefined && !conditionHolds(this.#source.where, task)) {
      this.#outside += 1;
      return undefined;
    }
    this.#source.joined?.count(found.facts);
    for (const remark of remarks)
      this.#problems.push({ place, problem: { ...remark, place: placeOf(found, this.#source) } });
    return task;
  }

  #entries(task: Task, place: number): Record<string, unknown> {
    const entries: Record<string, unknown> = { id: task.id };
    for (const name of this.#known) entries[name] = null;
    for (const name in task.fields) this.#set(entries, given(name), task.fields[name]);
    for (const name in task.lists) this.#set(entries, list(name), listValue(task.lists[name]));
    if (task.aliases !== undefined && task.aliases.length > 0) this.#set(entries, 'aliases', listValue(task.aliases));
    if (task.conflicts !== undefined && task.conflicts.length > 0) {
      this.#set(entries, 'conflicts', JSON.stringify(task.conflicts));
      this.#tally(task.id, task.conflicts);
    }
    if (task.taskDir !== this.#reading.dirAt(place)) this.#set(entries, 'dir', task.taskDir);
    let provenance = '';
    for (const name in task.provenance) {
      const from = task.provenance[name] ?? 'declared';
      provenance += marked(name, from);
      const fields = this.#provenances.get(from);
      if (fields === undefined) this.#provenances.set(from, new Set([name]));
      else fields.add(name);
    }
    if (provenance !== '') this.#set(entries, 'provenance', provenance);
    return entries;
  }

  #set(entries: Record<string, unknown>, name: string, value: unknown): void {
    if (value === undefined) return;
    if (!this.#outputs.has(name)) {
      this.#outputs.add(name);
      if (!this.#known.has(name)) this.#isComplete = false;
    }
    entries[name] = value;
  }

  #tally(id: string, conflicts: readonly LabelConflict[]): void {
    for (const [index, conflict] of conflicts.entries()) {
      const key = JSON.stringify(conflict);
      const known = this.#conflicts.get(key);
      const isFirst = known === undefined || compareText(id, known.id) < 0;
      const first = isFirst ? { id, index } : { id: known.id, index: known.index };
      this.#conflicts.set(key, { conflict, tasks: (known?.tasks ?? 0) + 1, ...first });
    }
  }

  /** What was found, once all rows were read. */
  async facts(): Promise<Facts> {
    if (this.#format.own.lacksColumns) throw new NotExpressible('the plan names a column that no row has');
    const inOrder = this.#problems.sort((a, b) => a.place - b.place);
    const problems =
      inOrder.length === 0 ? [] : ((await this.#scan.numbered?.(inOrder)) ?? inOrder.map(({ problem }) => problem));
    const joined = this.#source.joined?.problems(this.#reading.benchmark) ?? [];
    const conflicts = [...this.#conflicts.values()]
      .sort((a, b) => compareText(a.id, b.id) || a.index - b.index)
      .map(({ conflict, tasks }): LabelConflictCount => ({ ...conflict, tasks }));
    return { fields: this.#fields(), outside: this.#outside, problems: [...problems, ...joined], conflicts };
  }

  #fields(): TableFields {
    const named = (prefix: string) =>
      [...this.#outputs].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    const marks = (from: Provenance) =>
      new Map(
        [...(this.#provenances.get(from) ?? [])].map((name): [string, Sql] => [
          name,
          call('contains', call('coalesce', column('provenance'), text('')), text(marked(name, from))),
        ]),
      );
    const id = column('id');
    return {
      id,
      isTask: isKnown(id),
      values: new Map(named(given('')).map((name) => [name, column(given(name))])),
      lists: new Map(named(list('')).map((name) => [name, { value: column(list(name)), form: 'read' as const }])),
      measured: marks('measured'),
      derived: marks('derived'),
      further: new Map(
        ['aliases', 'conflicts', 'dir'].filter((name) => this.#outputs.has(name)).map((name) => [name, column(name)]),
      ),
      oddities: new Map([
        ['an id with a space at an end', and(isKnown(id), or(isNull(id), hasOpenEnd(id)))],
        ['an id that is not ASCII', not(call('is_ascii', id))],
      ]),
    };
  }
}

interface ConflictTally {
  readonly conflict: LabelConflict;
  readonly tasks: number;
  /** The first task that has it, and its place there. */
  readonly id: string;
  readonly index: number;
}

function marked(field: string, from: Provenance): string {
  return `;${field}=${from};`;
}

/** A list as DuckDB takes it. */
function listValue(items: readonly string[] | undefined): { readonly items: readonly string[] } | undefined {
  return items && { items };
}

/** The rows of a chunk as records, whose values are taken from the chunk when somebody looks at them. */
class ChunkRecords {
  /** Whether somebody looked at a column that was not read. */
  lacks = false;
  readonly #records: ReadonlyMap<string, UnknownRecord>;
  readonly #first: UnknownRecord;
  readonly #plain: readonly ((value: DuckDBValue) => unknown)[];
  #vectors: readonly DuckDBVector[] = [];
  readonly #values: unknown[] = [];
  readonly #rows: number[] = [];
  #row = 0;
  /** Counts the rows of all chunks. */
  #count = 0;

  constructor(
    sets: readonly (readonly string[])[],
    keys: readonly string[],
    plain: readonly ((value: DuckDBValue) => unknown)[],
    onAsked: (key: string) => void,
  ) {
    this.#plain = plain;
    const places = new Map(keys.map((key, i) => [key, i]));
    const recordOf = (set: readonly string[]) => {
      const record = {};
      for (const key of set) {
        const index = places.get(key);
        let isAsked = false;
        const get = () => {
          if (!isAsked) onAsked(key);
          isAsked = true;
          if (index !== undefined) return this.#value(index);
          this.lacks = true;
          return undefined;
        };
        Object.defineProperty(record, key, { enumerable: true, get });
      }
      return record;
    };
    this.#records = new Map(sets.map((set) => [set.join('\0'), recordOf(set)]));
    this.#first = recordOf(sets[0] ?? []);
  }

  take(chunk: DuckDBDataChunk, from: number): void {
    this.#vectors = this.#plain.map((_, i) => chunk.getColumnVector(from + i));
  }

  at(row: number, keys: string | undefined): UnknownRecord {
    this.#row = row;
    this.#count += 1;
    const record = keys === undefined ? this.#first : this.#records.get(keys);
    if (record === undefined) throw new Error('a row has other keys');
    return record;
  }

  #value(index: number): unknown {
    if (this.#rows[index] !== this.#count) {
      this.#rows[index] = this.#count;
      this.#values[index] = at(this.#plain, index)(at(this.#vectors, index).getItem(this.#row) ?? null);
    }
    return this.#values[index];
  }
}
