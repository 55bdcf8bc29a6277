import { type TaskRuns, valuedTasks } from '../estimate/estimate-mean.js';
import { estimateResults } from '../estimate/estimate-results.js';
import { sampleOf, selectedTasks } from '../estimate/sample.js';
import { sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import type { RunResults } from '../model/outcome.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import { filterOutcomes, type Reading } from '../outcomes/task-result.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { normalQuantile } from '../statistics/distributions.js';
import { signFlipTest } from '../statistics/sign-flip-test.js';

/** The evidence at a look, before it is compared with a boundary. */
export interface Evidence {
  /** The difference of the two systems or the level of one, as a share. */
  readonly estimate: number;
  /** The normal deviate of the p-value; above 0 if the estimate is above the limit. */
  readonly z: number;
  readonly isExact: boolean;
  /** Of a difference: the tasks on which the system does better, and worse. */
  readonly tasks?: { readonly better: number; readonly worse: number };
}

/** Whether the tasks of every look are a random part of the pool: then a verdict is about the pool. */
export function areLooksRandom({ metadata, benchmarks }: Manifest): boolean {
  return metadata.kind === 'representative' && benchmarks.every(({ draw }) => draw !== null);
}

/** The part of a selection that a look has, as if only its tasks had been drawn. */
export function partOf(manifest: Manifest, keys: ReadonlySet<string>): Manifest {
  const isIn = ({ benchmark, task_id: id }: Manifest['tasks'][number]) => keys.has(taskKey({ benchmark, id }));
  const counts = new Map<string, { all: number; own: number }>();
  for (const task of manifest.tasks) {
    const stratum = task.design?.stratum ?? '';
    const count = counts.get(stratum) ?? { all: 0, own: 0 };
    counts.set(stratum, { all: count.all + 1, own: count.own + (isIn(task) ? 1 : 0) });
  }
  const tasks = manifest.tasks.filter(isIn).map((task) => {
    const { design } = task;
    if (design === null) return task;
    const { all, own } = counts.get(design.stratum) ?? { all: 1, own: 1 };
    // Chances are equal within a stratum, or the draw would not nest.
    const probability = (design.inclusion_probability * own) / all;
    return {
      ...task,
      design: { ...design, inclusion_probability: probability, design_weight: 1 / probability, stratum_sampled: own },
    };
  });
  const isWhole = tasks.length === manifest.tasks.length;
  const kind = isWhole || areLooksRandom(manifest) ? manifest.metadata.kind : 'focus';
  return { ...manifest, metadata: { ...manifest.metadata, kind, total_selected: tasks.length }, tasks };
}

/** The evidence for a difference of two systems by the weighted sign-flip test; rewards are by task key. */
export function differenceEvidence(manifest: Manifest, rewards: ReadonlyMap<string, readonly number[]>): Evidence {
  const isSample = manifest.metadata.kind === 'representative';
  const sampled = new Set(isSample ? manifest.benchmarks.map(({ name }) => name) : []);
  const drawn = selectedTasks(manifest, sampleOf(manifest, sampled)).filter((task) => rewards.has(taskKey(task)));
  const runs = drawn.map((task): TaskRuns => {
    return { task, sides: (rewards.get(taskKey(task)) ?? []).map((reward) => [reward]) };
  });
  const units = valuedTasks(drawn, runs).map(({ value, weight }) => ({ value, weight: isSample ? weight : 1 }));
  const flipped = units.map(({ value, weight }) => ({ difference: value, weight }));
  const { z, exact } = signFlipTest(flipped, randomStreamFor('looks', 'sign flips'));
  return {
    estimate: sumOf(units, ({ value, weight }) => weight * value) / sumOf(units, ({ weight }) => weight),
    z,
    isExact: exact,
    tasks: {
      better: units.filter(({ value }) => value > 0).length,
      worse: units.filter(({ value }) => value < 0).length,
    },
  };
}

/** One-sided p-values that an interval can be turned into. */
const [largestP, smallestP] = [0.2499, 1e-12];

/**
 * The evidence that a difference is above or below a margin, from the interval whose end is at the margin. Flips of signs
 * can't test a margin: tasks on which both systems do alike are all on one side of it.
 */
export function marginEvidence(
  manifest: Manifest,
  results: RunResults,
  { system, baseline }: { readonly system: string; readonly baseline: string },
  limit: number,
  reading: Reading,
): Pick<Evidence, 'z' | 'isExact'> {
  const outcomes = filterOutcomes(results.outcomes, ({ configuration }) => [system, baseline].includes(configuration));
  return intervalEvidence(limit, (level) => {
    const { differences } = estimateResults(manifest, { ...results, outcomes }, { level, by: [], baseline });
    const [pair] = differences;
    const figure = readingOf(pair?.readings ?? [], reading);
    return pair?.first === baseline ? figure : { mean: -figure.mean, low: -figure.high, high: -figure.low };
  });
}

/** The figure for the pool of a sample, with missing results left out or counted as failed. */
function readingOf<Figure>(
  found: readonly { readonly missingCountsAs: Reading; readonly pool: Figure | undefined }[],
  reading: Reading,
): Figure {
  const figure = (found.find(({ missingCountsAs }) => missingCountsAs === reading) ?? found[0])?.pool;
  if (figure === undefined) throw new Error('a sample has no figure for its pool');
  return figure;
}

/** The evidence that a system's level is above or below a limit, from the interval whose end is at the limit. */
export function levelEvidence(
  manifest: Manifest,
  results: RunResults,
  system: string,
  limit: number,
  reading: Reading,
): Evidence {
  const outcomes = filterOutcomes(results.outcomes, ({ configuration }) => configuration === system);
  const own = { ...results, outcomes };
  return intervalEvidence(limit, (level) => {
    const { configurations } = estimateResults(manifest, own, { level, by: [] });
    return readingOf(
      configurations.flatMap(({ readings }) => readings),
      reading,
    );
  });
}

/** The evidence of the interval of which one end is at the limit; `intervalAt` gives it at a level of confidence. */
function intervalEvidence(
  limit: number,
  intervalAt: (level: number) => { readonly mean: number; readonly low: number; readonly high: number },
): Evidence {
  const figureAt = (p: number) => intervalAt(1 - 2 * p);
  const { mean: estimate, low, high } = figureAt(largestP);
  const sign = estimate > limit ? 1 : -1;
  // How far an end of the interval is from the limit, on the side of the estimate.
  const gap = (p: number) => {
    const figure = figureAt(p);
    return sign === 1 ? figure.low - limit : limit - figure.high;
  };
  const near = sign === 1 ? low : high;
  if (estimate === limit) return { estimate, z: 0, isExact: true };
  if (gap(largestP) <= 0) {
    const share = (estimate - limit) / (estimate - near);
    return { estimate, z: -normalQuantile(largestP) * share * sign, isExact: true };
  }
  if (gap(smallestP) > 0) return { estimate, z: -normalQuantile(smallestP) * sign, isExact: true };
  // By halving the logarithm: p-values near a boundary are small. This leaves z within 0.0001.
  let [inside, outside] = [Math.log(smallestP), Math.log(largestP)];
  for (let step = 0; step < 18; step++) {
    const middle = (inside + outside) / 2;
    if (gap(Math.exp(middle)) > 0) outside = middle;
    else inside = middle;
  }
  return { estimate, z: -normalQuantile(Math.exp(outside)) * sign, isExact: true };
}
