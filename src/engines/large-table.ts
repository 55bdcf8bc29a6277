import { dirname, resolve } from 'node:path';
import type { Plan } from '../core/model/plan.js';
import type { SourcePlan } from '../core/model/source-plan.js';
import { statSync } from '../disk/file-access.js';

/** A smaller file holds no large pool. */
const fewestBytes = 100_000;

/** Whether a database may count tasks of a plan: a benchmark is a table of a cluster, or one large file. */
export function mayBeCounted({ benchmarks, file }: Plan): boolean {
  return benchmarks.some(({ source }) => source.kind === 'trino' || largeFile(source, dirname(file)) !== undefined);
}

/** The one file of a source, where it is large and its rows are taken as they are. */
export function largeFile(
  source: SourcePlan,
  folder: string,
): { readonly path: string; readonly bytes: number } | undefined {
  if (source.kind !== 'path') return undefined;
  const [given, ...more] = source.paths;
  if (given === undefined || more.length + source.joins.length + source.derivations.length + source.ranges.length > 0)
    return undefined;
  const path = resolve(folder, given);
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isFile() === true && status.size >= fewestBytes ? { path, bytes: status.size } : undefined;
}
