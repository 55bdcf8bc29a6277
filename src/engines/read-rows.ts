import type {
  DuckDBBlobVector,
  DuckDBDataChunk,
  DuckDBStructVector,
  DuckDBType,
  DuckDBValue,
  DuckDBVector,
} from '@duckdb/node-api';
import { at } from '../core/lists/lists.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { UnknownRecord } from '../core/model/record.js';
import { conditionHolds } from '../core/model/select-rule.js';
import type { LabelConflictCount } from '../core/model/selection.js';
import { derivedFields, type LabelConflict, type PoolProblem, type Provenance, type Task } from '../core/model/task.js';
import { compareText } from '../core/text/words.js';
import { type Engine as DuckDb, quoted } from '../files/tables/duckdb.js';
import type { RecordFormat } from '../sources/formats/task-format.js';
import { readRecord } from '../sources/found.js';
import { NumberDoubts } from '../sources/number-doubts.js';
import type { OwnFields } from '../sources/own-fields.js';
import { placeOf, problemOf, type SourceContents, TaskAssembler } from '../sources/pool-of.js';
import { type Facts, NotExpressible } from './engine.js';
import { column, isAscii, isKnown, not, type Sql, sql } from './sql.js';
import { hasOpenEnd, type TableFields } from './table-fields.js';

/** Rows of files, as SQL passes them to the row reader. */
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
  cell(key: string, n: number): Cell;
  /** The file of a row, and its number there. */
  where(place: number): { readonly path: string; readonly number: number };
  /** Refuses to have read more or fewer rows than the files have. @throws NotExpressible */
  check?(rows: number): void;
  /** Numbers rows as people do, where `where` only counts them: problems with the lines of their files. */
  numbered?(problems: readonly PlacedProblem[]): Promise<readonly PoolProblem[]>;
}

/** A value that SQL gives: a text, or one of a type of DuckDB. */
type Cell =
  | { readonly sql: string; readonly type: 'text'; plain(value: string | null): unknown }
  | { readonly sql: string; readonly type: DuckDBType; plain(value: DuckDBValue): unknown };

/** An oddity of a row. */
export interface PlacedProblem {
  readonly place: number;
  readonly problem: PoolProblem;
}

/** How to turn rows into tasks. */
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
 * Reads every row with the code that reads rows in memory, as an SQL function, and keeps the results in a table. Only
 * the columns that it uses are read.
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
    if (await attempt.run(scan.relation(keys), table)) {
      scan.check?.(attempt.rows);
      return { relation: table, facts: await attempt.facts() };
    }
    // A row that came later looks at another column, or has another field.
    keys = [...new Set([...keys, ...attempt.asked])];
    seen = new Set([...seen, ...attempt.seen]);
  }
}

const given = (field: string) => `given ${field}`;
const list = (field: string) => `list ${field}`;
/** The column of the number that a task's provenance has. */
const provenance = 'provenance';

/** The columns that the table of facts may have. */
function everything({ fields }: Plan): ReadonlySet<string> {
  const derived = new Set(derivedFields.map(({ name }) => name));
  const own = [...fields.values()].filter(({ name }) => !derived.has(name));
  const outputs = own.map(({ name, kind }) => (kind === 'list' ? list(name) : given(name)));
  return new Set([...outputs, 'aliases', 'conflicts', 'dir']);
}

/** One pass over the rows. */
class Attempt {
  readonly asked = new Set<string>();
  /** How many were read. */
  rows = 0;
  readonly #db: DuckDb;
  readonly #scan: RowScan;
  readonly #reading: RowReading;
  readonly #keys: readonly string[];
  readonly #output: OutputRow;
  readonly #format: ReturnType<RowReading['format']>;
  readonly #source: Omit<SourceContents, 'found'>;
  readonly #assembler: TaskAssembler;
  readonly #problems: PlacedProblem[] = [];
  readonly #doubts: NumberDoubts;
  readonly #conflicts = new Map<string, ConflictTally>();
  readonly #provenances = new ProvenanceCodes();
  /** No other field reaches the table of facts. */
  readonly #wants = (field: string) => this.#reading.plan.fields.has(field);
  #outside = 0;
  #isComplete = true;

  constructor(db: DuckDb, scan: RowScan, reading: RowReading, keys: readonly string[], columns: ReadonlySet<string>) {
    this.#db = db;
    this.#scan = scan;
    this.#reading = reading;
    this.#keys = keys;
    this.#output = new OutputRow(columns, reading.plan);
    this.#format = reading.format();
    this.#source = reading.source();
    this.#doubts = new NumberDoubts(reading.plan.fields);
    this.#assembler = new TaskAssembler(this.#source, reading.benchmark, reading.plan, { keepsLabels: false });
  }

