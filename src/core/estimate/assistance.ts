import {
  type AssistedEstimate,
  assistedEstimate,
  assistedInterval,
  resultSpread,
} from '../learning/assisted-estimate.js';
import { at, sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { type Fault, ResultsError, type Warning } from '../model/errors.js';
import { joinWords } from '../text/words.js';
import { chanceOf, estimateMean, type ValuedTask } from './estimate-mean.js';
import type { PoolFigure, Scope } from './pool-estimate.js';
import { type SampledTask, sizeOfStrata } from './sample.js';

/** The ease of a benchmark's tasks for earlier systems, in log odds; NaN for a task that none of them ran. */
export interface Assistance {
  readonly easeOf: (id: string) => number;
  /** The ease of every eligible task, in no particular order. */
  readonly pool: readonly number[];
}

export interface Assistances {
  readonly byBenchmark: ReadonlyMap<string, Assistance>;
  readonly warnings: readonly Warning[];
}

/**
 * The earlier results that the selection was drawn with, which assist the levels of samples.
 *
 * @throws ResultsError if the manifest contradicts itself.
 */
export function assistancesOf(manifest: Manifest): Assistances['byBenchmark'] {
  const faults: Fault[] = [];
  const byBenchmark = new Map<string, Assistance>();
  for (const entry of sampledIn(manifest)) {
    const own = fromManifest(manifest, entry);
    if (own !== undefined && 'fault' in own) faults.push(own.fault);
    else if (own !== undefined) byBenchmark.set(entry.name, own);
  }
  if (faults.length > 0) throw new ResultsError(faults);
  return byBenchmark;
}

export function sampledIn({ benchmarks }: Manifest): readonly Entry[] {
  return benchmarks.filter(({ kind }) => kind === 'representative');
}

type Entry = Manifest['benchmarks'][number];

function fromManifest(manifest: Manifest, entry: Entry): Assistance | { readonly fault: Fault } | undefined {
  const { name, learned, eligible, available, fingerprint } = entry;
  if (learned === undefined) return undefined;
  const counts = [...learned.ease.map(([, count = Number.NaN]) => count), learned.ease_unknown];
  const told = sumOf(counts, (count) => count);
  // For a large pool, the manifest hashes only the selected tasks.
  const tasks = fingerprint === undefined ? Object.keys(manifest.task_hashes[name] ?? {}).length : available;
  if (counts.some((count) => !Number.isInteger(count) || count < 0) || told !== eligible || told > tasks) {
    const message = `benchmark "${name}": selection.json records the difficulty of ${told} tasks, but ${eligible} are eligible.`;
    return { fault: { code: 'estimate/learned', message, hint: 'Run "winnow select" again.' } };
  }
  const own = manifest.tasks.filter(({ benchmark }) => benchmark === name);
  const ease = new Map(own.map(({ task_id: id, design }) => [id, design?.ease ?? Number.NaN]));
  const known = learned.ease.flatMap(([x = Number.NaN, count = 0]) => Array.from({ length: count }, () => x));
  const unknown = Array.from({ length: learned.ease_unknown }, () => Number.NaN);
  return { easeOf: (id) => ease.get(id) ?? Number.NaN, pool: [...known, ...unknown] };
}

export function assistanceWords(names: readonly string[], sampled: number): string | undefined {
  if (names.length === 0) return undefined;
  const levels =
    names.length < sampled
      ? `levels on the pool and ${joinWords(names)} account`
      : sampled === 1
        ? 'the level on the pool accounts'
        : 'levels on the pool and each benchmark account';
  return `${levels} for how difficult each task was for earlier systems. Figures by label and differences are plain weighted means`;
}

export function notAssisted(known: Assistances['byBenchmark'], scope: Scope): Warning[] {
  if (known.size === 0) return [];
  const why =
    scope === 'beyond' ? 'the difficulty of tasks beyond the pool is unknown' : 'the weights by label replace them';
  return [{ code: 'not-assisted', message: `Winnow ignored the earlier results, because ${why}.` }];
}

export interface AssistedOptions {
  /** The drawn tasks of the figure's benchmarks, with or without results. */
  readonly drawn: readonly SampledTask[];
  readonly assistances: ReadonlyMap<string, Assistance>;
  readonly level: number;
  readonly plain: PoolFigure;
}

/** Fits a curve per assisted benchmark, and combines them by size with plain estimates of the other benchmarks. */
export function assistedFigure(units: readonly ValuedTask[], options: AssistedOptions): PoolFigure {
  const { level, plain } = options;
  const isRepeated = units.every(({ noise }) => noise !== undefined);
  const { parts, estimate, interval, spread } = combined(units, options);
  const { size, population } = estimate;
  const runs = estimate.noise / population;
  const left = 1 / size - 1 / population;
  const atRandom = assistedInterval({ ...estimate, variance: spread * left + runs, noise: runs }, level);
  // Both after the guards, and without the variance that runs add.
  const rate = estimate.mean * (1 - estimate.mean);
  const [own, random] = [interval, atRandom].map(({ effectiveSize }) => Math.max(0, rate / effectiveSize - runs));
  const isKnown = left <= 0 || own === undefined || random === undefined || random === 0;
  const noiseless = units.map((unit) => ({ ...unit, noise: undefined }));
  const asRun = isRepeated ? combined(noiseless, options).interval : undefined;
  return {
    mean: estimate.mean,
    standardError: Math.sqrt(estimate.variance),
    low: interval.low,
    high: interval.high,
    tasks: size,
    population,
    effectiveSize: isKnown ? size : 1 / (1 / population + (left * own) / random),
    degreesOfFreedom: Math.max(1, size - 2),
    about: isRepeated ? 'runs-counted' : 'as-run',
    asRun: asRun && { low: asRun.low, high: asRun.high },
    assisted: {
      plain: { mean: plain.mean, low: plain.low, high: plain.high, standardError: plain.standardError },
      randomHalfWidth: (atRandom.high - atRandom.low) / 2,
      slopes: parts.flatMap(({ benchmark, estimate: { fit } }) =>
        fit === undefined ? [] : [{ benchmark, slope: fit.beta }],
      ),
    },
  };
}

interface Part {
  readonly benchmark: string;
  readonly estimate: PartEstimate;
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
  const population = sumOf(parts, ({ estimate }) => estimate.population);
  const over = (value: (estimate: PartEstimate, share: number) => number) =>
    sumOf(parts, ({ estimate }) => value(estimate, estimate.population / population));
  const mean = over((estimate, share) => share * estimate.mean);
  const shared = parts.flatMap((part) =>
    part.units.map((unit) => ({ ...unit, share: (unit.share * part.estimate.population) / population })),
  );
  const estimate = {
    mean,
    variance: over((each, share) => share ** 2 * (parts.length === 1 ? each.variance : heldVariance(each))),
    size: over(({ size }) => size),
    population,
    passes: over(({ passes }) => passes),
    noise: sumOf(shared, ({ share, noise = 0 }) => share * noise),
    spread: resultSpread(
      shared.map(({ value }) => value),
      shared.map(({ share }) => share),
      Math.min(1, Math.max(0, mean)),
    ),
  };
  const spread = sumOf(shared, ({ share, value }) => share * (value - mean) ** 2);
  return { parts, estimate, interval: assistedInterval(estimate, level), spread };
}

/** With few passes or failures, residuals understate the variance of a benchmark, and the total would hide it. */
function heldVariance({ variance, size, population, passes }: PartEstimate): number {
  if (size >= population || Math.min(passes, size - passes) >= 5) return variance;
  const rate = (passes + 0.5) / (size + 1);
  return Math.max(variance, (rate * (1 - rate) * (1 - size / population)) / size);
}

function plainPart(benchmark: string, units: readonly ValuedTask[]): Part {
  const { mean, variance } = estimateMean(units, { scope: 'pool' });
  const population = sizeOfStrata(units.map(({ task }) => task));
  const passes = sumOf(units, ({ value }) => value);
  const weights = sumOf(units, ({ weight }) => weight);
  return {
    benchmark,
    estimate: { mean, variance, size: units.length, population, passes, fit: undefined },
    units: units.map((unit) => ({ ...unit, share: unit.weight / weights })),
  };
}

function assistedPart(
  benchmark: string,
  units: readonly ValuedTask[],
  drawn: readonly SampledTask[],
  { easeOf, pool }: Assistance,
): Part {
  const isKnown = (task: SampledTask) => !Number.isNaN(easeOf(task.id));
  const told = new Set(units.map(({ task }) => isKnown(task)));
  // Tasks with a known ease, or those without, are dropped if none of them has a result.
  const reached = pool.filter((x) => told.has(!Number.isNaN(x)));
  const known = reached.filter((x) => !Number.isNaN(x)).length;
  // The curve covers a stratum without results; the weights of the remaining strata make up for it.
  const reach = (isOf: boolean) =>
    sizeOfStrata(drawn.filter((task) => isKnown(task) === isOf)) /
    sizeOfStrata(units.map(({ task }) => task).filter((task) => isKnown(task) === isOf));
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
  // The run noise that the residuals do not already show.
  const runs = units.reduce((sum, { noise = 0 }, i) => sum + at(chances, i) * at(shares, i) ** 2 * noise, 0);
  return {
    benchmark,
    estimate: { ...found, variance: found.variance + runs },
    units: units.map((unit, i) => ({ ...unit, share: at(shares, i) })),
  };
}
