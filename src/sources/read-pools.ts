import { dirname } from 'node:path';
import { groupBy } from '../core/lists/lists.js';
import { type Fault, PoolError } from '../core/model/errors.js';
import type { BenchmarkPlan, Plan, SourcePlan } from '../core/model/plan.js';
import { isRecord } from '../core/model/record.js';
import type { Pool, Pools } from '../core/model/task.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { withPriorUplifts } from '../core/uplift/prior-uplifts.js';
import { readJsonLines } from '../files/tables/read-json-lines.js';
import type { TableRow } from '../files/tables/read-table.js';
import { embeddedFile } from './embedded-data.js';
import { table } from './formats/table.js';
import { readRecord } from './found.js';
import { OwnFields, withOwnFields } from './own-fields.js';
import { poolError } from './pool-error.js';
import { poolOf, type SourceContents } from './pool-of.js';

/** How to read the pools. */
export interface ReadOptions {
  /** A benchmarks folder to read instead of the plan's sources; see `folders` of each benchmark. */
  readonly benchmarks?: string | undefined;
  /** A table written by `winnow pool` to read instead of the plan's sources. */
  readonly pool?: string | undefined;
  /** A folder to cache parsed task folders in between runs; results are the same with and without it. */
  readonly cache?: string | undefined;
  /** Whether to keep each task's text, up to 4,000 characters; disables the cache. Default false. */
  readonly statements?: boolean | undefined;
  /** Whether to audit each task's files and keep 20,000 characters of its text; disables the cache. Default false. */
  readonly audit?: boolean | undefined;
  /** Pools that the caller has already read, without earlier results. */
  readonly given?: Pools | undefined;
  /** Called now and then with the number of tasks read. */
  readonly onProgress?: ((tasks: number) => void) | undefined;
}

/**
 * Reads the tasks of every benchmark from its source. Problems are part of each pool.
 * @throws PoolError with every missing source.
 */
export async function readPools(plan: Plan, options: ReadOptions = {}): Promise<Pools> {
  const faults: Fault[] = [];
  const pools = new Map<string, Pool>();
  const read = await readerFor(plan, options);
  for (const benchmark of plan.benchmarks) {
    try {
      const pool = options.given?.get(benchmark.name) ?? (await read(benchmark));
      pools.set(benchmark.name, benchmark.prior === undefined ? pool : await withPrior(pool, benchmark, plan));
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      for (const fault of error.faults) faults.push(fault);
    }
  }
  if (faults.length > 0) throw new PoolError(faults);
  return plan.benchmarks.some(({ prior }) => prior?.uplift !== undefined) ? withPriorUplifts(plan, pools) : pools;
}

/** The pool with the earlier results of each task. Loaded on demand. */
async function withPrior(pool: Pool, benchmark: BenchmarkPlan, plan: Plan): Promise<Pool> {
  const { addPriorResults } = await import('./add-prior-results.js');
  return addPriorResults(pool, benchmark, dirname(plan.file));
}

/** A function that reads one benchmark. A file or folder shared by several benchmarks is read once. */
async function readerFor(plan: Plan, options: ReadOptions): Promise<(benchmark: BenchmarkPlan) => Promise<Pool>> {
  const { pool, benchmarks: root } = options;
  if (pool !== undefined && root !== undefined)
    throw poolError('usage', '--pool and --benchmarks both set the location of the tasks.', 'Use only one of them.');
  const needsPaths =
    pool !== undefined || root !== undefined || plan.benchmarks.some(({ source }) => source.kind === 'path');
  const embedded = new EmbeddedPools(plan);
  // Loaded on demand: the built-in plan reads no folders.
  const paths = needsPaths ? new (await import('./path-sources.js')).PathSources(plan, options) : undefined;
  const read = async (benchmark: BenchmarkPlan): Promise<SourceContents> => {
    const { source, folders } = benchmark;
    if (paths !== undefined && pool !== undefined) return paths.readPoolTable(pool, benchmark);
    if (paths !== undefined && root !== undefined) {
      if (folders === undefined) {
        const message = `benchmark "${benchmark.name}" has no path within a benchmarks folder.`;
        const hint = 'Add folders: { any_of: [PATH] } to it, or run without --benchmarks.';
        throw poolError('pool/no-folders', message, hint);
      }
      return paths.readFolders(folders, root, benchmark);
    }
    if (source.kind === 'embedded') return embedded.read(source, benchmark.name);
    if (source.kind === 'trino') throw onlySelect(benchmark);
    if (paths === undefined) throw new Error('no reader for paths');
    return paths.read(source, dirname(plan.file), benchmark);
  };
  const [first] = plan.benchmarks;
  // Read once, so that an invalid table is one error, not one per benchmark.
  if (pool !== undefined && first !== undefined) await read(first);
  return async (benchmark) => poolOf(await read(benchmark), benchmark, plan);
}

/** A table on a cluster is not read into memory. */
function onlySelect({ name }: BenchmarkPlan): PoolError {
  const message = `benchmark "${name}" is a table on a cluster, but this command needs all rows and columns.`;
  const hint =
    '"select", "check", "explain", "assess", "estimate", "export", "status", "diff" and "report" can use a cluster. For anything else, write the table to a Parquet file and use that as the path.';
  return poolError('pool/cluster', message, hint);
}

/** The built-in pools, `data/NAME/pool.jsonl`. Each is a table and is read once. */
class EmbeddedPools {
  readonly #plan: Plan;
  readonly #rows = new Map<string, ReadonlyMap<string, readonly TableRow[]>>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** The tasks of one benchmark. @throws PoolError if there is no such built-in pool, or it lacks the benchmark. */
  read({ name, measured, where }: Extract<SourcePlan, { kind: 'embedded' }>, benchmark: string): SourceContents {
    const columns = new OwnFields({ fields: this.#plan.fields, columns: new Map(), measured });
    const format = withOwnFields(table, columns);
    const rows = this.#rowsOf(name);
    const own = rows.get(benchmark);
    if (own === undefined) throw notThere(benchmark, name, [...rows.keys()]);
    const found = own.flatMap((row) => readRecord(row, `embedded ${name}`, [format]) ?? []);
    return { found, base: '', trust: new Map(), inFolders: false, derivations: [], where };
  }

  /** The rows of a pool by benchmark; rows that name none belong to the benchmark with the pool's name. */
  #rowsOf(name: string): ReadonlyMap<string, readonly TableRow[]> {
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const rows = groupBy(readJsonLines([embeddedFile(name, 'pool.jsonl')]), ({ data: row }) =>
      String((isRecord(row) ? row['benchmark'] : undefined) ?? name),
    );
    this.#rows.set(name, rows);
    return rows;
  }
}

function notThere(benchmark: string, pool: string, known: readonly string[]): PoolError {
  const message = `the pool "${pool}" has no benchmark "${benchmark}".${didYouMean(benchmark, known)} Its benchmarks: ${known.join(', ')}.`;
  return poolError('pool/empty', message, 'The key of a benchmark in the plan must match its name in the pool.');
}
