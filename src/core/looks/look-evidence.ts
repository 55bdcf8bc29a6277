import { type TaskRuns, valuedTasks } from '../estimate/estimate-mean.js';
import { estimateResults } from '../estimate/estimate-results.js';
import { sampleOf, selectedTasks } from '../estimate/sample.js';
import { sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import type { RunResults } from '../model/outcome.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import { filterOutcomes, type Reading } from '../outcomes/task-result.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { normalCdf, normalQuantile } from '../statistics/distributions.js';
import { signFlipTest } from '../statistics/sign-flip-test.js';
import type { LookQuestion } from './look-record.js';

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

/** An interval that holds over all looks together; `level` is its confidence, a share. */
export interface LookInterval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
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

interface Figure {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The figures for the pool of a sample at each level of confidence: the level of a system, or its difference from the
 * baseline, with missing results left out or counted as failed.
 */
export function figuresOn(
  manifest: Manifest,
  results: RunResults,
  { system, baseline }: Pick<LookQuestion, 'system' | 'baseline'>,
  reading: Reading,
): (level: number) => Figure {
  const outcomes = filterOutcomes(results.outcomes, ({ configuration }) => [system, baseline].includes(configuration));
  const own = { ...results, outcomes };
  const figureIn = (found: readonly { readonly missingCountsAs: Reading; readonly pool: Figure | undefined }[]) => {
    const figure = (found.find(({ missingCountsAs }) => missingCountsAs === reading) ?? found[0])?.pool;
    if (figure === undefined) throw new Error('a sample has no figure for its pool');
    return figure;
  };
  return (level) => {
    if (baseline === null)
      return figureIn(
        estimateResults(manifest, own, { level, by: [] }).configurations.flatMap(({ readings }) => readings),
      );
    const [pair] = estimateResults(manifest, own, { level, by: [], baseline }).differences;
    const figure = figureIn(pair?.readings ?? []);
    return pair?.first === baseline ? figure : { mean: -figure.mean, low: -figure.high, high: -figure.low };
  };
}

/**
 * The evidence that a level, or a difference, is above or below a limit, from the interval whose end is at the limit; flips
 * of signs can't test a margin, because tasks on which both systems do alike are all on one side of it. `intervalAt`
 * gives the interval at a level of confidence.
 */
export function limitEvidence(limit: number, intervalAt: (level: number) => Figure): Evidence {
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

/**
 * The interval that matches the boundary of a look: the values that it could not reject (a repeated confidence interval,
 * Jennison and Turnbull 1989). It covers the true value at every look together with the confidence that the error rate
 * leaves, whenever one stops. Undefined if the boundary can't reject anything.
 */
export function repeatedInterval(
  critical: number | null,
  errorRate: number,
  isRequirement: boolean,
  intervalAt: (level: number) => Figure,
): LookInterval | undefined {
  if (critical === null) return undefined;
  const { low, high } = intervalAt(1 - 2 * Math.max(smallestP, normalCdf(-critical)));
  // Each side of a requirement has the whole error rate.
  return { low, high, level: 1 - (isRequirement ? 2 : 1) * errorRate };
}
