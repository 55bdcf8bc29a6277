import { estimateResults } from '../../src/core/estimate/estimate-results.js';
import { at } from '../../src/core/lists/lists.js';
import { type Manifest, makeManifest } from '../../src/core/manifest/manifest.js';
import type { Outcome, RunResults } from '../../src/core/model/outcome.js';
import type { Pool, Task } from '../../src/core/model/task.js';
import { runsOn } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { type MatrixOptions, type ResponseMatrix, responseMatrix } from './response-matrix.js';
import { planTextOf, withSeed } from './sample-plan.js';

/** A benchmark with results of earlier systems, and of those that are to be estimated. */
export interface LearnedPool {
  readonly name: string;
  readonly matrix: ResponseMatrix;
  readonly pool: Pool;
  readonly ids: readonly string[];
}

/** A generated benchmark; of so many of its tasks no earlier system has a result. */
export function learnedPool(name: string, options: MatrixOptions, unknown = 0): LearnedPool {
  const matrix = responseMatrix(options);
  const tasks = matrix.labels.map(
    (label, i): Task => ({
      benchmark: name,
      id: `${name}-${String(i).padStart(3, '0')}`,
      fields: { repo: `repo-${label}`, files_changed: 1 + (i % 9) },
    }),
  );
  const ids = tasks.map(({ id }) => id);
  const isUnknown = (i: number) => unknown > 0 && i % Math.floor(ids.length / unknown) === 0;
  const priorRewards = new Map(
    matrix.earlier.map((row, j) => [
      `earlier-${String(j).padStart(2, '0')}`,
      new Map(row.map((y, i) => [at(ids, i), isUnknown(i) ? [] : [y]])),
    ]),
  );
  const pool: Pool = { tasks, problems: [], priorSystems: [...priorRewards.keys()], priorRewards };
  return { name, matrix, pool, ids };
}

/** Draws by seed: from a plan to its manifest. The forecast, which no estimate reads, is worked out once. */
export function manifestsOf(
  pools: readonly LearnedPool[],
  select: Readonly<Record<string, unknown>>,
  total?: object,
  looks?: number,
): (seed: string) => Manifest {
  const prior = { path: 'earlier.csv' };
  const text = planTextOf({
    seed: 1,
    ...(total === undefined ? {} : { total }),
    ...(looks === undefined ? {} : { looks }),
    benchmarks: Object.fromEntries(pools.map(({ name }) => [name, { prior, select }])),
  });
  const plan = readPlan(text);
  const run = runsOn(new Map(pools.map(({ name, pool }) => [name, pool])));
  return (seed) => {
    const selection = run(withSeed(plan, seed));
    return makeManifest(selection, 'test');
  };
}

interface LaterOptions {
  readonly baseline?: string;
  /** The rewards of the runs of a task, from the result that the pool has for it. Default: that one alone. */
  readonly runsOf?: (result: number) => readonly number[];
}

/** The results of the later systems on the selected tasks. */
export function laterOutcomes(
  manifest: Manifest,
  pools: readonly LearnedPool[],
  runsOf: LaterOptions['runsOf'] = (result) => [result],
): RunResults {
  const rowOf = new Map(pools.flatMap(({ ids, matrix }) => ids.map((id, i) => [id, { i, rows: matrix.later }])));
  const outcomes = manifest.tasks.flatMap(({ task_id: taskId, benchmark }) => {
    const { i, rows } = rowOf.get(taskId) ?? { i: 0, rows: [] };
    return rows.flatMap((row, s) =>
      runsOf(at(row, i)).map((reward, run): Outcome => {
        const status = reward === 1 ? 'passed' : 'failed';
        return { taskId, benchmark, configuration: laterName(s), run: '', attempt: run + 1, place: {}, status, reward };
      }),
    );
  });
  return { outcomes, files: [], faults: [], warnings: [] };
}

/** What the results of the later systems on the selected tasks say. */
export function laterEstimate(
  manifest: Manifest,
  pools: readonly LearnedPool[],
  { baseline, runsOf }: LaterOptions = {},
) {
  const results = laterOutcomes(manifest, pools, runsOf);
  return estimateResults(manifest, results, { by: [], ...(baseline === undefined ? {} : { baseline }) });
}

/** The configuration of the later system with that index; names are in the order of indexes. */
export function laterName(index: number): string {
  return `later-${String(index).padStart(2, '0')}`;
}
