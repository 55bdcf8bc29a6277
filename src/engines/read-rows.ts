import type {
  DuckDBBlobVector,
  DuckDBDataChunk,
  DuckDBStructVector,
  DuckDBType,
  DuckDBValue,
  DuckDBVector,
} from '@duckdb/node-api';
import { at, groupBy } from '../core/lists/lists.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { UnknownRecord } from '../core/model/record.js';
import { conditionHolds } from '../core/model/select-rule.js';
import type { LabelConflictCount } from '../core/model/selection.js';
import { derivedFields, type LabelConflict, type PoolProblem, type Provenance, type Task } from '../core/model/task.js';
import { compareText } from '../core/text/words.js';
import { type Engine as DuckDb, quoted } from '../files/tables/duckdb.js';
import { rowsPerFile } from '../files/tables/parquet-rows.js';
import type { RecordFormat } from '../sources/formats/task-format.js';
import { readRecord } from '../sources/found.js';
import { columnReadings, NumberDoubts } from '../sources/number-doubts.js';
import type { OwnFields } from '../sources/own-fields.js';
import { placeOf, problemOf, type SourceContents, TaskAssembler } from '../sources/pool-of.js';
import { type EngineTable, type Facts, NotExpressible, notExpressible } from './engine.js';
import { column, isAscii, isNotNull, not, type Sql, sql } from './sql.js';
import { hasOpenEnd, type TableFields } from './table-fields.js';

/** Rows of files, in the form in which SQL passes them to the row reader. */
export interface RowScan {
  /** The sets of keys that rows have. */
  readonly keySets: readonly (readonly string[])[];
  /** The text after `from` for rows with these keys. To be numbered, rows of text files are read in one thread. */
  relation(keys: readonly string[], isNumbered: boolean): string;
  /** SQL for the number of a row, in the order of the rows. */
  readonly place: string;
  /** If there are several sets, SQL for the keys of a row as one text, separated by NUL. */
  readonly keysOf?: string | undefined;
  /** How SQL returns the value of the nth key. */
  cell(key: string, n: number): RowCell;
  /** @throws NotExpressible if this is not the number of rows in the files. */
  check?(rows: number): void;
  /** For text files: adds the line number to each problem. */
  numbered?(problems: readonly PlacedProblem[]): Promise<readonly PoolProblem[]>;
}

/** A value from SQL. */
export interface RowCell {
  readonly sql: string;
  /** Undefined for a text. */
  readonly type?: DuckDBType | undefined;
  /** Converts a value for the row reader. */
  plain(value: DuckDBValue): unknown;
}

/** A problem with a row. */
export interface PlacedProblem {
  readonly place: number;
  readonly problem: PoolProblem;
}

/** How to turn rows into tasks. */
export interface RowReading {
  readonly plan: Plan;
  readonly benchmark: BenchmarkPlan;
  readonly files: readonly string[];
  /** Creates the reader of the format, and of the plan's own fields, which records the columns it has seen. */
  readonly format: () => { readonly format: RecordFormat; readonly own: OwnFields };
  readonly source: () => Omit<SourceContents, 'found'>;
  /** Whether to read rows in order, because messages name the first ones. */
  readonly isOrdered: boolean;
  /** The folder of the task in a row, unless the row names another. */
  readonly dirAt: (place: number) => string;
}

/** The number of rows that are read first, to find the columns used and the resulting fields. */
const sampleRows = 2048;

/**
 * Reads every row with the row reader, as a function called from SQL, and stores the tasks in a table. Only the columns
 * that the reader uses are read from the files.
 */
export async function readFacts(
  db: DuckDb,
  scan: RowScan,
  reading: RowReading,
): Promise<Required<Pick<EngineTable, 'relation' | 'fields' | 'facts'>>> {
  const allKeys = [...new Set(scan.keySets.flat())];
  const sample = readingPass(db, scan, reading, allKeys, everything(reading.plan));
  await sample.run(`(select * from ${scan.relation(allKeys, true)} limit ${sampleRows})`, 'sample');
  const [keys, columns] = [new Set(sample.asked), new Set(sample.seen)];
  for (let n = 0; ; n++) {
    const pass = readingPass(db, scan, reading, [...keys], columns);
    const table = `facts${n}`;
    if (await pass.run(scan.relation([...keys], true), table))
      return { relation: table, facts: await pass.facts(), fields: pass.fields() };
    // A later row uses a column, or has a field, that the sample doesn't have.
    for (const key of pass.asked) keys.add(key);
    for (const name of pass.seen) columns.add(name);
  }
}

