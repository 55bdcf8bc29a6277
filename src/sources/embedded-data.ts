import { join } from 'node:path';
import { earlierVotes } from '../core/estimate/placement.js';
import type { Warning } from '../core/model/errors.js';
import type { PriorRewards } from '../core/model/task.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { shipped } from '../disk/file-access.js';
import { packageRoot } from '../disk/own-package.js';
import { poolError } from './pool-error.js';

/** The names of the built-in pools, each a folder `data/NAME` with a `pool.jsonl`, sorted. */
export function embeddedPools(): readonly string[] {
  const data = join(packageRoot(), 'data');
  return shipped
    .list(data)
    .filter((folder) => shipped.exists(join(data, folder, 'pool.jsonl')))
    .toSorted();
}

/** A file of a built-in pool. @throws PoolError if there is no such pool. */
export function embeddedFile(name: string, file: string): Buffer {
  const names = embeddedPools();
  if (names.includes(name)) return shipped.read(join(packageRoot(), 'data', name, file));
  const message = `there is no built-in pool "${name}".${didYouMean(name, names)} Built-in pools: ${names.join(', ')}.`;
  throw poolError('pool/not-found', message, 'To read files, write source: { path: … }.');
}

/** An earlier system with built-in results. */
interface EarlierSystem {
  readonly system: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** One character per task of the pool, in the order of its rows: 1 solved, 0 not solved, - no result. */
  readonly results: string;
}

/** The earlier systems with built-in results for a pool, by date; none if the pool has no results. */
export function embeddedSystems(name: string): readonly EarlierSystem[] {
  if (!shipped.exists(join(packageRoot(), 'data', name, 'results.jsonl'))) return [];
  return rowsOf<EarlierSystem>(name, 'results.jsonl');
}

/** The ids of a built-in pool, in the order of its rows. */
export function embeddedIds(name: string): readonly string[] {
  return rowsOf<{ readonly id: string }>(name, 'pool.jsonl').map(({ id }) => id);
}

/**
 * The built-in results of earlier systems for a pool, by system and task.
 * @throws PoolError if there is no such pool, or it has no results.
 */
export function embeddedRewards(name: string): PriorRewards {
  const ids = embeddedIds(name);
  const systems = embeddedSystems(name);
  if (systems.length === 0) {
    const message = `the built-in pool "${name}" has no earlier results.`;
    throw poolError('pool/prior', message, 'Use your own results with prior: { path: … }.');
  }
  const rewardOf: Readonly<Record<string, readonly number[]>> = { 0: [0], 1: [1] };
  return new Map(
    systems.map(({ system, results }) => {
      const rewards = new Map<string, readonly number[]>();
      ids.forEach((id, i) => {
        const reward = rewardOf[results[i] ?? ''];
        if (reward !== undefined) rewards.set(id, reward);
      });
      return [system, rewards];
    }),
  );
}

function rowsOf<Row>(name: string, file: string): readonly Row[] {
  const lines = embeddedFile(name, file).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

/** The export settings of a built-in pool, by runner; the first is the one to suggest. */
export type EmbeddedRunners = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The export settings of a built-in pool; empty if unknown. */
export function embeddedRunners(name: string): EmbeddedRunners {
  return optionalJson<EmbeddedRunners>(name, 'runners.json') ?? {};
}

/** Caveats about the earlier results of a built-in pool, for estimates that rank a system among them. */
export function earlierNotes(name: string): readonly Warning[] {
  const { earlier, votes } =
    optionalJson<{ readonly earlier?: string; readonly votes?: true }>(name, 'notes.json') ?? {};
  const code = votes ? earlierVotes : 'earlier-results';
  return earlier === undefined ? [] : [{ code, message: `${name}: ${earlier}` }];
}

/** An optional document of a built-in pool; undefined without one. */
export function optionalJson<Data>(name: string, file: string): Data | undefined {
  const path = join(packageRoot(), 'data', name, file);
  return shipped.exists(path) ? (JSON.parse(shipped.read(path).toString('utf8')) as Data) : undefined;
}

/** The names of the built-in pools among the sources of a manifest. */
export function embeddedIn(sources: readonly string[]): readonly string[] {
  const mark = 'embedded:';
  return sources.flatMap((source) => (source.startsWith(mark) ? [source.slice(mark.length)] : []));
}