  /** The columns of the table that have any value. */
  get seen(): ReadonlySet<string> {
    return this.#output.seen;
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
    const texts = [...(keysOf === undefined ? [] : [keysOf]), ...cells.filter(isText).map(({ sql }) => sql)];
    const others = cells.filter((cell) => !isText(cell));
    const { numbers } = this.#output;
    const rows = new ChunkRecords(this.#scan.keySets, this.#keys, cells, keysOf !== undefined, (key) => {
      this.asked.add(key);
    });
    const name = `winnow_read_${table}`;
    connection.registerScalarFunction(
      duckdb.DuckDBScalarFunction.create({
        name,
        volatile: true,
        returnType: duckdb.STRUCT({
          texts: duckdb.VARCHAR,
          ...Object.fromEntries(numbers.map((n) => [n, duckdb.DOUBLE])),
        }),
        parameterTypes: [
          duckdb.DOUBLE,
          duckdb.BLOB,
          ...texts.map(() => duckdb.INTEGER),
          ...others.map(({ type }) => (type === 'text' ? duckdb.VARCHAR : type)),
        ],
        mainFunction: (_, input, output) => this.#readChunk(rows, input, output as DuckDBStructVector),
      }),
    );
    // All texts of a row as one, with the length of each: every text costs a call to the engine.
    const given = [
      `${place}::double`,
      `encode(concat('', ${texts.join(', ') || "''"}))`,
      ...texts.map((sql) => `coalesce(strlen(${sql}), -1)::integer`),
      ...others.map(({ sql }) => sql),
    ];
    const split = `select "winnow place", string_split(task.texts, chr(0)) as texts, task from (select ${place} as "winnow place", ${quoted(name, '"')}(${given.join(', ')}) as task from ${from})`;
    try {
      await connection.run(
        `create temp table ${table} as select "winnow place", ${this.#columns().join(', ')} from (${split})`,
      );
    } catch (cause) {
      if (this.#isComplete)
        throw cause instanceof NotExpressible ? cause : new NotExpressible(String(cause), { cause });
    }
    return this.#isComplete;
  }

