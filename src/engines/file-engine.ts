import { dirname, resolve } from 'node:path';
import { at } from '../core/lists/at.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import { isRecord } from '../core/model/record.js';
import type { PathSource } from '../core/model/source-plan.js';
import type { PoolProblem, Task } from '../core/model/task.js';
import { recordContents } from '../files/folder-contents.js';
import { rowsPerFile } from '../files/tables/parquet-rows.js';
import { textCells } from '../sources/facts/cells.js';
import { table } from '../sources/formats/table.js';
import type { RecordFormat } from '../sources/formats/task-format.js';
import { readRecord } from '../sources/found.js';
import { readJoins } from '../sources/join-tables.js';
import { OwnFields, withOwnFields } from '../sources/own-fields.js';
import { refuseMissingColumns } from '../sources/path-sources.js';
import { problemOf, type SourceContents, shownPath, TaskAssembler } from '../sources/pool-of.js';
import { scanCsv } from './csv-scan.js';
import { type Engine, type EngineTable, NotExpressible, OddRows, type Place } from './engine.js';
import { formatOfRows } from './format-of-rows.js';
import { scanJsonLines } from './json-lines-scan.js';
import { scanParquet } from './parquet-scan.js';
import { readFacts } from './read-rows.js';
import type { FileRow, Scan } from './scan.js';
import type { TableFiles } from './table-files.js';

/**
 * The tasks of a benchmark in files that DuckDB scans. SQL reads a general table; rows of all else are read by the reader of
 * rows, within the scan, and so are those of a table that SQL reads otherwise.
 * @throws NotExpressible when the files are small, or must be read row by row. @throws PoolError when a column is missing.
 */
export async function openFiles(
  found: TableFiles,
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: PathSource,
): Promise<Engine> {
  const scan = await openScan(found, plan, source);
  try {
    return await engineOn(scan, found, plan, benchmark, source);
  } catch (error) {
    scan.close();
    throw error;
  }
}

function openScan({ files, kind }: TableFiles, plan: Plan, source: PathSource): Promise<Scan> {
  if (kind.kind === 'parquet') return scanParquet(files);
  return kind.kind === 'csv' ? scanCsv(files, kind, source) : scanJsonLines(files, kind.packing, plan, source);
}

async function engineOn(
  scan: Scan,
  { files, kind }: TableFiles,
  plan: Plan,
  benchmark: BenchmarkPlan,
  source: PathSource,
): Promise<Engine> {
  // The format of lines that are called a table needs no look at all of them.
  const keySets = source.format === table.name ? [] : await scan.keySets();
  const format = keySets.length === 0 ? formatNamed(source, benchmark) : formatOfRows(source, benchmark, keySets);
  if (source.columns.size > 0) await refuseMisspelt();
  const isTable = format.name === table.name;
  const isPlain = isTable && source.joins.length === 0;
  const joined = source.joins.length === 0 ? undefined : await readJoins(source.joins, plan, benchmark);
  const { trust, derivations, where } = source;
  const contents = (): Omit<SourceContents, 'found'> => ({
    base: resolve(dirname(plan.file)),
    trust,
    derivations,
    where,
    inFolders: true,
    ...(joined === undefined ? {} : { joined: joined.again() }),
  });
  const reader = () => formatWith(plan, source, format);
  let read: EngineTable | undefined;
  const { base } = contents();
  const dirs = files.map((file) => shownPath(dirname(file), base));
  // Ids, which name rows of one file, are texts.
  const dirAt = (place: Place) => at(dirs, typeof place === 'number' ? Math.floor(place / rowsPerFile) : 0);
  const notes = scan.notes.map(
    ({ path, reason }): PoolProblem => problemOf({ kind: 'passed-over', path, reason }, contents()),
  );
  const { queries, load } = scan;
  return {
    query: queries.query,
    each: queries.each,
    get table() {
      if (read !== undefined) return read;
      if (!isPlain) throw new OddRows(isTable ? 'a table is joined' : `rows of ${format.title}`);
      return { ...scan.table, dirAt, notes };
    },
    rows: () => scan.rows(),
    ...(load === undefined ? {} : { load }),
    readRows: async () => {
      const { relation, facts } = await readFacts(scan.db, await scan.rowScan(), {
        plan,
        benchmark,
        format: reader,
        source: contents,
        isOrdered: joined !== undefined,
        dirAt,
      });
      read = {
        relation,
        place: { kind: 'column', name: 'winnow place', of: undefined },
        columns: [],
        facts,
        dirAt,
        notes,
      };
    },
    tasksAt: async (places) => tasksOf(await scan.rowsAt(places), reader().format, contents(), benchmark, plan),
    close: () => scan.close(),
  };

  /** A column that the plan names and no row has is an error that needs no look at the rows. */
  async function refuseMisspelt(): Promise<void> {
    const [keys, ...others] = keySets.length === 0 && kind.kind !== 'json-lines' ? await scan.keySets() : keySets;
    const named = [...source.columns.values()].filter((column) => !column.includes('.'));
    if (keys === undefined || others.length > 0 || named.every((column) => keys.includes(column))) return;
    const { own } = reader();
    own.see(Object.fromEntries(keys.map((key) => [key, ''])));
    refuseMissingColumns([own], files, benchmark);
  }
}

function formatNamed(source: PathSource, benchmark: BenchmarkPlan): RecordFormat {
  return formatOfRows(source, benchmark, [[source.columns.get('id') ?? 'id']]);
}

/** A format with the fields that the plan takes from its records. */
function formatWith({ fields }: Plan, { columns, measured }: PathSource, format: RecordFormat) {
  const own = new OwnFields({ fields, columns, measured }, textCells);
  return { own, format: withOwnFields(format, own) };
}

/** The tasks of rows, with everything that they hold. */
function tasksOf(
  rows: readonly FileRow[],
  format: RecordFormat,
  source: Omit<SourceContents, 'found'>,
  benchmark: BenchmarkPlan,
  plan: Plan,
): readonly Task[] {
  const assembler = new TaskAssembler(source, benchmark, plan);
  const contentsOf = recordContents();
  return rows.map((row) => {
    const found = readRecord(row, row.path, [format]);
    if (found?.kind !== 'task' || !isRecord(row.data)) throw new NotExpressible('a row is no task');
    return assembler.assemble({ ...found, contents: contentsOf(row.data) }).task;
  });
}
