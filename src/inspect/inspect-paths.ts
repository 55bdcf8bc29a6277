import { PoolError } from '../core/model/errors.js';
import { statSync } from '../disk/file-access.js';
import { IdColumn } from './id-column.js';
import { inspectPath } from './inspect-path.js';
import type { Inspection, PathInspection } from './inspection.js';
import { knownFormats } from './known-formats.js';
import { nothingFound, refuseMissing } from './path-faults.js';
import { type Progress, ProgressTeller } from './progress.js';

/** How the paths are gone through. */
export interface InspectOptions {
  /** The column that holds the ids of a table; letter case may differ where one column is meant. Default: `id`, `task_id` or `instance_id`. */
  readonly idColumn?: string | undefined;
  /** Told now and then how far the reading has come. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Counts what is in files and folders, whatever their formats. Nothing that is found is kept, so that a million rows take
 * no more memory than their ids' hashes.
 *
 * @throws PoolError when a path is not there, holds results of runs, or no task is found at all.
 *
 * @example
 * const { tasks, places } = await inspectPaths(['benchmarks/']);
 */
export async function inspectPaths(paths: readonly string[], options: InspectOptions = {}): Promise<Inspection> {
  const idColumn = options.idColumn === undefined ? undefined : new IdColumn(options.idColumn);
  refuseMissing(paths);
  const teller = new ProgressTeller(paths.length, options.onProgress);
  const places: PathInspection[] = [];
  for (const path of paths) {
    teller.enter(path);
    places.push(await inspectPath(path, teller.found, idColumn));
  }
  const doubtful = places.filter(mayHoldResults);
  if (doubtful.length > 0) {
    // Loaded when needed: most places hold tasks.
    const { resultsFound } = await import('./results-found.js');
    const found = (await Promise.all(doubtful.map(resultsFound))).filter((fault) => fault !== undefined);
    if (found.length > 0) throw new PoolError(found);
  }
  const tasks = places.reduce((sum, place) => sum + place.tasks, 0);
  if (tasks === 0) throw nothingFound(places, knownFormats(), idColumn?.note());
  const note = idColumn?.note();
  return { tasks, places, ...(note === undefined ? {} : { note }) };
}

/** Folders with more tasks than these hold no misread results, and would take long to read once more. */
const mostMisread = 5000;

function mayHoldResults({ path, tasks, formats }: PathInspection): boolean {
  const isShort = tasks <= mostMisread || !statSync(path).isDirectory();
  return isShort && formats.every(({ format }) => format === 'table');
}