  /** What the function gives for each column, as SQL: neither texts nor numbers are ever missing there. */
  #columns(): readonly string[] {
    const { names, numbers } = this.#output;
    const sqlOf = (name: string, text: string) =>
      areWords(name)
        ? `case ${text} when '' then null when chr(2) then []::varchar[] else string_split(substr(${text}, 2), chr(1)) end`
        : `nullif(${text}, '')`;
    return [
      ...['id', ...names].map((name, i) => `${sqlOf(name, `texts[${i + 1}]`)} as ${quoted(name, '"')}`),
      ...numbers.map((name) => `nullif(task.${quoted(name, '"')}, 'nan'::double) as ${quoted(name, '"')}`),
    ];
  }

  #readChunk(rows: ChunkRecords, input: DuckDBDataChunk, output: DuckDBStructVector): void {
    const { rowCount } = input;
    this.rows += rowCount;
    const places = input.getColumnVector(0);
    const texts = output.entryVectorAt(0);
    const row = this.#output;
    const values = row.numbers.map((_, i) => output.entryVectorAt(i + 1));
    rows.take(input);
    for (let i = 0; i < rowCount; i++) {
      const place = places.getItem(i) as number;
      const task = this.#read(place, rows.at(i));
      row.clear();
      if (task !== undefined) this.#put(task, place);
      if (rows.lacks || row.lacks) this.#isComplete = false;
      if (!this.#isComplete) throw new Error('a column is missing');
      texts.setItem(i, task === undefined ? '' : row.textOf(task.id));
      for (let n = 0; n < values.length; n++) at(values, n).setItem(i, row.numberAt(n));
    }
    output.flush();
  }

  #read(place: number, data: UnknownRecord): Task | undefined {
    const { path, number } = this.#scan.where(place);
    const found = readRecord({ number, data }, path, [this.#format.format], this.#wants);
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
    for (const remark of this.#doubts.count(task, remarks))
      this.#problems.push({ place, problem: { ...remark, place: placeOf(found, this.#source) } });
    return task;
  }

  #put(task: Task, place: number): void {
    const row = this.#output;
    for (const name in task.fields) row.put(name, task.fields[name] ?? '');
    for (const name in task.lists) row.put(name, wordsText(task.lists[name] ?? []));
    if (task.aliases !== undefined && task.aliases.length > 0) row.putFurther('aliases', wordsText(task.aliases));
    if (task.conflicts !== undefined && task.conflicts.length > 0) {
      row.putFurther('conflicts', JSON.stringify(task.conflicts));
      this.#tally(task.id, task.conflicts);
    }
    if (task.taskDir !== undefined && task.taskDir !== this.#reading.dirAt(place)) row.putFurther('dir', task.taskDir);
    row.putProvenance(this.#provenances.codeOf(task.provenance ?? {}));
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
    const inOrder = this.#problems
      .filter(({ problem }) => this.#doubts.confirms(problem))
      .sort((a, b) => a.place - b.place);
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
      [...this.seen].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    const marks = (from: Provenance) =>
      new Map(
        [...this.#provenances.of(from)].map(([name, codes]): [string, Sql] => [
          name,
          sql`(${column(provenance)} in (${codes.map((code) => sql`${code}`)}))`,
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
        ['aliases', 'conflicts', 'dir'].filter((name) => this.seen.has(name)).map((name) => [name, column(name)]),
      ),
      oddities: new Map([
        ['an id with a space at either end', hasOpenEnd(id)],
        ['an id that is not ASCII', not(isAscii(id))],
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

/** What is kept of one task, by column of the table of facts. */
class OutputRow {
  /** The columns of text, in the order in which `textOf` joins them; and those of numbers. */
  readonly names: readonly string[];
  readonly numbers: readonly string[];
  readonly seen = new Set<string>();
  /** Whether a value had no column. */
  lacks = false;
  /** By name of a field, and of what else a task has. */
  readonly #fields = new Map<string, OutputColumn>();
  readonly #further = new Map<string, OutputColumn>();
  readonly #plan: Plan;
  readonly #texts: string[];
  readonly #values: number[];

  constructor(columns: ReadonlySet<string>, plan: Plan) {
    this.#plan = plan;
    const isNumber = (name: string) => plan.fields.get(name.slice(given('').length))?.kind === 'number';
    this.numbers = [provenance, ...[...columns].filter(isNumber)];
    this.names = [...columns].filter((name) => !isNumber(name));
    // The id comes first.
    this.#texts = ['', ...this.names.map(() => '')];
    this.#values = this.numbers.map(() => Number.NaN);
    for (const list of [['id', ...this.names], this.numbers])
      for (const [place, name] of list.entries()) {
        const [, field] = /^(?:given|list) (.*)$/s.exec(name) ?? [];
        (field === undefined ? this.#further : this.#fields).set(field ?? name, { name, place, isSeen: false });
      }
  }

  clear(): void {
    this.#texts.fill('');
    this.#values.fill(Number.NaN);
  }

  put(field: string, value: string | number): void {
    const column = this.#fields.get(field);
    if (column === undefined) {
      const kind = this.#plan.fields.get(field)?.kind;
      this.#lack(kind === 'list' ? list(field) : given(field));
    } else if (typeof value === 'number') this.#values[this.#see(column)] = value;
    else this.#texts[this.#see(column)] = value;
  }

  putFurther(name: string, text: string): void {
    const column = this.#further.get(name);
    if (column === undefined) this.#lack(name);
    else this.#texts[this.#see(column)] = text;
  }

  putProvenance(code: number): void {
    this.#values[0] = code;
  }

  numberAt(place: number): number {
    return this.#values[place] ?? Number.NaN;
  }

  /** All texts as one. */
  textOf(id: string): string {
    for (const text of this.#texts) if (text.includes('\0')) throw new Error('a text has a NUL');
    this.#texts[0] = id;
    return this.#texts.join('\0');
  }

  #lack(name: string): void {
    this.seen.add(name);
    this.lacks = true;
  }

  #see(column: OutputColumn): number {
    if (!column.isSeen) this.seen.add(column.name);
    column.isSeen = true;
    return column.place;
  }
}

interface OutputColumn {
  readonly name: string;
  readonly place: number;
  isSeen: boolean;
}

/** Numbers for the provenances of tasks, of which there are few different ones; the first is that of no field. */
class ProvenanceCodes {
  readonly #root = newProvenance(0);
  /** By provenance and field, the numbers that say it. */
  readonly #codes = { measured: new Map<string, number[]>(), declared: new Map(), derived: new Map() };
  #count = 1;

  codeOf(provenance: NonNullable<Task['provenance']>): number {
    let found = this.#root;
    for (const name in provenance) {
      const from = provenance[name] ?? 'declared';
      found = found.next[from].get(name) ?? this.#add(found, name, from);
    }
    return found.code;
  }

  /** By field, the numbers of those that have this provenance. */
  of(from: Provenance): ReadonlyMap<string, readonly number[]> {
    return this.#codes[from];
  }

  #add(before: ProvenanceCode, name: string, from: Provenance): ProvenanceCode {
    const added = newProvenance(this.#count++, [...before.says, [from, name]]);
    before.next[from].set(name, added);
    for (const [origin, field] of added.says) {
      const codes = this.#codes[origin];
      codes.set(field, [...(codes.get(field) ?? []), added.code]);
    }
    return added;
  }
}

/** A number, what it says, and those that say one thing more. */
interface ProvenanceCode {
  readonly code: number;
  readonly says: readonly (readonly [Provenance, string])[];
  readonly next: Readonly<Record<Provenance, Map<string, ProvenanceCode>>>;
}

function newProvenance(code: number, says: ProvenanceCode['says'] = []): ProvenanceCode {
  return { code, says, next: { measured: new Map(), declared: new Map(), derived: new Map() } };
}

function isText(cell: Cell): boolean {
  return cell.type === 'text';
}

function areWords(name: string): boolean {
  return name.startsWith(list('')) || name === 'aliases';
}

/** A list as one text: a missing one is empty. */
function wordsText(words: readonly string[]): string {
  for (const word of words) if (word.includes('\u0001')) throw new Error('a word has a control character');
  return `\u0002${words.join('\u0001')}`;
}

/** The rows of a chunk as records, whose values are taken from the chunk when somebody looks at them. */
class ChunkRecords {
  /** Whether somebody looked at a column that was not read. */
  lacks = false;
  readonly #records: ReadonlyMap<string, UnknownRecord>;
  readonly #first: UnknownRecord;
  readonly #cells: readonly Cell[];
  /** By cell, its place among the texts, or among the others. */
  readonly #places: readonly number[];
  readonly #hasKeys: boolean;
  readonly #textCount: number;
  #texts: DuckDBBlobVector | undefined;
  #lengths: readonly DuckDBVector[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #others: readonly DuckDBVector[] = [];
  #bytes: Buffer | undefined;
  /** All texts of the row as one, if every character is one byte. */
  #ascii: string | undefined;
  readonly #values: unknown[] = [];
  readonly #rows: number[] = [];
  #row = 0;
  /** Counts the rows of all chunks. */
  #count = 0;

  constructor(
    sets: readonly (readonly string[])[],
    keys: readonly string[],
    cells: readonly Cell[],
    hasKeys: boolean,
    onAsked: (key: string) => void,
  ) {
    this.#cells = cells;
    this.#hasKeys = hasKeys;
    const counts = { text: hasKeys ? 1 : 0, other: 0 };
    this.#places = cells.map((cell) => (isText(cell) ? counts.text++ : counts.other++));
    this.#textCount = counts.text;
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

  take(chunk: DuckDBDataChunk): void {
    const { columnCount } = chunk;
    const vectors = Array.from({ length: columnCount }, (_, i) => chunk.getColumnVector(i));
    this.#texts = vectors[1] as DuckDBBlobVector;
    this.#lengths = vectors.slice(2, 2 + this.#textCount);
    this.#others = vectors.slice(2 + this.#textCount);
  }

  at(row: number): UnknownRecord {
    this.#row = row;
    this.#count += 1;
    this.#bytes = undefined;
    const record = this.#hasKeys ? this.#records.get(this.#text(0) ?? '') : this.#first;
    if (record === undefined) throw new Error('a row has different keys');
    return record;
  }

  #value(index: number): unknown {
    if (this.#rows[index] !== this.#count) {
      this.#rows[index] = this.#count;
      const [cell, place] = [at(this.#cells, index), at(this.#places, index)];
      this.#values[index] =
        cell.type === 'text'
          ? cell.plain(this.#text(place))
          : cell.plain(at(this.#others, place).getItem(this.#row) ?? null);
    }
    return this.#values[index];
  }

  #text(place: number): string | null {
    if (this.#bytes === undefined) this.#open();
    const start = this.#starts[place] ?? 0;
    const end = this.#ends[place] ?? 0;
    if (end < start) return null;
    if (start === end) return '';
    return this.#ascii?.slice(start, end) ?? this.#bytes?.toString('utf8', start, end) ?? '';
  }

  /** Fetches the texts of the row, and finds where each starts and ends; one that is missing ends before it starts. */
  #open(): void {
    let start = 0;
    for (let place = 0; place < this.#textCount; place++) {
      const length = at(this.#lengths, place).getItem(this.#row) as number;
      this.#starts[place] = start;
      this.#ends[place] = start + length;
      start += Math.max(0, length);
    }
    const { buffer, byteOffset, byteLength } = this.#texts?.getItemBytes(this.#row) ?? new Uint8Array();
    this.#bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
    // Decoded once: a part of a text costs less than a call for each.
    const whole = this.#bytes.toString('utf8');
    this.#ascii = whole.length === byteLength ? whole : undefined;
  }
}
