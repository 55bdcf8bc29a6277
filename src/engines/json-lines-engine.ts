import { derivedFields } from '../core/model/field.js';
import type { Plan } from '../core/model/plan.js';
import { isRecord } from '../core/model/record.js';
import type { TableRules } from '../core/model/source-plan.js';
import { closeSync, readSync } from '../disk/file-access.js';
import { openRegular } from '../disk/open-regular.js';
import { type Engine as DuckDb, openEngine, quoted } from '../files/tables/duckdb.js';
import type { TableRow } from '../files/tables/read-table.js';
import { idKeys } from '../sources/formats/table.js';
import { duckdbDialect } from './duckdb-dialect.js';
import { forEachBlock, streamRows } from './duckdb-engine.js';
import { type Engine, type EngineTable, NotExpressible } from './engine.js';
import type { RowsAsTasks } from './parquet-engine.js';
import { hasOthers } from './plan-sql.js';

/** What the general table looks at besides the fields of a plan. */
const furtherKeys = ['benchmark', 'task_dir', 'shipped_score', 'metadata', 'task'];
/** DuckDB keeps twice the longest line at hand in each thread; so a long one is only thought of where there is one. */
const [usualLine, longestLine] = [2 * 1024 * 1024, 64 * 1024 * 1024];
const blockBytes = 1024 * 1024;
const [lineFeed, space, quote, colon, backslash] = [0x0a, 0x20, 0x22, 0x3a, 0x5c];

/**
 * DuckDB on a file of JSON lines: what the plan takes of each is loaded once, in any order. A line that is not JSON, or that
 * names a key twice, ends it.
 *
 * @throws NotExpressible when the file must be read line by line.
 */
export async function openJsonLines(
  file: string,
  plan: Plan,
  reading: TableRules,
  asTasks: RowsAsTasks,
): Promise<Engine> {
  const db = await openEngine(file, 'count');
  try {
    return new JsonLines(db, file, plan, reading, asTasks);
  } catch (error) {
    db.close();
    throw error;
  }
}

class JsonLines implements Engine {
  readonly dialect = duckdbDialect;
  readonly #db: DuckDb;
  readonly #file: string;
  readonly #asTasks: RowsAsTasks;
  readonly #ownId: string | undefined;
  /** All names that the plan or the general table looks for. */
  readonly #names: readonly string[];
  /** Those that there are, as far as is known. */
  #present: readonly string[] = [];
  #isSure = false;
  #id = '';
  #longest = usualLine;

