import { dirname, join, resolve } from 'node:path';
import { PoolError } from '../core/model/errors.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { FoldersPlan, PathSource } from '../core/model/source-plan.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { assertAllowed, existsSync, readdirSync, statSync } from '../disk/file-access.js';
import { discover } from './discover.js';
import { table, tableWithIdColumn } from './formats/table.js';
import type { Format } from './formats/task-format.js';
import { formatsAndPool } from './formats/task-formats.js';
import { winnowPool } from './formats/winnow-pool.js';
import { type Found, isKept } from './found.js';
import { readJoins } from './join-tables.js';
import { mostInMemory } from './most-in-memory.js';
import { OwnFields } from './own-fields.js';
import type { SourceContents } from './pool-of.js';
import { sourceSettings } from './pool-table/source-settings.js';
import { readGitRanges } from './read-git-ranges.js';
import { resultsPool } from './results-pool.js';
import { noPoolTable, noRoot, notThere, refuseMissingColumns, refuseMixture, tooMany } from './source-faults.js';
import { textCells } from './text-cells.js';
import { allWithOwnFields } from './with-own-fields.js';
import { allWithStatements } from './with-statements.js';

/** How files and folders are read: see the options of `readPools`. */
interface PathOptions {
  readonly onProgress?: ((tasks: number) => void) | undefined;
  readonly cache?: string | undefined;
  readonly statements?: boolean | undefined;
}

/** Reads files and folders in whatever format they are found to have; what several benchmarks share is read once. */
export class PathSources {
  readonly #plan: Plan;
  readonly #onProgress: ((tasks: number) => void) | undefined;
  readonly #cache: string | undefined;
  readonly #keepsStatements: boolean;
  readonly #read = new Map<string, Promise<Collected>>();
  #tasks = 0;

  constructor(plan: Plan, { onProgress, cache, statements = false }: PathOptions) {
    this.#plan = plan;
    this.#onProgress = onProgress;
    this.#keepsStatements = statements;
    // What was kept of folders has no statements.
    this.#cache = statements ? undefined : cache;
  }

  /** @throws PoolError when a path is not there, or the format cannot be told. */
  async read(source: PathSource, base: string, benchmark: BenchmarkPlan): Promise<SourceContents> {
    const paths = source.paths.map((path) => resolve(base, path));
    assertAllowed(paths);
    const missing = paths.filter((path) => !existsSync(path));
    if (missing.length > 0) throw notThere(benchmark, missing);
    return this.#readAll(paths, source, resolve(base), benchmark);
  }

  /** The first of a benchmark's places that is there, below a folder of benchmarks. */
  async readFolders({ anyOf, source }: FoldersPlan, root: string, benchmark: BenchmarkPlan): Promise<SourceContents> {
    assertAllowed([root]);
    if (!isFolder(root)) throw noRoot(root);
    for (const pattern of anyOf) {
      const { paths, links } = matchingPaths(root, pattern);
      if (paths.length === 0) continue;
      const reading = await this.#readAll(paths, source, resolve(root), benchmark);
      const notFollowed = links.map(
        (path) => ({ kind: 'passed-over', path, reason: 'a link, which is not followed' }) as const,
      );
      return { ...reading, found: [...reading.found, ...notFollowed] };
    }
    throw notThere(
      benchmark,
      anyOf.map((pattern) => join(root, pattern)),
      'One of them must be there; the benchmark’s "folders" names them.',
    );
  }

