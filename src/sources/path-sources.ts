import { dirname, join, resolve } from 'node:path';
import { groupBy } from '../core/lists/lists.js';
import { PoolError } from '../core/model/errors.js';
import type { BenchmarkPlan, FoldersPlan, PathSource, Plan } from '../core/model/plan.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { countOf, formatCount } from '../core/text/words.js';
import { assertAllowed, existsSync } from '../disk/file-access.js';
import { isFolder } from '../disk/open-regular.js';
import { discover } from './discover.js';
import { expandedPaths, matchingPaths } from './expand-paths.js';
import { table, tableWithIdColumn } from './formats/table.js';
import type { Format } from './formats/task-format.js';
import { formatsAndPool } from './formats/task-formats.js';
import { winnowPool } from './formats/winnow-pool.js';
import { type Found, type FoundTask, isKept, passedOver } from './found.js';
import { columnsText, readJoins } from './join-tables.js';
import { allWithOwnFields, OwnFields } from './own-fields.js';
import { poolError } from './pool-error.js';
import { mostInMemory, type SourceContents } from './pool-of.js';
import { sourceSettings } from './pool-table/pool-row.js';
import { readGitRanges } from './read-git-ranges.js';
import { resultsPool } from './results-pool.js';
import { allWithTexts } from './with-texts.js';

/** How files and folders are read: see the options of `readPools`. */
interface PathOptions {
  readonly onProgress?: ((tasks: number) => void) | undefined;
  readonly cache?: string | undefined;
  readonly statements?: boolean | undefined;
  readonly audit?: boolean | undefined;
}

/** Reads files and folders in any known format. A source shared by several benchmarks is read once. */
export class PathSources {
  readonly #plan: Plan;
  readonly #onProgress: ((tasks: number) => void) | undefined;
  readonly #cache: string | undefined;
  readonly #keepsTexts: boolean;
  readonly #audits: boolean;
  readonly #read = new Map<string, Promise<Collected>>();
  #tasks = 0;

  constructor(plan: Plan, { onProgress, cache, statements = false, audit = false }: PathOptions) {
    this.#plan = plan;
    this.#onProgress = onProgress;
    this.#keepsTexts = statements || audit;
    this.#audits = audit;
    // The cache has neither texts nor findings.
    this.#cache = this.#keepsTexts ? undefined : cache;
  }

  /** @throws PoolError if a path does not exist or its format is unknown. */
  async read(source: PathSource, base: string, benchmark: BenchmarkPlan): Promise<SourceContents> {
    const named = source.paths.map((path) => ({ path: resolve(base, path), ...expandedPaths(base, path) }));
    const paths = named.flatMap((each) => each.paths);
    assertAllowed(paths);
    const missing = named.flatMap((each) =>
      each.paths.length === 0 ? [each.path] : each.paths.filter((path) => !existsSync(path)),
    );
    if (missing.length > 0) throw notThere(benchmark, missing);
    const roots = new Map(named.flatMap((each) => each.paths.map((path) => [path, each.root])));
    const reading = await this.#readAll(roots, source, resolve(base), benchmark);
    return withLinks(
      reading,
      named.flatMap(({ links }) => links),
    );
  }

