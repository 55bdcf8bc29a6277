import { dirname, resolve } from 'node:path';
import { at } from '../core/lists/lists.js';
import type { BenchmarkPlan, PathSource, Plan } from '../core/model/plan.js';
import { isLargePool } from '../core/model/pool-census.js';
import { isRecord, type UnknownRecord } from '../core/model/record.js';
import type { PoolProblem, Task } from '../core/model/task.js';
import { recordContents } from '../files/folder-contents.js';
import { type Engine as DuckDb, openEngine, quoted } from '../files/tables/duckdb.js';
import { rowsPerFile } from '../files/tables/parquet-rows.js';
import { textCells } from '../sources/facts/cells.js';
import { table } from '../sources/formats/table.js';
import type { RecordFormat } from '../sources/formats/task-format.js';
import { type FoundTask, readRecord } from '../sources/found.js';
import { type JoinedTables, readJoins } from '../sources/join-tables.js';
import { OwnFields, withOwnFields } from '../sources/own-fields.js';
import { formatsFor, refuseMissingColumns } from '../sources/path-sources.js';
import { problemOf, type SourceContents, shownPath, TaskAssembler } from '../sources/pool-of.js';
import { scanCsv } from './csv-scan.js';
import { type Engine, type EngineTable, NotExpressible, OddRows, type Place, SmallPool } from './engine.js';
import { scanJsonLines } from './json-lines-scan.js';
import { scanParquet } from './parquet-scan.js';
import { givenRows, loadedFields } from './plan-sql.js';
import {
  joinPrior,
  keepNumbers,
  type PriorResults,
  type PriorScan,
  priorFiles,
  priorTable,
  readPriorResults,
} from './prior-results.js';
import { readFacts } from './read-rows.js';
import { type Database, databaseOn, type FileRow, type Scan } from './scan.js';
import { joinColumns, type LoadedSides, loadSides } from './side-tables.js';
import { column, sql, verbatim } from './sql.js';
import { type TableFields, tableFields } from './table-fields.js';
import { type TableFiles, tablesAt } from './table-files.js';

/**
 * Opens the files of a benchmark with DuckDB. SQL reads general tables; the row reader, called by SQL, reads everything
 * else, including tables that SQL would read differently.
 * @throws NotExpressible if the files are small, or must be read row by row.
 * @throws PoolError if a column is missing.
 */
