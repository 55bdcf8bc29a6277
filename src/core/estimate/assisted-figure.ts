import { type AssistedEstimate, assistedEstimate, leastSlope } from '../learning/assisted-estimate.js';
import { assistedInterval } from '../learning/assisted-interval.js';
import { at } from '../lists/at.js';
import type { Assistance } from './assistance.js';
import { chanceOf } from './design-variance.js';
import { estimateMean, type ValuedTask } from './estimate-mean.js';
import type { PoolFigure } from './pool-estimate.js';
import type { SampledTask } from './sample.js';

/** What an assisted figure is made from. */
export interface AssistedOptions {
  /** The drawn tasks of the benchmarks that the figure is about, with or without results. */
  readonly drawn: readonly SampledTask[];
  readonly assistances: ReadonlyMap<string, Assistance>;
  readonly level: number;
  /** The same figure without assistance. */
  readonly plain: PoolFigure;
}

/**
 * The level of benchmarks with the help of earlier results: each has a curve of its own, and all are combined by size, with
 * the plain estimate of those that nothing helps. With repeats, noise from run to run included.
 */
export function assistedFigure(units: readonly ValuedTask[], options: AssistedOptions): PoolFigure {
  const { level, plain } = options;
  const isRepeated = units.every(({ noise }) => noise !== undefined);
  const whole = combined(units, options);
  const { estimate, interval } = whole;
  const { size, population } = estimate;
  const runs = whole.noise / population;
  const left = 1 / size - 1 / population;
  const atRandom = assistedInterval({ ...estimate, variance: whole.spread * left + runs, noise: runs }, level);
  // Both as the guards leave them, and without what runs add to either.
  const rate = estimate.mean * (1 - estimate.mean);
  const [own, random] = [interval, atRandom].map(({ effectiveSize }) => Math.max(0, rate / effectiveSize - runs));
  const isKnown = left <= 0 || own === undefined || random === undefined || random === 0;
  const equivalent = isKnown ? size : 1 / (1 / population + (left * own) / random);
  return {
    mean: estimate.mean,
    standardError: Math.sqrt(estimate.variance),
    low: interval.low,
    high: interval.high,
    tasks: size,
    population,
    effectiveSize: equivalent,
    degreesOfFreedom: Math.max(1, size - 2),
    about: isRepeated ? 'runs-counted' : 'as-run',
    asRun: isRepeated
      ? ends(
          combined(
            units.map((unit) => ({ ...unit, noise: undefined })),
            options,
          ).interval,
        )
      : undefined,
    assisted: {
      plain: { mean: plain.mean, low: plain.low, high: plain.high, standardError: plain.standardError },
      randomHalfWidth: (atRandom.high - atRandom.low) / 2,
      slopes: whole.parts.flatMap(({ benchmark, estimate: { fit } }) =>
        fit === undefined ? [] : [{ benchmark, slope: fit.beta, isLow: fit.beta < leastSlope }],
      ),
    },
  };
}

interface Part {
  readonly benchmark: string;
  readonly estimate: PartEstimate;
  /** Each unit with its share of the part. */
  readonly units: readonly (ValuedTask & { readonly share: number })[];
}

type PartEstimate = Pick<AssistedEstimate, 'mean' | 'variance' | 'size' | 'population' | 'passes' | 'fit'>;

function combined(units: readonly ValuedTask[], { drawn, assistances, level }: AssistedOptions) {
  const names = [...new Set(units.map(({ task }) => task.benchmark))];
  const parts = names.map((benchmark): Part => {
    const own = units.filter(({ task }) => task.benchmark === benchmark);
    const assistance = assistances.get(benchmark);
    const all = drawn.filter((task) => task.benchmark === benchmark);
    return assistance === undefined ? plainPart(benchmark, own) : assistedPart(benchmark, own, all, assistance);
  });
  const population = parts.reduce((sum, { estimate }) => sum + estimate.population, 0);
  const sumOf = (value: (estimate: PartEstimate, share: number) => number) =>
    parts.reduce((sum, { estimate }) => sum + value(estimate, estimate.population / population), 0);
  const mean = sumOf((estimate, share) => share * estimate.mean);
  const isOne = parts.length === 1;
  const shared = parts.flatMap((part) =>
    part.units.map((unit) => ({ ...unit, share: (unit.share * part.estimate.population) / population })),
  );
  const ofUnits = (value: (unit: ValuedTask) => number) =>
    shared.reduce((sum, unit) => sum + unit.share * value(unit), 0);
  const noise = ofUnits((unit) => unit.noise ?? 0);
  const estimate = {
    mean,
    variance: sumOf((each, share) => share ** 2 * (isOne ? each.variance : heldVariance(each))),
    size: sumOf(({ size }) => size),
    population,
    passes: sumOf(({ passes }) => passes),
    noise,
  };
  return {
    parts,
    estimate,
    interval: assistedInterval(estimate, level),
    noise,
    spread: ofUnits(({ value }) => (value - mean) ** 2),
  };
}

