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
import { boundariesAt, conditionalPower } from '../statistics/spending.js';
import type { LookQuestion, LookVerdict } from './look-record.js';

export interface Evidence {
  /** The difference between two systems or the level of one, as a fraction. */
  readonly estimate: number;
  /** The normal deviate of the p-value; above 0 if the estimate is above the limit. */
  readonly z: number;
  readonly isExact: boolean;
  /** For a difference: the numbers of tasks on which the system is better and worse. */
  readonly tasks?: { readonly better: number; readonly worse: number };
}

/** An interval with confidence `level` over all looks together. */
export interface LookInterval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

/** Whether the tasks of every look are a random part of the pool, so that verdicts apply to the pool. */
export function areLooksRandom({ metadata, benchmarks }: Manifest): boolean {
  return metadata.kind === 'representative' && benchmarks.every(({ draw }) => draw !== null);
}

/** The manifest reduced to the tasks of a look, as if only these had been drawn. */
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
    // Probabilities are equal within a stratum, otherwise the draw wouldn't nest.
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

/** The evidence for a difference of two systems, by the weighted sign-flip test. */
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

/** The range of one-sided p-values that intervals are inverted over. */
const [largestP, smallestP] = [0.2499, 1e-12];

interface Figure {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The pool's figures for a sample as a function of the confidence level: the level of a system, or its difference from
 * the baseline. `reading` says whether missing results are left out or count as failed.
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
 * The evidence that a level or difference is above or below a limit, from the interval whose end is at the limit. Sign
 * flips can't test a margin: tasks on which both systems are equal would all be on one side of it.
 */
export function limitEvidence(limit: number, intervalAt: (level: number) => Figure): Evidence {
  const figureAt = (p: number) => intervalAt(1 - 2 * p);
  const { mean: estimate, low, high } = figureAt(largestP);
  const sign = estimate > limit ? 1 : -1;
  // The distance of the interval's near end from the limit; positive if the interval excludes the limit.
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
  // Bisect log p, because p-values near a boundary are small; z is then accurate to 0.0001.
  let [inside, outside] = [Math.log(smallestP), Math.log(largestP)];
  for (let step = 0; step < 18; step++) {
    const middle = (inside + outside) / 2;
    if (gap(Math.exp(middle)) > 0) outside = middle;
    else inside = middle;
  }
  return { estimate, z: -normalQuantile(Math.exp(outside)) * sign, isExact: true };
}

/**
 * The repeated confidence interval of a look: the values that its boundary doesn't reject (Jennison and Turnbull 1989).
 * It covers the true value at all looks together with confidence 1 − error rate, whenever the looks stop. Undefined if
 * the boundary can't reject anything.
 */
export function repeatedInterval(
  critical: number | null,
  errorRate: number,
  isRequirement: boolean,
  intervalAt: (level: number) => Figure,
): LookInterval | undefined {
  if (critical === null) return undefined;
  const { low, high } = intervalAt(1 - 2 * Math.max(smallestP, normalCdf(-critical)));
  // Each side of a requirement gets the whole error rate.
  return { low, high, level: 1 - (isRequirement ? 2 : 1) * errorRate };
}

export interface LookToJudge {
  /** Above 0 if the system is better, or the requirement is met. */
  readonly z: number;
  /** Whether z comes from an exact p-value; random sign flips can't support a very small one. */
  readonly isExact: boolean;
  /** The information at this look over that at the final look. */
  readonly fraction: number;
  readonly before: readonly number[];
  /** The fractions of the remaining planned looks. The last one is 1; empty if this look is the final one. */
  readonly after: readonly number[];
  readonly errorRate: number;
  /** Whether the question is one-sided; each side then gets the whole error rate. */
  readonly isRequirement: boolean;
  readonly futility: boolean;
}

export const futileBelow = 0.1;
const plannedPower = 0.8;
/** P-values from random sign flips below this are not trusted. */
const finestRandomP = 1e-4;

/**
 * Judges one look at accumulating results. The futility stop is non-binding: the boundaries are valid whether or not it
 * is followed. `spent` is the error rate of both sides together, or of each side of a requirement. `chanceLeft` is the
 * conditional power at the final look. A look `isTooCoarse` if its p-value can't support its z.
 */
export function judgeLook(look: LookToJudge) {
  const { z, isExact, fraction, before, after, errorRate, isRequirement, futility } = look;
  const side = isRequirement ? errorRate : errorRate / 2;
  const boundaries = boundariesAt([...before, fraction, ...after], side);
  const boundary = boundaries[before.length] ?? { fraction, critical: Number.POSITIVE_INFINITY, spent: 0 };
  const spent = isRequirement ? boundary.spent : 2 * boundary.spent;
  const crosses = Math.abs(z) > boundary.critical;
  const isTooCoarse = crosses && !isExact && 2 * normalCdf(-boundary.critical) < finestRandomP;
  const last = after.length === 0;
  const drift = normalQuantile(1 - side) + normalQuantile(plannedPower);
  const critical = boundaries.at(-1)?.critical ?? Number.POSITIVE_INFINITY;
  const chanceLeft = last ? undefined : conditionalPower(Math.abs(z), fraction, critical, drift);
  const isFutile = futility && !isTooCoarse && (chanceLeft ?? 1) < futileBelow;
  const verdict = (): LookVerdict => {
    if (crosses && !isTooCoarse) return isRequirement ? (z > 0 ? 'passed' : 'failed') : z > 0 ? 'better' : 'worse';
    if (last) return 'undecided';
    return !isFutile ? 'continue' : isRequirement ? 'undecided' : 'no-difference';
  };
  return { verdict: verdict(), boundary, spent, chanceLeft, isTooCoarse };
}

/** The information of `tasks` over that of `all` tasks; for a level, pass the population to correct for its size. */
export function informationShare(tasks: number, all: number, population: number | undefined): number {
  if (tasks >= all) return 1;
  if (population === undefined || all >= population) return tasks / all;
  return (1 / all - 1 / population) / (1 / tasks - 1 / population);
}