export async function openFiles(
  found: TableFiles,
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: PathSource,
): Promise<Engine> {
  const { joins } = source;
  const joined = joins.map(({ path }) => path);
  const sides = tablesAt(joined, plan);
  const earlier = priorFiles(plan, benchmark);
  const opened = openedFiles([found, ...(sides ?? []), ...(earlier ?? [])], plan);
  try {
    const scan = await opened.scan(found, source.columns);
    if (found.kind.kind === 'parquet' && !isLargePool(await scan.rows())) throw new SmallPool('the file is small');
    const side = sides && ((n: number) => opened.scan(at(sides, n), joinColumns(at(joins, n))));
    const prior =
      earlier &&
      (async () => {
        const scans: PriorScan[] = [];
        for (const table of earlier)
          scans.push({ file: at(table.files, 0), scan: await opened.scan(table, new Map()) });
        return scans;
      });
    return await engineOn(scan, side, prior, found, plan, benchmark, source);
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Tables in files, read by one DuckDB, which is opened when the first of them is scanned. */
function openedFiles(tables: readonly TableFiles[], plan: Plan) {
  let db: DuckDb | undefined;
  const close = () => {
    db?.close();
    db = undefined;
  };
  /** DuckDB with only the files of one table. */
  const open = async (table: TableFiles): Promise<Database> => {
    db ??= await openEngine(
      tables.flatMap(({ files }) => files),
      'count',
    );
    const before = tables.slice(0, tables.indexOf(table)).reduce((sum, { files }) => sum + files.length, 0);
    const paths = [...db.places.keys()].slice(before, before + table.files.length);
    const texts = paths.map((path) => quoted(path));
    const file = paths.length > 1 ? `[${texts.join(', ')}]` : at(texts, 0);
    return databaseOn({ ...db, file, places: new Map(paths.map((path, i) => [path, i])), close });
  };
  /** @throws NotExpressible if the rows of a table must be read one by one. */
  const scan = (table: TableFiles, columns: ReadonlyMap<string, string>): Promise<Scan> => {
    const { files, kind, partitions } = table;
    const openIt = () => open(table);
    if (kind.kind === 'parquet') return scanParquet(files, openIt, partitions);
    return kind.kind === 'csv'
      ? scanCsv(files, kind, columns, openIt)
      : scanJsonLines(files, kind.packing, plan, columns, openIt);
  };
  return { scan, close };
}

async function engineOn(
  scan: Scan,
  side: ((n: number) => Promise<Scan>) | undefined,
  prior: (() => Promise<readonly PriorScan[]>) | undefined,
  { files, kind }: TableFiles,
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: PathSource,
): Promise<Engine> {
  const { db } = scan;
  const hasJoins = source.joins.length > 0;
  // If the plan says that the rows are a general table, their keys need not be read.
  const isNamed = source.format === table.name;
  const keySets = isNamed ? [[source.columns.get('id') ?? 'id']] : await scan.keySets();
  const found = formatOfRows(source, benchmark, keySets);
  // All rows have this format, because it was found by their keys.
  const format = isNamed ? found : { ...found, matches: () => true };
  if (source.columns.size > 0) await refuseMisspelt();
  const isTable = format.name === table.name;
  let joined: JoinedTables | undefined;
  const loaded = isTable && hasJoins ? await sidesOrReason() : undefined;
  const sides = loaded instanceof OddRows ? undefined : loaded;
  const { trust, derivations, where } = source;
  const contents = (): Omit<SourceContents, 'found'> => ({
    base: resolve(dirname(plan.file)),
    trust,
    derivations,
    where,
    inFolders: true,
    ...(joined === undefined ? {} : { joined: joined.again() }),
  });
  const reader = () => formatWith(plan, source, format, kind.kind === 'csv' && kind.delimiter === ';');
  /** The table, once its rows have been read or loaded, and the earlier results joined to it. */
  let kept: OpenedTable | undefined;
  let earlier: PriorResults | undefined;
  const { base } = contents();
  const dirs = files.map((file) => shownPath(dirname(file), base));
  // Where places are ids, there is only one file.
  const dirAt = (place: Place) => at(dirs, typeof place === 'number' ? Math.floor(place / rowsPerFile) : 0);
  const notes = scan.notes.map(
    ({ path, reason }): PoolProblem => problemOf({ kind: 'passed-over', path, reason }, contents()),
  );
  return {
    query: db.query,
    each: db.each,
    rows: () => scan.rows(),
    table: tableNow,
    ...(sides && { joinNotes: async (rows) => (kept?.facts === undefined ? sides.problems(rows) : []) }),
    ...(prior && {
      readPrior: async () => {
        if (earlier !== undefined) return earlier;
        const before = await tableNow();
        const results = await readPriorResults(await prior(), before.fields, before, benchmark);
        const isKept = kept !== undefined;
        const rows = isKept ? sql`select * from ${verbatim(before.relation)}` : givenRows(before, before.fields);
        const own = isKept ? before : { ...before, ...asLoaded(before) };
        kept = { ...own, ...(await joinPrior(db, rows, own.fields)) };
        if (isKept) await db.ask(`drop table ${before.relation.split(' ')[0]}`);
        earlier = results;
        return earlier;
      },
      keepNumbers: (name, names, numbersOf) => keepNumbers(db, name, `select n from ${priorTable}`, names, numbersOf),
    }),
    readRows: async () => {
      if (hasJoins) joined = await readJoins(source.joins, plan, benchmark);
      earlier = undefined;
      const read = await readFacts(db, await scan.rowScan(), {
        plan,
        benchmark,
        files,
        format: reader,
        source: contents,
        isOrdered: hasJoins,
        dirAt,
      });
      kept = { ...read, place: column('winnow place'), columns: [], dirAt, notes };
    },
    tasksAt: async (places) => {
      const recordOf = recordReader(reader().format);
      const bySql = kept?.facts === undefined ? sides : undefined;
      // Rows are turned into tasks at once, because their texts take much memory. Side tables are queried only once.
      const tasks: Task[] = [];
      const found: FoundTask[] = [];
      const taskOf = assembling(contents(), benchmark, plan);
      for await (const rows of scan.rowsAt(places))
        for (const row of rows) {
          if (bySql === undefined) tasks.push(taskOf(recordOf(row)));
          else found.push(recordOf(row));
        }
      if (bySql === undefined) return tasks;
      const joinedHere = await bySql.rowsFor(found.map(({ facts }) => facts.id));
      return found.map(assembling({ ...contents(), joined: joinedHere }, benchmark, plan));
    },
    close: () => db.close(),
  };

  /** Text files and joins are slow, so their values are loaded first. */
  async function tableNow(): Promise<OpenedTable> {
    if (kept !== undefined) return kept;
    if (!isTable) throw new OddRows(`rows of ${format.title}`);
    if (loaded instanceof OddRows) throw loaded;
    const own = scan.table();
    const joins = sides?.tables ?? [];
    const found = { ...own, fields: tableFields(plan, source, own.columns, joins), dirAt, notes };
    const load = scan.load ?? (joins.length === 0 ? undefined : db.keep);
    if (load === undefined) return found;
    const relation = await load(givenRows(own, found.fields, joins));
    if (relation === undefined) return tableNow();
    kept = { ...asLoaded(found), relation: relation.duckDb, columns: [], dirAt, notes };
    return kept;
  }

  /** The side tables for SQL, or the reason why the row reader must join them. */
  async function sidesOrReason(): Promise<LoadedSides | OddRows> {
    if (side === undefined) return new OddRows('a joined table is not Parquet, CSV or JSON lines');
    try {
      return await loadSides(source.joins, side, db, plan);
    } catch (error) {
      if (error instanceof NotExpressible) return new OddRows(error.message, { cause: error });
      throw error;
    }
  }

  /** Reports a column that the plan names but no row has, before rows are read. */
  async function refuseMisspelt(): Promise<void> {
    if (isNamed && kind.kind === 'json-lines') return;
    const [keys, ...others] = isNamed ? await scan.keySets() : keySets;
    const named = [...source.columns.values()].filter((column) => !column.includes('.'));
    if (keys === undefined || others.length > 0 || named.every((column) => keys.includes(column))) return;
    const { own } = reader();
    own.see(Object.fromEntries(keys.map((key) => [key, ''])));
    refuseMissingColumns([own], files, benchmark);
  }
}

type OpenedTable = EngineTable & { readonly fields: TableFields };

/** The names of columns in rows of `givenRows`. */
function asLoaded({ place, fields }: OpenedTable): Pick<OpenedTable, 'place' | 'fields'> {
  return { fields: loadedFields(fields), ...(place && { place: column('place') }) };
}

/**
 * The one format of rows that have these keys.
 * @throws NotExpressible if there is none or several, or if it depends on the values.
 */
function formatOfRows(
  source: PathSource,
  benchmark: BenchmarkPlan,
  keySets: readonly (readonly string[])[],
): RecordFormat {
  const formats = formatsFor(source, benchmark).filter((format): format is RecordFormat => format.kind === 'record');
  const [only, ...others] = new Set(keySets.map((keys) => formats.find((format) => matchesKeys(format, keys))));
  if (only === undefined || others.length > 0) throw new NotExpressible('the rows have no known format, or several');
  if (only.rows !== undefined || only.whole === true)
    throw new NotExpressible(`rows of the format ${only.name} are read one by one`);
  return only;
}

/** Whether a format accepts rows with these keys, whatever their values. */
function matchesKeys(format: RecordFormat, keys: readonly string[]): boolean {
  const names = new Set(keys);
  let looksAtValues = false;
  const row = new Proxy<UnknownRecord>(
    {},
    {
      get: (_, key) => {
        if (names.has(String(key))) looksAtValues = true;
        return undefined;
      },
      has: (_, key) => names.has(String(key)),
      ownKeys: () => [...names],
      getOwnPropertyDescriptor: (_, key) =>
        names.has(String(key)) ? { configurable: true, enumerable: true, value: undefined } : undefined,
    },
  );
  const matches = format.matches(row);
  if (looksAtValues) throw new NotExpressible(`only its values show whether a row has the format ${format.name}`);
  return matches;
}

function formatWith({ fields }: Plan, { columns, measured }: PathSource, format: RecordFormat, hasSemicolons: boolean) {
  const own = new OwnFields({ fields, columns, measured }, textCells);
  own.hasSemicolons = hasSemicolons;
  return { own, format: withOwnFields(format, own) };
}

/** Returns a format's findings in a row, with the row's contents. */
function recordReader(format: RecordFormat): (row: FileRow) => FoundTask {
  const contentsOf = recordContents();
  return (row) => {
    const found = readRecord(row, row.path, [format]);
    if (found?.kind !== 'task' || !isRecord(row.data)) throw new NotExpressible('a row is not a task');
    return { ...found, contents: contentsOf(row.data) };
  };
}

function assembling(
  source: Omit<SourceContents, 'found'>,
  benchmark: BenchmarkPlan,
  plan: Plan,
): (found: FoundTask) => Task {
  const assembler = new TaskAssembler(source, benchmark, plan);
  return (found) => assembler.assemble(found).task;
}
