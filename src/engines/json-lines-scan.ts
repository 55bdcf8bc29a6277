import { at } from '../core/lists/lists.js';
import type { Plan, TableRules } from '../core/model/plan.js';
import { isRecord } from '../core/model/record.js';
import { derivedFields } from '../core/model/task.js';
import { firstBytes } from '../disk/open-regular.js';
import { unpackedStart } from '../files/packed/unpacked.js';
import type { Packing } from '../files/packed/unpacked-budget.js';
import { quoted } from '../files/tables/duckdb.js';
import { readJsonLinesFrom } from '../files/tables/read-json-lines.js';
import { idKeys } from '../sources/formats/table.js';
import { NotExpressible, OddRows, orNotExpressible, type Place } from './engine.js';
import { hasOthers } from './plan-sql.js';
import type { Database, FileRow, Scan } from './scan.js';
import { column, isNotNull, named, quotedText, sql } from './sql.js';
import { numberedLines, refuseDamaged, textBlocks, textPlace } from './text-rows.js';

/** Keys that the general table reads besides the plan's fields. */
const furtherKeys = ['benchmark', 'task_dir', 'shipped_score', 'metadata', 'task'];
/** In each thread, DuckDB reserves twice the longest line, so the limit is raised only if there is a longer one. */
const [usualLine, longestLine] = [2 * 1024 * 1024, 64 * 1024 * 1024];
/** With more sets of keys than this, rows are read one by one. */
const mostKeySets = 1000;
const compressions = { gzip: 'gzip', zstd: 'zstd' } as const;

/**
 * Scans JSON lines files with DuckDB. The values that the plan needs are loaded once, in any order. Lines that are not
 * JSON or repeat a key end the scan.
 * @throws NotExpressible if the file must be read line by line.
 */