  async #readAll(
    paths: readonly string[],
    source: PathSource,
    base: string,
    benchmark: BenchmarkPlan,
  ): Promise<SourceContents> {
    const collected =
      source.ranges.length > 0
        ? [{ found: await readGitRanges(paths, source.ranges), columns: undefined }]
        : await Promise.all(paths.map((path) => this.#discovered(path, source, benchmark)));
    const found = collected.flatMap((each) => each.found);
    refuseMissingColumns(
      collected
        .filter((each) => each.found.some(({ kind }) => kind !== 'passed-over') && !each.found.some(isKept))
        .flatMap(({ columns }) => columns ?? []),
      paths,
      benchmark,
    );
    refuseMixture(found, benchmark);
    const { trust, derivations, where } = source;
    const joins = found.some(isKept) ? [] : source.joins;
    const joined = joins.length === 0 ? {} : { joined: await readJoins(joins, this.#plan, benchmark) };
    return { found, base, trust, inFolders: true, derivations, where, settings: [sourceSettings(source)], ...joined };
  }

  /** A pool table instead of the plan's sources. @throws PoolError when it is not there, or is none. */
  async readPoolTable(file: string, benchmark: BenchmarkPlan): Promise<SourceContents> {
    const path = resolve(file);
    assertAllowed([path]);
    if (!existsSync(path)) throw noPoolTable(file, 'there is no such file');
    const { found } = await this.#discovered(path, asPoolTable, benchmark);
    const [other] = found.filter((each) => each.kind !== 'task');
    if (!found.some(isKept)) throw noPoolTable(file, other?.reason ?? 'it has no rows');
    const { source, folders } = benchmark;
    const settings = [source, ...(folders === undefined ? [] : [folders.source])].map(sourceSettings);
    const { trust, derivations, where } = asPoolTable;
    const base = dirname(path);
    return { found, base, trust, inFolders: false, derivations, where, settings, replacesSource: true };
  }

  #discovered(path: string, source: PathSource, benchmark: BenchmarkPlan): Promise<Collected> {
    const key = JSON.stringify([path, source.format, [...source.columns], source.measured]);
    const known = this.#read.get(key) ?? this.#collect(path, source, benchmark);
    this.#read.set(key, known);
    return known;
  }

  async #collect(path: string, source: PathSource, benchmark: BenchmarkPlan): Promise<Collected> {
    const columns = new OwnFields(
      { fields: this.#plan.fields, columns: source.columns, measured: source.measured },
      textCells,
    );
    const found = await this.#discover(path, formatsFor(source, benchmark), columns, benchmark);
    const isResults =
      source.format === undefined && !found.some(({ kind }) => kind === 'task') && (await holdsResults(path));
    return { found: isResults ? await this.#discover(path, [resultsPool], columns, benchmark) : found, columns };
  }

  async #discover(
    path: string,
    formats: readonly Format[],
    columns: OwnFields,
    benchmark: BenchmarkPlan,
  ): Promise<readonly Found[]> {
    const candidates = allWithOwnFields(this.#keepsStatements ? allWithStatements(formats) : formats, columns);
    const found: Found[] = [];
    for await (const each of discover(path, candidates, { contents: true, own: columns, cache: this.#cache })) {
      found.push(each);
      this.#tasks += 1;
      if (this.#tasks > mostInMemory) throw tooMany(path, benchmark);
      if (this.#tasks % 100 === 0) this.#onProgress?.(this.#tasks);
    }
    return found;
  }
}

/** Whether a file without tasks holds results of runs, whose tasks are then the pool. */
async function holdsResults(path: string): Promise<boolean> {
  if (isFolder(path)) return false;
  const { resultsIn } = await import('../results/results-in.js');
  return (await resultsIn(path, 0)).count !== undefined;
}

/** What was found in a place, and the columns that were looked for there. */
interface Collected {
  readonly found: readonly Found[];
  readonly columns: OwnFields | undefined;
}

function formatsFor({ format, columns }: PathSource, benchmark: BenchmarkPlan): readonly Format[] {
  // The table knows any record with an id, so it is asked last.
  const all = [...formatsAndPool, columns.has('id') ? tableWithIdColumn : table];
  if (format === undefined) return all;
  const named = [...all, resultsPool].filter(({ name }) => name === format);
  if (named.length > 0) return named;
  const names = [...all, resultsPool].map(({ name }) => name);
  throw new PoolError([
    {
      code: 'pool/unknown-format',
      message: `benchmark "${benchmark.name}": unknown format "${format}".${didYouMean(format, names)} Known: ${names.join(', ')}.`,
    },
  ]);
}

const asPoolTable: PathSource = {
  kind: 'path',
  paths: [],
  format: winnowPool.name,
  trust: new Map(),
  columns: new Map(),
  measured: [],
  joins: [],
  derivations: [],
  where: undefined,
  ranges: [],
};

/**
 * The paths below a folder that a pattern names, sorted; `*` stands for any run of characters within a name. What a pattern
 * happens to match was not named by a person, so links among it are set apart.
 */
function matchingPaths(root: string, pattern: string): { paths: readonly string[]; links: readonly string[] } {
  let paths = [resolve(root)];
  const links: string[] = [];
  for (const part of pattern.split('/')) {
    if (!part.includes('*')) {
      paths = paths.map((path) => join(path, part)).filter((path) => existsSync(path));
      continue;
    }
    const entries = paths.filter(isFolder).flatMap((path) =>
      readdirSync(path, { withFileTypes: true })
        .filter((entry) => matchesPattern(entry.name, part))
        .map((entry) => ({ path: join(path, entry.name), isLink: entry.isSymbolicLink() })),
    );
    for (const { path, isLink } of entries) if (isLink) links.push(path);
    paths = entries.filter(({ isLink }) => !isLink).map(({ path }) => path);
  }
  return { paths: paths.sort(), links: links.sort() };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Whether a name has the parts of a pattern in order; each is taken where it first fits, so time is linear. */
export function matchesPattern(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
