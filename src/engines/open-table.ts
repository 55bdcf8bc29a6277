import { dirname, resolve } from 'node:path';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { PathSource } from '../core/model/source-plan.js';
import { lstatSync, realpathSync } from '../disk/file-access.js';
import { tableKind } from '../files/tables/content-kind.js';
import type { TableRow } from '../files/tables/table-row.js';
import { table } from '../sources/formats/table.js';
import { openCsv } from './csv-engine.js';
import type { Engine } from './engine.js';
import { openJsonLines } from './json-lines-engine.js';
import { largeFile } from './large-table.js';
import { openParquet } from './parquet-engine.js';
import { isGeneralTable, tasksOfRows } from './table-rows.js';

/** Fewer lines than a large pool has are quickly read. */
const fewestTextBytes = 20_000_000;

/**
 * The large file that a benchmark lies in, as a table; undefined where it lies in none that a database reads.
 *
 * @throws NotExpressible when the file is small, or must be read row by row.
 */
export async function openTable(plan: Plan, benchmark: BenchmarkPlan, source: PathSource): Promise<Engine | undefined> {
  const base = resolve(dirname(plan.file));
  const large = largeFile(source, base);
  if (large === undefined) return undefined;
  const { path, bytes } = large;
  const file = lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  const kind = tableKind(file);
  const from = { path: file, base, inFolders: true };
  const asTasks = async (rows: readonly TableRow[], notes: readonly string[] = []) =>
    tasksOfRows(rows, plan, benchmark, source, from, notes);
  if (kind?.kind === 'json-lines' || kind?.kind === 'csv') {
    // Which format lines have, only all of them tell; so the plan must say that they are a table.
    if (kind.packing !== undefined || source.format !== table.name || bytes < fewestTextBytes) return undefined;
    return kind.kind === 'csv' ? openCsv(file, kind, source, asTasks) : openJsonLines(file, plan, source, asTasks);
  }
  if (kind?.kind !== 'parquet') return undefined;
  const engine = await openParquet(file, asTasks);
  if (isGeneralTable(source, engine.table.columns)) return engine;
  engine.close();
  return undefined;
}
