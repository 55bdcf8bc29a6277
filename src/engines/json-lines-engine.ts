import { closeSync, readSync } from 'node:fs';
import type { Plan, TableReading } from '../core/model/plan.js';
import { isRecord } from '../core/model/record.js';
import { openRegular } from '../disk/open-regular.js';
import { type Engine as DuckDb, openEngine, quoted } from '../files/tables/duckdb.js';
import type { TableRow } from '../files/tables/table-row.js';
import { idKeys } from '../sources/formats/table.js';
import { duckdbDialect } from './duckdb-dialect.js';
import type { Engine } from './engine.js';
import { NotExpressible } from './not-expressible.js';
import type { RowsAsTasks } from './parquet-engine.js';
import { type EngineTable, othersColumn } from './plan-sql.js';

/** What the general table looks at besides the fields of a plan. */
const furtherKeys = ['benchmark', 'task_dir', 'shipped_score', 'metadata', 'task'];
/** DuckDB keeps twice the longest line at hand in each thread; so a long one is only thought of where there is one. */
const longestLineBytes = [2 * 1024 * 1024, 64 * 1024 * 1024];
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
  reading: TableReading,
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
  #present: readonly string[];
  #isSure = false;

  constructor(db: DuckDb, file: string, plan: Plan, { columns }: TableReading, asTasks: RowsAsTasks) {
    this.#db = db;
    this.#file = file;
    this.#asTasks = asTasks;
    this.#ownId = columns.get('id');
    const ids = this.#ownId === undefined ? idKeys : [this.#ownId];
    this.#names = [...new Set([...ids, ...furtherKeys, ...plan.fields.keys(), ...columns.values()])];
    const lower = new Set(this.#names.map((name) => name.toLowerCase()));
    if (lower.size < this.#names.length) throw new NotExpressible('names of columns differ in case only');
    const keys = firstKeys(file);
    this.#present = this.#names.filter((name) => keys.has(name));
  }

  get table(): EngineTable {
    const id = this.#idKey;
    const others = this.#names.filter((name) => !this.#present.includes(name));
    const isThere = others.map((name) => `${quoted(name, '"')} is not null`);
    return {
      relation: this.#lines(),
      // Threads take turns, so that the order of the lines is lost.
      place: quoted(id, '"'),
      columns: this.#present.map((name) => ({ name, type: 'loose' })),
      ...(this.#isSure || others.length === 0 ? {} : { hasOthers: `(${isThere.join(' or ')})` }),
    };
  }

  async load(relation: string): Promise<string | undefined> {
    const [, long = 0] = longestLineBytes;
    const create = (from: string) => this.#ask(`create or replace temp table tasks as select * from ${from}`);
    await create(relation).catch(() => create(relation.replace(this.#lines(), () => this.#lines(long))));
    if (this.#isSure) return 'tasks as t';
    this.#isSure = true;
    const [[hasOthers] = []] = relation.includes(othersColumn)
      ? await this.#ask(`select coalesce(bool_or(${othersColumn}), false) from tasks`)
      : [[false]];
    if (hasOthers !== true) return 'tasks as t';
    const counts = this.#names.map((name) => `count(${quoted(name, '"')})`);
    const [row = []] = await this.#ask(`select ${counts.join(', ')} from ${this.#lines(long)}`);
    this.#present = this.#names.filter((_, i) => Number(row[i]) > 0);
    return undefined;
  }

  async rows(): Promise<number> {
    return Number((await this.#ask(`select count(*) from ${this.#lines()}`))[0]?.[0]);
  }

  readonly query = (sql: string) => this.#ask(sql);

  async tasksAt(places: readonly (number | string)[]): ReturnType<RowsAsTasks> {
    return this.#asTasks(rowsWith(this.#file, this.#idKey, new Set(places.map(String))));
  }

  close(): void {
    this.#db.close();
  }

  get #idKey(): string {
    const [id, ...more] =
      this.#ownId === undefined ? idKeys.filter((key) => this.#present.includes(key)) : [this.#ownId];
    if (id === undefined || more.length > 0) throw new NotExpressible('the id stands under several names');
    return id;
  }

  #lines(longest = longestLineBytes[0]): string {
    const columns = this.#names.map((name) => `${quoted(name)}: 'VARCHAR'`).join(', ');
    return (
      `read_json(${this.#db.file}, format = 'newline_delimited', compression = 'uncompressed', ` +
      `maximum_object_size = ${longest}, columns = {${columns}})`
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
  const found = scanLines(file, (line) => mayHave(line, Buffer.from(JSON.stringify(key)), ids));
  const rows = found.filter(({ data }) => isRecord(data) && ids.has(String(data[key])));
  if (rows.length === ids.size) return rows;
  throw new NotExpressible('an id is written in a way of its own');
}

/** Whether a line names one of the ids after a key, as far as can be told without reading it whole. */
function mayHave(line: Buffer, key: Buffer, ids: ReadonlySet<string>): boolean {
  const at = line.indexOf(key);
  if (at === -1) return false;
  let start = at + key.length;
  while (line[start] === space || line[start] === colon) start += 1;
  if (line[start] !== quote) return true;
  const end = line.indexOf(quote, start + 1);
  return ids.has(line.toString('latin1', start + 1, end)) || line.lastIndexOf(backslash, end) > start;
}

/** The lines of a file for which something holds, read. */
function scanLines(file: string, isWanted: (line: Buffer) => boolean): readonly TableRow[] {
  const rows: TableRow[] = [];
  const { handle } = openRegular(file);
  let block = Buffer.allocUnsafe(4 * blockBytes);
  let [number, kept] = [0, 0];
  const take = (line: Buffer) => {
    number += 1;
    if (isWanted(line)) rows.push({ number, data: JSON.parse(line.toString('utf8').replace(/^\ufeff/, '')) });
  };
  try {
    for (;;) {
      // A line that fills the block needs a larger one.
      if (kept === block.length) block = Buffer.concat([block], 2 * block.length);
      const bytes = readSync(handle, block, kept, block.length - kept, null);
      const part = block.subarray(0, kept + bytes);
      let start = 0;
      for (let end = part.indexOf(lineFeed); end !== -1; end = part.indexOf(lineFeed, start)) {
        take(part.subarray(start, end));
        start = end + 1;
      }
      if (bytes === 0) {
        if (start < part.length) take(part.subarray(start));
        return rows;
      }
      block.copyWithin(0, start, part.length);
      kept = part.length - start;
    }
  } finally {
    closeSync(handle);
  }
}