const given = (field: string) => `given ${field}`;
const list = (field: string) => `list ${field}`;
/** The column with the code of each task's provenance. */
const provenance = 'provenance';
const further = ['aliases', 'conflicts', 'dir'] as const;

function everything({ fields }: Plan): ReadonlySet<string> {
  const derived = new Set(derivedFields.map(({ name }) => name));
  const own = [...fields.values()].filter(({ name }) => !derived.has(name));
  return new Set([...own.map(({ name, kind }) => (kind === 'list' ? list(name) : given(name))), ...further]);
}

/** A pass over the rows, which reads these keys and stores these columns. */
function readingPass(
  db: DuckDb,
  scan: RowScan,
  { plan, benchmark, files, format, source: sourceOf, isOrdered, dirAt }: RowReading,
  keys: readonly string[],
  columns: ReadonlySet<string>,
) {
  const { format: reader, own } = format();
  const source = sourceOf();
  const assembler = new TaskAssembler(source, benchmark, plan, { keepsLabels: false });
  const asked = new Set<string>();
  const output = new OutputRow(columns, plan);
  const problems: PlacedProblem[] = [];
  const doubts = new NumberDoubts(plan.fields);
  // Only in these tables can a dot separate thousands.
  const mayDoubt = own.hasSemicolons || source.joined !== undefined;
  const conflicts = new Map<string, ConflictTally>();
  const provenances = new ProvenanceCodes();
  const cells = keys.map((key, i) => scan.cell(key, i));
  const records = new ChunkRecords(scan, keys, cells, asked);
  /** Other fields are not stored. */
  const wants = (field: string) => plan.fields.has(field);
  let [rows, outside, isComplete] = [0, 0, true];
  return { asked, seen: output.seen, run, facts, fields };

  /** Returns false if a key or column was missing, so that another pass is needed. */
  async function run(relation: string, table: string): Promise<boolean> {
    const { duckdb, connection } = db;
    const { place, keysOf } = scan;
    // With row numbers, DuckDB reads in one thread.
    const from = isOrdered ? `(select *, row_number() over () as "winnow row" from ${relation})` : relation;
    const texts = [...(keysOf === undefined ? [] : [keysOf]), ...cells.filter(isText).map((cell) => cell.sql)];
    const others = cells.filter((cell) => !isText(cell));
    const name = `winnow_read_${table}`;
    connection.registerScalarFunction(
      duckdb.DuckDBScalarFunction.create({
        name,
        volatile: true,
        returnType: duckdb.STRUCT({
          texts: duckdb.VARCHAR,
          ...Object.fromEntries(output.numbers.map((each) => [each, duckdb.DOUBLE])),
        }),
        parameterTypes: [
          duckdb.DOUBLE,
          duckdb.BLOB,
          ...texts.map(() => duckdb.INTEGER),
          ...others.map(({ type }) => type ?? duckdb.VARCHAR),
        ],
        mainFunction: (_, chunk, found) => readChunk(chunk, found as DuckDBStructVector),
      }),
    );
    // The texts of a row are joined, with the length of each, because reading a text costs a call to DuckDB.
    const values = [
      `${place}::double`,
      `encode(concat('', ${texts.join(', ') || "''"}))`,
      ...texts.map((each) => `coalesce(strlen(${each}), -1)::integer`),
      ...others.map((cell) => cell.sql),
    ];
    const split = `select "winnow place", string_split(task.texts, chr(0)) as texts, task from (select ${place} as "winnow place", ${quoted(name, '"')}(${values.join(', ')}) as task from ${from})`;
    try {
      await connection.run(
        `create temp table ${table} as select "winnow place", ${output.columns().join(', ')} from (${split})`,
      );
    } catch (cause) {
      if (isComplete) throw notExpressible(cause);
    }
    return isComplete;
  }

  function readChunk(chunk: DuckDBDataChunk, found: DuckDBStructVector): void {
    const { rowCount } = chunk;
    rows += rowCount;
    const places = chunk.getColumnVector(0);
    const texts = found.entryVectorAt(0);
    const numbers = output.numbers.map((_, i) => found.entryVectorAt(i + 1));
    records.take(chunk);
    for (let i = 0; i < rowCount; i++) {
      const place = places.getItem(i) as number;
      const task = read(place, records.at(i));
      output.clear();
      if (task !== undefined) put(task, place);
      if (records.lacks || output.lacks) isComplete = false;
      if (!isComplete) throw new Error('a column is missing');
      texts.setItem(i, task === undefined ? '' : output.textOf(task.id));
      for (let n = 0; n < numbers.length; n++) at(numbers, n).setItem(i, output.numberAt(n));
    }
    found.flush();
  }

  function read(place: number, data: UnknownRecord): Task | undefined {
    const path = at(files, Math.floor(place / rowsPerFile));
    const found = readRecord({ number: (place % rowsPerFile) + 1, data }, path, [reader], wants);
    if (found === undefined) throw new Error('a row is of another format');
    if (found.kind === 'problem') {
      problems.push({ place, problem: problemOf(found, source) });
      return undefined;
    }
    for (const [name, { way }] of columnReadings([found.facts]))
      throw new Error(`only the whole column shows how to read "${name}" (${way})`);
    if (found.facts.benchmark !== undefined && found.facts.benchmark !== benchmark.name) return undefined;
    const { task, remarks } = assembler.assemble(found);
    if (source.where !== undefined && !conditionHolds(source.where, task)) {
      outside += 1;
      return undefined;
    }
    source.joined?.count(found.facts);
    if (mayDoubt) doubts.count(task, remarks);
    for (const remark of remarks) problems.push({ place, problem: { ...remark, place: placeOf(found, source) } });
    return task;
  }

  function put(task: Task, place: number): void {
    for (const name in task.fields) output.put(name, task.fields[name] ?? '');
    for (const name in task.lists) output.put(name, wordsText(task.lists[name] ?? []));
    if (task.aliases !== undefined && task.aliases.length > 0) output.putFurther('aliases', wordsText(task.aliases));
    if (task.conflicts !== undefined && task.conflicts.length > 0) {
      output.putFurther('conflicts', JSON.stringify(task.conflicts));
      tally(task.id, task.conflicts);
    }
    if (task.taskDir !== undefined && task.taskDir !== dirAt(place)) output.putFurther('dir', task.taskDir);
    output.putProvenance(provenances.codeOf(task.provenance ?? {}));
  }

  function tally(id: string, ofTask: readonly LabelConflict[]): void {
    for (const [index, conflict] of ofTask.entries()) {
      const key = JSON.stringify(conflict);
      const known = conflicts.get(key);
      const isFirst = known === undefined || compareText(id, known.id) < 0;
      const first = isFirst ? { id, index } : { id: known.id, index: known.index };
      conflicts.set(key, { conflict, tasks: (known?.tasks ?? 0) + 1, ...first });
    }
  }

  /** The findings, once all rows have been read. */
  async function facts(): Promise<Facts> {
    scan.check?.(rows);
    if (own.lacksColumns) throw new NotExpressible('the plan names a column that no row has');
    const inOrder = problems.filter(({ problem }) => doubts.confirms(problem)).sort((a, b) => a.place - b.place);
    const numbered =
      inOrder.length === 0 ? [] : ((await scan.numbered?.(inOrder)) ?? inOrder.map(({ problem }) => problem));
    const inTaskOrder = [...conflicts.values()].sort((a, b) => compareText(a.id, b.id) || a.index - b.index);
    return {
      outside,
      problems: [...numbered, ...(source.joined?.problems(benchmark) ?? [])],
      conflicts: inTaskOrder.map(({ conflict, tasks }): LabelConflictCount => ({ ...conflict, tasks })),
    };
  }

  function fields(): TableFields {
    const named = (prefix: string) =>
      [...output.seen].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    const id = column('id');
    return {
      id,
      isTask: isNotNull(id),
      values: new Map(named(given('')).map((name) => [name, column(given(name))])),
      lists: new Map(named(list('')).map((name) => [name, { value: column(list(name)), form: 'read' as const }])),
      measured: provenances.marks('measured'),
      derived: provenances.marks('derived'),
      further: new Map(further.filter((name) => output.seen.has(name)).map((name) => [name, column(name)])),
      oddities: new Map([
        ['an id that starts or ends with a space', hasOpenEnd(id)],
        ['an id that is not ASCII', not(isAscii(id))],
      ]),
    };
  }
}