/** Where few passed or failed, residuals say too little of a benchmark, and the total would not show it. */
function heldVariance({ variance, size, population, passes }: PartEstimate): number {
  if (size >= population || Math.min(passes, size - passes) >= 5) return variance;
  const rate = (passes + 0.5) / (size + 1);
  return Math.max(variance, (rate * (1 - rate) * (1 - size / population)) / size);
}

function plainPart(benchmark: string, units: readonly ValuedTask[]): Part {
  const { mean, variance } = estimateMean(units, { scope: 'pool' });
  const population = sizeOf(units.map(({ task }) => task));
  const passes = units.reduce((sum, { value }) => sum + value, 0);
  const estimate = { mean, variance, size: units.length, population, passes, fit: undefined };
  return { benchmark, estimate, units: withShares(units, (unit) => unit.weight) };
}

function assistedPart(
  benchmark: string,
  units: readonly ValuedTask[],
  drawn: readonly SampledTask[],
  { easeOf, pool }: Assistance,
): Part {
  const isKnown = (task: SampledTask) => !Number.isNaN(easeOf(task.id));
  const told = new Set(units.map(({ task }) => isKnown(task)));
  // Of tasks without ease none may have a result, or none of the others: they are then left out.
  const reached = pool.filter((x) => told.has(!Number.isNaN(x)));
  const known = reached.filter((x) => !Number.isNaN(x)).length;
  // A band without any result is left to the curve; the weight of the others makes up for it.
  const reach = (isOf: boolean) =>
    sizeOf(drawn.filter((task) => isKnown(task) === isOf)) /
    sizeOf(units.map(({ task }) => task).filter((task) => isKnown(task) === isOf));
  const factors = new Map([...told].map((isOf) => [isOf, reach(isOf)]));
  const chances = units.map((unit) => {
    const chance = chanceOf(unit);
    return chance >= 1 ? 1 : chance / (factors.get(isKnown(unit.task)) ?? 1);
  });
  const difficulties = units.map(({ task }) => easeOf(task.id));
  const results = units.map(({ value }) => value);
  const found = assistedEstimate({ difficulties, results, probabilities: chances }, reached);
  if (found === undefined) throw new RangeError('an assisted estimate needs a result');
  const partSize = (unit: ValuedTask) => (isKnown(unit.task) ? known : reached.length - known) / reached.length;
  const sums = new Map<boolean, number>();
  units.forEach(({ task }, i) => {
    sums.set(isKnown(task), (sums.get(isKnown(task)) ?? 0) + 1 / at(chances, i));
  });
  const shares = units.map((unit, i) => (partSize(unit) * (1 / at(chances, i))) / (sums.get(isKnown(unit.task)) ?? 1));
  // What runs add, beside what the residuals already show of it.
  const runs = units.reduce((sum, { noise = 0 }, i) => sum + at(chances, i) * at(shares, i) ** 2 * noise, 0);
  return {
    benchmark,
    estimate: { ...found, variance: found.variance + runs },
    units: units.map((unit, i) => ({ ...unit, share: at(shares, i) })),
  };
}

function withShares(units: readonly ValuedTask[], weightOf: (unit: ValuedTask) => number) {
  const sum = units.reduce((total, unit) => total + weightOf(unit), 0);
  return units.map((unit) => ({ ...unit, share: weightOf(unit) / sum }));
}

/** The size of the strata that tasks are of. */
function sizeOf(tasks: readonly SampledTask[]): number {
  const strata = new Map(tasks.map(({ stratum, stratumSize }) => [stratum, stratumSize]));
  return [...strata.values()].reduce((sum, size) => sum + size, 0);
}

function ends({ low, high }: { readonly low: number; readonly high: number }) {
  return { low, high };
}
