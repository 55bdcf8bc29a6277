import { type Reading, readings } from '../outcomes/task-result.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { mcnemarMidP, signFlipTest } from '../statistics/paired-tests.js';
import { mean, variance } from '../statistics/summary.js';
import type { Basis } from './basis.js';
import { estimatePaired, type PairedEstimate, pairedFigures } from './paired-figure.js';
import { partsOf, trustIn } from './parts-of.js';
import type { DifferenceEstimate, DifferenceReading } from './pool-estimate.js';
import type { SampledTask } from './sample.js';
import { runVariances, type TaskRuns } from './valued-tasks.js';

/** A reading whose figure for the pool is still to be adjusted for the other comparisons. */
export interface UnadjustedReading extends Omit<DifferenceReading, 'pool'> {
  readonly whole: PairedEstimate | undefined;
}

/** The paired difference of two configurations under one reading; `runs` have both sides' rewards of each selected task. */
export function estimateDifference(
  runs: readonly TaskRuns[],
  reading: Reading,
  basis: Basis,
): UnadjustedReading | undefined {
  const pairs = runs.filter(({ sides }) => sides.every((side) => side.length > 0));
  if (pairs.length === 0) return undefined;
  const differences = pairs.map(({ sides: [first = [], second = []] }) => mean(second) - mean(first));
  const gained = differences.filter((difference) => difference > 0).length;
  const lost = differences.filter((difference) => difference < 0).length;
  const isPlain = pairs.every(({ sides }) =>
    sides.every((side) => side.length === 1 && (side[0] === 0 || side[0] === 1)),
  );
  const isSample = basis.kind === 'representative';
  const parts = isSample ? partsOfPairs(runs, pairs, basis) : [];
  return {
    reading,
    pairs: pairs.length,
    selectedMean: mean(differences),
    gained,
    lost,
    same: pairs.length - gained - lost,
    test: isPlain
      ? { name: 'McNemar mid-p', pValue: mcnemarMidP(gained, lost) }
      : { name: 'sign flips', pValue: signFlipTest(differences, randomStreamFor('estimate', 'sign flips')) },
    whole: isSample ? estimatePaired(runs, () => true, true, basis) : undefined,
    parts,
    split: splitOf(pairs, differences),
  };
}

/** A difference whose figures for the pool are still to be adjusted. */
export interface UnadjustedDifference extends Omit<DifferenceEstimate, 'readings'> {
  readonly readings: readonly UnadjustedReading[];
}

/** Several configurations against one baseline: one of them may look better by chance, so that each is adjusted for all. */
export function adjustedFor(
  differences: readonly UnadjustedDifference[],
  level: number,
): readonly DifferenceEstimate[] {
  const figures = new Map(
    readings.flatMap((reading) => {
      const own = differences.flatMap((each) => each.readings.filter((one) => one.reading === reading));
      const told = own.flatMap(({ whole }) => whole ?? []);
      return pairedFigures(told, level).map((figure, i) => [told[i], figure] as const);
    }),
  );
  return differences.map((difference) => ({
    ...difference,
    readings: difference.readings.map(({ whole, ...reading }) => {
      const pool = whole === undefined ? undefined : figures.get(whole);
      // Of a sample the design gives interval and p-value alike: a second test could contradict them.
      return pool === undefined
        ? { ...reading, pool }
        : { ...reading, pool, test: { name: pool.method, pValue: pool.pValue } };
    }),
  }));
}

/** The parts of a sample, adjusted for being several: of them one may differ by chance. */
function partsOfPairs(runs: readonly TaskRuns[], pairs: readonly TaskRuns[], basis: Basis): DifferenceReading['parts'] {
  const parts = partsOf(
    pairs.map(({ task }) => task),
    basis.by,
  ).map((part) => {
    const isOf = (task: SampledTask) => task.labels[part.by] === part.value;
    const count = pairs.filter(({ task }) => isOf(task)).length;
    const trust = trustIn(count);
    const estimate = trust === 'suppressed' ? undefined : estimatePaired(runs, isOf, part.by === 'benchmark', basis);
    return { ...part, pairs: count, trust, estimate };
  });
  const shown = parts.flatMap(({ estimate }) => estimate ?? []);
  const figures = new Map(pairedFigures(shown, basis.level).map((figure, i) => [shown[i], figure]));
  return parts.map(({ estimate, ...part }) => ({
    ...part,
    pool: estimate === undefined ? undefined : figures.get(estimate),
  }));
}

function splitOf(pairs: readonly TaskRuns[], differences: readonly number[]): DifferenceReading['split'] {
  const [runsFirst, runsSecond] = runVariances(pairs);
  if (runsFirst === undefined || runsSecond === undefined || differences.length < 2) return undefined;
  const noise = mean(
    pairs.map(({ sides: [first = [], second = []] }) => {
      const own = (side: readonly number[], spread: number) =>
        (side.length < 2 ? spread : variance(side)) / side.length;
      return own(first, runsFirst) + own(second, runsSecond);
    }),
  );
  return { runsFirst, runsSecond, tasks: Math.max(0, variance(differences) - noise) };
}