  constructor(db: DuckDb, file: string, plan: Plan, { columns }: TableRules, asTasks: RowsAsTasks) {
    this.#db = db;
    this.#file = file;
    this.#asTasks = asTasks;
    this.#ownId = columns.get('id');
    const ids = this.#ownId === undefined ? idKeys : [this.#ownId];
    const derived = new Set(derivedFields.map(({ name }) => name));
    const fields = [...plan.fields.keys()].filter((name) => !derived.has(name));
    this.#names = [...new Set([...ids, ...furtherKeys, ...fields, ...columns.values()])];
    const lower = new Set(this.#names.map((name) => name.toLowerCase()));
    if (lower.size < this.#names.length) throw new NotExpressible('names of columns differ in case only');
    const keys = firstKeys(file);
    this.#know((name) => keys.has(name));
  }

  get table(): EngineTable {
    const others = this.#names.filter((name) => !this.#present.includes(name));
    return {
      relation: this.#lines(),
      columns: this.#present.map((name) => ({ name, type: 'loose' })),
      ...(this.#isSure || others.length === 0
        ? {}
        : { hasOthers: `coalesce(${others.map((name) => quoted(name, '"')).join(', ')}) is not null` }),
    };
  }

  async load(relation: string): Promise<string | undefined> {
    const create = () => this.#ask(`create or replace temp table tasks as select * from ${relation}`);
    if (this.#isSure) {
      await create();
      return 'tasks as t';
    }
    try {
      await create();
      const [[isOther] = []] = await this.#ask(`select coalesce(bool_or(${hasOthers}), false) from tasks`);
      if (isOther !== true) return 'tasks as t';
    } catch (error) {
      // A line is long, or a value stands under a key that the first lines have not; anything else fails again.
      if (!(error instanceof NotExpressible)) throw error;
    }
    this.#isSure = true;
    const counts = this.#names.map((name) => `count(${quoted(name, '"')})`).join(', ');
    const count = () => this.#ask(`select ${counts} from ${this.#lines()}`);
    const [row = []] = await count().catch(() => {
      this.#longest = longestLine;
      return count();
    });
    this.#know((_, i) => Number(row[i]) > 0);
    return undefined;
  }

  async rows(): Promise<number> {
    let lines = 0;
    forEachBlock(this.#file, (block) => {
      for (let start = 0, end = 0; start < block.length; start = end + 1) {
        end = block.indexOf(lineFeed, start);
        if (end > start) lines += 1;
      }
    });
    return lines;
  }

  readonly query = (sql: string) => this.#ask(sql);

  readonly each = (sql: string, take: (row: readonly unknown[]) => void) => streamRows(this.#db.connection, sql, take);

  async tasksAt(places: readonly (number | string)[]): ReturnType<RowsAsTasks> {
    return this.#asTasks(rowsWith(this.#file, this.#id, new Set(places.map(String))));
  }

  close(): void {
    this.#db.close();
  }

  #know(isPresent: (name: string, i: number) => boolean): void {
    this.#present = this.#names.filter(isPresent);
    const [id, ...more] =
      this.#ownId === undefined ? idKeys.filter((key) => this.#present.includes(key)) : [this.#ownId];
    if (id === undefined || more.length > 0) throw new NotExpressible('the id stands under several names');
    this.#id = id;
  }

  #lines(): string {
    // Of a key that should not be there, a value is found by its mark, which is quickly read, or it cannot be read.
    const type = (name: string) => (this.#isSure || this.#present.includes(name) ? 'VARCHAR' : 'BOOLEAN');
    const columns = this.#names.map((name) => `${quoted(name)}: '${type(name)}'`).join(', ');
    return (
      `read_json(${this.#db.file}, format = 'newline_delimited', compression = 'uncompressed', ` +
      `maximum_object_size = ${this.#longest}, columns = {${columns}})`
    );
  }

  async #ask(sql: string): Promise<readonly (readonly unknown[])[]> {
    try {
      return (await this.#db.connection.runAndReadAll(sql)).getRowsJS();
    } catch (cause) {
      throw new NotExpressible(String(cause), { cause });
    }
  }
}

/** The keys of the first lines. */
function firstKeys(file: string): ReadonlySet<string> {
  const { handle } = openRegular(file);
  try {
    const block = Buffer.allocUnsafe(blockBytes);
    const text = block.toString('utf8', 0, readSync(handle, block, 0, blockBytes, 0)).replace(/^\ufeff/, '');
    const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
    return new Set(lines.flatMap((line) => (line.trim() === '' ? [] : keysOf(line))));
  } finally {
    closeSync(handle);
  }
}

function keysOf(line: string): readonly string[] {
  try {
    return Object.keys(Object(JSON.parse(line)));
  } catch (cause) {
    throw new NotExpressible(String(cause), { cause });
  }
}

/** The lines that have one of these ids under a key, in their order; all others are passed over as bytes. */
function rowsWith(file: string, key: string, ids: ReadonlySet<string>): readonly TableRow[] {
  const name = Buffer.from(JSON.stringify(key));
  const opening = Buffer.concat([Buffer.from('{'), name]);
  const marks = new IdMarks(ids);
  const rows: TableRow[] = [];
  forEachBlock(file, (lines) => {
    for (let start = 0; start < lines.length; ) {
      const isFirst = startsWith(lines, start, opening);
      const at = isFirst ? start + 1 : lines.indexOf(name, start);
      if (at === -1) return;
      const end = marks.endOfOther(lines, after(lines, at + name.length));
      // Behind another id, the line may still have a key of its own, unless that was the one.
      if (end !== -1 && !isFirst) start = end;
      else {
        const next = lines.indexOf(lineFeed, at);
        if (end === -1) {
          const line = lines.toString('utf8', lines.lastIndexOf(lineFeed, at) + 1, next);
          const data: unknown = JSON.parse(line.replace(/^\ufeff/, ''));
          if (isRecord(data) && ids.has(String(data[key]))) rows.push({ number: 0, data });
        }
        start = next + 1;
      }
    }
  });
  if (rows.length === ids.size) return rows;
  throw new NotExpressible('an id is written in a way of its own');
}

/** Tells most ids that are not looked for from their bytes alone. */
class IdMarks {
  readonly #marks = new Uint8Array(2 ** 20);

  constructor(ids: Iterable<string>) {
    for (const id of ids) {
      let hash = 0;
      for (const byte of Buffer.from(id)) hash = Math.imul(hash ^ byte, multiplier);
      this.#marks[hash >>> 12] = 1;
    }
  }

  /** Where a text ends that is plainly another id; -1 for what is to be looked at. */
  endOfOther(lines: Buffer, value: number): number {
    if (lines[value] !== quote) return -1;
    let hash = 0;
    for (let at = value + 1; ; at++) {
      const byte = lines[at];
      if (byte === quote) return this.#marks[hash >>> 12] === 1 ? -1 : at;
      if (byte === undefined || byte === backslash) return -1;
      hash = Math.imul(hash ^ byte, multiplier);
    }
  }
}

/** A multiplicative hash's (Knuth). */
const multiplier = 2654435761;

function startsWith(lines: Buffer, start: number, opening: Buffer): boolean {
  for (let i = 0; i < opening.length; i++) if (lines[start + i] !== opening[i]) return false;
  return true;
}

/** Where a value starts after its key. */
function after(lines: Buffer, at: number): number {
  let start = at;
  while (lines[start] === space || lines[start] === colon) start += 1;
  return start;
}