interface ConflictTally {
  readonly conflict: LabelConflict;
  readonly tasks: number;
  /** The first task with it, and its index among that task's conflicts. */
  readonly id: string;
  readonly index: number;
}

/** The values of a task, by column of the table of facts. */
class OutputRow {
  /** The columns of numbers. */
  readonly numbers: readonly string[];
  /** The columns with a value, whether they are stored or missing. */
  readonly seen = new Set<string>();
  /** Whether the column for a value was missing. */
  lacks = false;
  /** The text columns, in the order in which `textOf` joins them, starting with the id. */
  readonly #names: readonly string[];
  /** By field, and for everything else by name. */
  readonly #fields = new Map<string, OutputColumn>();
  readonly #further = new Map<string, OutputColumn>();
  readonly #plan: Plan;
  readonly #texts: string[];
  readonly #values: number[];

  constructor(columns: ReadonlySet<string>, plan: Plan) {
    this.#plan = plan;
    const isNumber = (name: string) => plan.fields.get(name.slice(given('').length))?.kind === 'number';
    this.numbers = [provenance, ...[...columns].filter(isNumber)];
    this.#names = ['id', ...[...columns].filter((name) => !isNumber(name))];
    this.#texts = this.#names.map(() => '');
    this.#values = this.numbers.map(() => Number.NaN);
    for (const names of [this.#names, this.numbers])
      for (const [place, name] of names.entries()) {
        const [, field] = /^(?:given|list) (.*)$/s.exec(name) ?? [];
        (field === undefined ? this.#further : this.#fields).set(field ?? name, { name, place, isSeen: false });
      }
  }

  /** SQL for each column, from `texts` and the numbers of `task`, which contain no nulls. */
  columns(): readonly string[] {
    const wordsIn = (text: string) =>
      `case ${text} when '' then null when chr(2) then []::varchar[] else string_split(substr(${text}, 2), chr(1)) end`;
    const areWords = (name: string) => name.startsWith(list('')) || name === 'aliases';
    return [
      ...this.#names.map((name, i) => {
        const text = `texts[${i + 1}]`;
        return `${areWords(name) ? wordsIn(text) : `nullif(${text}, '')`} as ${quoted(name, '"')}`;
      }),
      ...this.numbers.map((name) => `nullif(task.${quoted(name, '"')}, 'nan'::double) as ${quoted(name, '"')}`),
    ];
  }

  clear(): void {
    this.#texts.fill('');
    this.#values.fill(Number.NaN);
  }

  put(field: string, value: string | number): void {
    const known = this.#fields.get(field);
    if (known === undefined) this.#lack(this.#plan.fields.get(field)?.kind === 'list' ? list(field) : given(field));
    else if (typeof value === 'number') this.#values[this.#see(known)] = value;
    else this.#texts[this.#see(known)] = value;
  }

  putFurther(name: (typeof further)[number], text: string): void {
    const known = this.#further.get(name);
    if (known === undefined) this.#lack(name);
    else this.#texts[this.#see(known)] = text;
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

/** Codes for the provenances of tasks, which are mostly the same; code 0 is a task without any. */
class ProvenanceCodes {
  readonly #root: ProvenanceCode = { code: 0, says: [], next: new Map() };
  readonly #all: ProvenanceCode[] = [this.#root];

  codeOf(provenances: NonNullable<Task['provenance']>): number {
    let found = this.#root;
    for (const name in provenances) {
      const from = provenances[name] ?? 'declared';
      found = found.next.get(name)?.[from] ?? this.#add(found, name, from);
    }
    return found.code;
  }

  /** SQL for whether a task's field has this provenance, by field. */
  marks(from: Provenance): ReadonlyMap<string, Sql> {
    const said = this.#all.flatMap(({ code, says }) =>
      says.flatMap(([origin, name]) => (origin === from ? [{ name, code: sql`${code}` }] : [])),
    );
    return new Map(
      [...groupBy(said, ({ name }) => name)].map(([name, found]) => [
        name,
        sql`(${column(provenance)} in (${found.map(({ code }) => code)}))`,
      ]),
    );
  }

  #add(before: ProvenanceCode, name: string, from: Provenance): ProvenanceCode {
    const added = { code: this.#all.length, says: [...before.says, [from, name] as const], next: new Map() };
    this.#all.push(added);
    before.next.set(name, { ...before.next.get(name), [from]: added });
    return added;
  }
}

/** A code, its meaning, and the codes that add one field to it. */
interface ProvenanceCode {
  readonly code: number;
  readonly says: readonly (readonly [Provenance, string])[];
  readonly next: Map<string, Partial<Record<Provenance, ProvenanceCode>>>;
}

function isText({ type }: RowCell): boolean {
  return type === undefined;
}

/** A list as one text, which is not empty, because empty means missing. */
function wordsText(words: readonly string[]): string {
  for (const word of words) if (word.includes('\u0001')) throw new Error('a word has a control character');
  return `\u0002${words.join('\u0001')}`;
}

/** The rows of a chunk as records, whose values are read from the chunk on demand. */
class ChunkRecords {
  /** Whether the row reader used a column that was not read. */
  lacks = false;
  readonly #records: ReadonlyMap<string, UnknownRecord>;
  readonly #first: UnknownRecord;
  readonly #cells: readonly RowCell[];
  /** The place of each cell among the texts, or among the other cells. */
  readonly #places: readonly number[];
  readonly #hasKeys: boolean;
  readonly #textCount: number;
  #texts: DuckDBBlobVector | undefined;
  #lengths: readonly DuckDBVector[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  #others: readonly DuckDBVector[] = [];
  #bytes: Buffer | undefined;
  /** The texts of the row, joined; undefined unless all are ASCII. */
  #ascii: string | undefined;
  readonly #values: unknown[] = [];
  readonly #rows: number[] = [];
  #row = 0;
  /** Counts the rows of all chunks. */
  #count = 0;

  /** @param asked Receives the keys that were used. */
  constructor({ keySets, keysOf }: RowScan, keys: readonly string[], cells: readonly RowCell[], asked: Set<string>) {
    this.#cells = cells;
    this.#hasKeys = keysOf !== undefined;
    const counts = { text: this.#hasKeys ? 1 : 0, other: 0 };
    this.#places = cells.map((cell) => (isText(cell) ? counts.text++ : counts.other++));
    this.#textCount = counts.text;
    const places = new Map(keys.map((key, i) => [key, i]));
    const recordOf = (set: readonly string[]) => {
      const record = {};
      for (const key of set) {
        const index = places.get(key);
        let isAsked = false;
        const get = () => {
          if (!isAsked) asked.add(key);
          isAsked = true;
          if (index !== undefined) return this.#value(index);
          this.lacks = true;
          return undefined;
        };
        Object.defineProperty(record, key, { enumerable: true, get });
      }
      return record;
    };
    this.#records = new Map(keySets.map((set) => [set.join('\0'), recordOf(set)]));
    this.#first = recordOf(keySets[0] ?? []);
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
      const value = isText(cell) ? this.#text(place) : (at(this.#others, place).getItem(this.#row) as DuckDBValue);
      this.#values[index] = cell.plain(value ?? null);
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

  /** Fetches the texts of the row, and where each starts and ends. A missing text ends before it starts. */
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
    // Decoding once and slicing is faster than decoding each text.
    const whole = this.#bytes.toString('utf8');
    this.#ascii = whole.length === byteLength ? whole : undefined;
  }
}