export async function scanJsonLines(
  files: readonly string[],
  packing: Packing | undefined,
  plan: Plan,
  columns: TableRules['columns'],
  open: () => Promise<Database>,
): Promise<Scan> {
  const ownId = columns.get('id');
  const derived = new Set(derivedFields.map(({ name }) => name));
  const fields = [...plan.fields.keys()].filter((name) => !derived.has(name));
  /** All keys that the plan or the general table uses. */
  const names = [
    ...new Set([...(ownId === undefined ? idKeys : [ownId]), ...furtherKeys, ...fields, ...columns.values()]),
  ];
  const first = await orNotExpressible(() => firstKeys(at(files, 0), packing));
  for (const file of files) await orNotExpressible(() => refuseDamaged(file, packing));
  /** The keys that occur in the lines; until `isSure`, only in the first lines. */
  let present = names.filter((name) => first.all.has(name));
  let isSure = false;
  let longest = usualLine;
  const db = await open();

  function idIn(keys: readonly string[]): string {
    const [key, ...more] = ownId === undefined ? idKeys.filter((each) => keys.includes(each)) : [ownId];
    if (key === undefined || more.length > 0) throw new OddRows('several keys could be the id');
    return key;
  }

  function read(reader: string, options: string): string {
    const compression = packing === undefined ? 'uncompressed' : compressions[packing];
    const all = `format = 'newline_delimited', compression = '${compression}', maximum_object_size = ${longest}${options}`;
    return `${reader}(${db.file}, ${all})`;
  }

  function lines(): string {
    // For a key that is not expected, it is enough to know whether a line has it. A boolean is fast to read, and any
    // other value is an error, which also shows that the key exists.
    const type = (name: string) => (isSure || present.includes(name) ? 'VARCHAR' : 'BOOLEAN');
    return read('read_json', `, columns = {${names.map((name) => `${quoted(name)}: '${type(name)}'`).join(', ')}}`);
  }

  /** Finds the keys of all lines. */
  async function keySets(): Promise<readonly (readonly string[])[]> {
    // Slow, so only for lines with other keys than the first.
    const { usual } = first;
    const where = usual && `where json_keys(json) is distinct from [${usual.map(quotedText).join(', ')}]`;
    const others = await orLonger(() =>
      db.ask(`select distinct json_keys(json) from ${objects()} ${where ?? ''} limit ${mostKeySets + 1}`),
    );
    const sets = usual === undefined ? others : [[usual], ...others];
    if (sets.length > mostKeySets) throw new NotExpressible('the lines have too many different sets of keys');
    const found = sets.map(([keys]) => (Array.isArray(keys) ? keys.map(String) : undefined));
    if (found.some((keys) => keys === undefined || new Set(keys).size < keys.length))
      throw new NotExpressible('a line is not a record, or repeats a key');
    const all = new Set(found.flatMap((keys) => keys ?? []));
    present = names.filter((name) => all.has(name));
    isSure = true;
    return found.flatMap((keys) => (keys === undefined ? [] : [keys]));
  }

  /** Runs a query; if it fails, runs it again with longer lines allowed. */
  function orLonger<Result>(find: () => Promise<Result>): Promise<Result> {
    return find().catch((error: unknown) => {
      if (longest === longestLine) throw error;
      longest = longestLine;
      return find();
    });
  }

  function objects(): string {
    return read('read_json_objects', '');
  }

  const numbered = () => `(select json, filename, ${textPlace(db)} as place from ${objects()})`;

  return {
    db,
    notes: [],
    rows: async () => {
      let rows = 0;
      for (const file of files) for await (const block of textBlocks(file, packing)) rows += linesIn(block);
      return rows;
    },
    table: () => {
      if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
        throw new OddRows('column names differ only in letter case');
      idIn(present);
      const others = names.filter((name) => !present.includes(name)).map((name) => column(name));
      return {
        relation: lines(),
        columns: present.map((name) => ({ name, type: 'loose' as const })),
        ...(isSure || others.length === 0 ? {} : { hasOthers: isNotNull(sql`coalesce(${others})`) }),
      };
    },
    load: async (rows, name) => {
      if (isSure) return db.keep(rows, name);
      try {
        const from = await db.keep(rows, name);
        const [other] = await db.query(sql`select id from ${from} where ${hasOthers} limit 1`);
        if (other === undefined) return from;
      } catch (error) {
        // A line is long, or has a key that the first lines don't have. Any other error will occur again.
        if (!(error instanceof NotExpressible)) throw error;
      }
      await keySets();
      return undefined;
    },
    keySets,
    rowScan: async () => {
      const sets = await keySets();
      const [keys = [], ...others] = sets;
      const names = [...keys, 'place', 'filename'].map((key) => key.toLowerCase());
      // Columns are faster, but all lines must have the same keys, and no two keys may differ only in letter case.
      const areColumns = others.length === 0 && keys.length > 0 && new Set(names).size === names.length;
      return {
        keySets: sets,
        relation: (asked, isNumbered) => {
          if (areColumns) {
            const columns = (asked.length === 0 ? keys.slice(0, 1) : asked).map((key) => `${quoted(key)}: 'JSON'`);
            const rows = read('read_json', `, columns = {${columns.join(', ')}}`);
            return isNumbered ? `(select *, ${textPlace(db)} as place from ${rows})` : rows;
          }
          const pointers = asked.map((key) => quotedText(pointerTo(key))).join(', ') || "''";
          const keysOf = others.length > 0 ? 'array_to_string(json_keys(json), chr(0))' : 'null';
          return `(select place, ${keysOf} as keys, json_extract(json, [${pointers}]) as found from ${numbered()})`;
        },
        place: 'place',
        keysOf: others.length > 0 ? 'keys' : undefined,
        cell: (key, n) => ({
          sql: areColumns ? named(key) : `found[${n + 1}]`,
          plain: (value) => (value !== null ? JSON.parse(String(value)) : areColumns ? null : undefined),
        }),
        numbered: (found) => numberedLines(found, (file) => lineNumbers(at(files, file), packing)),
      };
    },
    async *rowsAt(places) {
      if (places.length > 0) yield orLonger(() => (typeof places[0] === 'number' ? rowsIn(places) : rowsOf(places)));
    },
  };

  async function rowsOf(ids: readonly Place[]): Promise<readonly FileRow[]> {
    const [asked, id] = [new Set(ids.map(String)), idIn(present)];
    const given = `json_extract_string(json, ${quotedText(pointerTo(id))})`;
    const rows = await rowsFrom(`${objects()} where ${given} in (${[...asked].map(quotedText).join(', ')})`);
    const isAsked = rows.every(({ data }) => isRecord(data) && asked.has(String(data[id])));
    if (isAsked && rows.length === asked.size) return rows;
    throw new NotExpressible('an id has unusual escapes');
  }

  async function rowsIn(places: readonly Place[]): Promise<readonly FileRow[]> {
    const rows = await rowsFrom(`${numbered()} where place in (${places.join(', ')}) order by place`);
    if (rows.length !== places.length) throw new NotExpressible('some rows no longer exist');
    return rows;
  }

  async function rowsFrom(lines: string): Promise<readonly FileRow[]> {
    return (await db.ask(`select json, filename from ${lines}`)).map(([line, name]) => {
      const path = at(files, db.places.get(String(name)) ?? 0);
      return { path, number: 0, data: JSON.parse(String(line)) as unknown };
    });
  }
}

function pointerTo(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

async function lineNumbers(file: string, packing: Packing | undefined): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const { number } of readJsonLinesFrom(textBlocks(file, packing), () => 0)) numbers.push(number);
  return numbers;
}

function linesIn(block: Buffer): number {
  let lines = 0;
  for (let start = block.indexOf(10); start !== -1; start = block.indexOf(10, start + 1)) lines += 1;
  return lines;
}

const firstBytesRead = 1024 * 1024;

/** All keys of the first lines, and those of the very first in order, unless JavaScript may have reordered them. */
function firstKeys(file: string, packing: Packing | undefined) {
  const bytes = firstBytes(file, firstBytesRead, { followLinks: true });
  const block = packing === undefined ? bytes : unpackedStart(bytes, packing, firstBytesRead);
  const text = block.toString('utf8').replace(/^\ufeff/, '');
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  const sets = lines.flatMap((line) => (line.trim() === '' ? [] : [Object.keys(Object(JSON.parse(line)))]));
  const [keys = []] = sets;
  const isKept = keys.length > 0 && !keys.some((key) => /^\d+$/.test(key));
  return { all: new Set(sets.flat()), usual: isKept ? keys : undefined };
}
