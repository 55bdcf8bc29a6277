import { PoolError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import type { Pools } from '../core/model/task.js';
import { RecordFiles } from './record-file.js';
import { sources } from './sources.js';

/**
 * Reads the tasks of every benchmark of a plan from where the plan says they are.
 *
 * @throws PoolError with all that could not be read, over all benchmarks.
 */
export async function readPools(plan: Plan): Promise<Pools> {
  const files = new RecordFiles();
  const read = plan.benchmarks.map((benchmark) => {
    const source = sources.find((each) => each.kind === benchmark.source.kind);
    if (source === undefined) throw new Error(`no source reads "${benchmark.source.kind}"`);
    return { benchmark, ...source.read({ plan, benchmark, files }) };
  });
  const faults = read.flatMap((each) => each.faults);
  if (faults.length > 0) throw new PoolError(faults);
  return new Map(read.map(({ benchmark, tasks }) => [benchmark.name, tasks]));
}