  /** Reads the first of a benchmark's paths that exists below a benchmarks folder. */
  async readFolders({ anyOf, source }: FoldersPlan, root: string, benchmark: BenchmarkPlan): Promise<SourceContents> {
    assertAllowed([root]);
    if (!isFolder(root)) throw noRoot(root);
    for (const pattern of anyOf) {
      const { paths, links } = matchingPaths(root, pattern);
      if (paths.length === 0) continue;
      const roots = new Map(paths.map((path) => [path, resolve(root)]));
      return withLinks(await this.#readAll(roots, source, resolve(root), benchmark), links);
    }
    throw notThere(
      benchmark,
      anyOf.map((pattern) => join(root, pattern)),
      'One of them must exist. They are listed under "folders" of the benchmark.',
    );
  }

  /** @param roots By path, the folder below which folder names such as `language=go` give columns. */
  async #readAll(
    roots: ReadonlyMap<string, string>,
    source: PathSource,
    base: string,
    benchmark: BenchmarkPlan,
  ): Promise<SourceContents> {
    const paths = [...roots.keys()];
    const collected =
      source.ranges.length > 0
        ? [{ found: await readGitRanges(paths, source.ranges), columns: undefined }]
        : await Promise.all([...roots].map(([path, root]) => this.#discovered(path, source, benchmark, root)));
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

  /** Reads a pool table instead of the plan's sources. @throws PoolError if it is missing or invalid. */
  async readPoolTable(file: string, benchmark: BenchmarkPlan): Promise<SourceContents> {
    const path = resolve(file);
    assertAllowed([path]);
    if (!existsSync(path)) throw noPoolTable(file, 'there is no such file');
    const { found } = await this.#discovered(path, asPoolTable, benchmark);
    const [other] = found.filter((each) => each.kind !== 'task');
    if (!found.some(isKept)) throw noPoolTable(file, other?.reason ?? 'the file has no rows');
    const { source, folders } = benchmark;
    const settings = [source, ...(folders === undefined ? [] : [folders.source])].map(sourceSettings);
    const { trust, derivations, where } = asPoolTable;
    const base = dirname(path);
    return { found, base, trust, inFolders: false, derivations, where, settings, replacesSource: true };
  }

  #discovered(path: string, source: PathSource, benchmark: BenchmarkPlan, root = path): Promise<Collected> {
    const key = JSON.stringify([path, root, source.format, [...source.columns], source.measured]);
    const known = this.#read.get(key) ?? this.#collect(path, source, benchmark, root);
    this.#read.set(key, known);
    return known;
  }

  async #collect(path: string, source: PathSource, benchmark: BenchmarkPlan, root: string): Promise<Collected> {
    const columns = new OwnFields({ ...source, fields: this.#plan.fields });
    const found = await this.#discover(path, formatsFor(source, benchmark), columns, benchmark, root);
    const isResults =
      source.format === undefined && !found.some(({ kind }) => kind === 'task') && (await holdsResults(path));
    return { found: isResults ? await this.#discover(path, [resultsPool], columns, benchmark, root) : found, columns };
  }

  async #discover(
    path: string,
    formats: readonly Format[],
    columns: OwnFields,
    benchmark: BenchmarkPlan,
    root: string,
  ): Promise<readonly Found[]> {
    const kept = this.#keepsTexts ? allWithTexts(formats, this.#audits) : formats;
    const candidates = allWithOwnFields(kept, columns);
    const found: Found[] = [];
    for await (const each of discover(path, candidates, { contents: true, own: columns, cache: this.#cache, root })) {
      found.push(each);
      this.#tasks += 1;
      if (this.#tasks > mostInMemory) throw tooManyTasks(path, benchmark);
      if (this.#tasks % 100 === 0) this.#onProgress?.(this.#tasks);
    }
    return found;
  }
}

/** Adds the links that matched a pattern as notes. */
function withLinks(reading: SourceContents, links: readonly string[]): SourceContents {
  const notFollowed = links.map((path) => passedOver(path, 'a link; Winnow does not follow links'));
  return links.length === 0 ? reading : { ...reading, found: [...reading.found, ...notFollowed] };
}

/** Whether a file without tasks contains results of runs. If so, the pool is the tasks in the results. */
async function holdsResults(path: string): Promise<boolean> {
  if (isFolder(path)) return false;
  const { resultsIn } = await import('../results/results-in.js');
  return (await resultsIn(path, 0)).count !== undefined;
}

/** The findings at a path, and the plan's columns looked for there. */
interface Collected {
  readonly found: readonly Found[];
  readonly columns: OwnFields | undefined;
}

export function formatsFor({ format, columns }: PathSource, benchmark: BenchmarkPlan): readonly Format[] {
  // A table accepts any record with an id, so it is tried last.
  const all = [...formatsAndPool, columns.has('id') ? tableWithIdColumn : table];
  if (format === undefined) return all;
  const named = [...all, resultsPool].filter(({ name }) => name === format);
  if (named.length > 0) return named;
  const names = [...all, resultsPool].map(({ name }) => name);
  const message = `benchmark "${benchmark.name}": unknown format "${format}".${didYouMean(format, names)} Known: ${names.join(', ')}.`;
  throw poolError('pool/unknown-format', message);
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

/** The error for too many tasks to read into memory. */
export function tooManyTasks(file: string, { name }: BenchmarkPlan): PoolError {
  const message = `benchmark "${name}": with this file, the plan has more than ${formatCount(mostInMemory)} tasks, the most that Winnow reads into memory.`;
  const hint =
    'The limit does not apply to a single large table in "select", "check", "explain", "estimate" and "export", which use a database, or in "assess", which reads only columns. Otherwise, write the rows you need to a separate file.';
  return poolError('pool/too-large', message, hint, { file });
}

/** Refuses columns that the plan names and no record has: they are misspelt, not merely empty. */
export function refuseMissingColumns(
  read: readonly OwnFields[],
  paths: readonly string[],
  { name }: BenchmarkPlan,
): void {
  const [first, ...others] = read.map((columns) => columns.missing());
  if (first === undefined) return;
  const missing = first.missing.filter((column) => others.every((each) => each.missing.includes(column)));
  const known = [...new Set([first, ...others].flatMap((each) => each.known))];
  // Unreadable files have no known columns, and are reported elsewhere.
  if (known.length === 0) return;
  const [file = ''] = paths;
  const note = read.flatMap(({ encodingNote }) => encodingNote ?? []).at(0);
  const faults = missing.map((column) => ({
    code: 'pool/no-column',
    message: `benchmark "${name}": there is no column "${column}".${didYouMean(column, known)}${caseWords(column, known)} ${columnsText(known)}`,
    place: { file },
    ...(note === undefined ? {} : { hint: `${note}.` }),
  }));
  if (faults.length > 0) throw new PoolError(faults);
}

/** Says that letter case matters if a column differs only in case. */
function caseWords(column: string, known: readonly string[]): string {
  return known.some((name) => name.toLowerCase() === column.toLowerCase()) ? ' Letter case matters.' : '';
}

/** Refuses a source with several formats, which is probably a mistake. */
export function refuseMixture(found: readonly Found[], benchmark: BenchmarkPlan): void {
  const byFormat = groupBy(
    found.filter((each): each is FoundTask => each.kind === 'task'),
    ({ format }) => format.name,
  );
  if (byFormat.size < 2) return;
  const counts = [...byFormat].map(([name, tasks]) => `${name} (${countOf(tasks.length, 'task')})`).join(', ');
  const message = `benchmark "${benchmark.name}": the source contains several formats: ${counts}.`;
  throw poolError('pool/several-formats', message, 'Choose one with format: NAME.');
}

/** The error for an unusable pool table. */
export function noPoolTable(file: string, reason: string): PoolError {
  const message = `cannot be read as a pool table: ${reason}.`;
  const hint = 'Check --pool, which takes a table written by "winnow pool".';
  return poolError('pool/no-table', message, hint, { file });
}

const atThePlan = 'Check the path; relative paths start at the folder of the plan.';

/** The error for a missing benchmarks folder. */
export function noRoot(root: string): PoolError {
  const message = `the benchmarks folder "${root}" does not exist or is not a folder.`;
  return poolError('pool/not-found', message, 'Check --benchmarks.');
}

/** The error for missing files or folders of a benchmark. */
export function notThere({ name }: BenchmarkPlan, paths: readonly string[], hint = atThePlan): PoolError {
  return poolError('pool/not-found', `benchmark "${name}": no such file or folder: ${paths.join(', ')}.`, hint);
}
