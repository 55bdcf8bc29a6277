import type { Reading } from '../outcomes/task-result.js';
import { randomStreamFor } from '../random/random-stream-for.js';
import { bonettPriceInterval } from '../statistics/bonett-price.js';
import { mcnemarMidP } from '../statistics/mcnemar.js';
import { mean } from '../statistics/mean.js';
import { normalQuantile } from '../statistics/normal-quantile.js';
import { signFlipTest } from '../statistics/sign-flip-test.js';
import { variance } from '../statistics/standard-deviation.js';
import { studentQuantile } from '../statistics/student-distribution.js';
import { type Basis, calibrationFor } from './basis.js';
import type { DifferenceReading, PairedFigure } from './estimate.js';
import { estimateMean } from './estimate-mean.js';
import { partsOf, trustIn } from './parts-of.js';
import type { SampledTask } from './sample.js';
import { runVariances, type TaskRuns, valuedTasks } from './valued-tasks.js';

/** The paired difference of two configurations under one reading; `runs` have both sides' rewards of each selected task. */
export function estimateDifference(
  runs: readonly TaskRuns[],
  reading: Reading,
  basis: Basis,
): DifferenceReading | undefined {
  const pairs = runs.filter(({ sides }) => sides.every((side) => side.length > 0));
  if (pairs.length === 0) return undefined;
  const differences = pairs.map(({ sides: [first = [], second = []] }) => mean(second) - mean(first));
  const gained = differences.filter((difference) => difference > 0).length;
  const lost = differences.filter((difference) => difference < 0).length;
  const isPlain = pairs.every(({ sides }) =>
    sides.every((side) => side.length === 1 && (side[0] === 0 || side[0] === 1)),
  );
  const isSample = basis.kind === 'representative';
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
    pool: isSample ? pairedFigure(runs, () => true, isPlain, basis) : undefined,
    parts: !isSample
      ? []
      : partsOf(
          pairs.map(({ task }) => task),
          basis.by,
        ).map((part) => {
          const isOf = (task: SampledTask) => task.labels[part.by] === part.value;
          const count = pairs.filter(({ task }) => isOf(task)).length;
          const trust = trustIn(count);
          const pool = trust === 'suppressed' ? undefined : pairedFigure(runs, isOf, isPlain, basis);
          return { ...part, pairs: count, trust, pool };
        }),
    split: splitOf(pairs, differences),
  };
}

/**
 * The weighted difference with its interval: Bonett and Price's on the effective number of pairs for single pass-or-fail
 * runs, else by Student's t on the variance of the design. With one run each the run noise is not known, and the finite
 * pool must not shrink it: the t interval then leaves the pool's size aside.
 */
function pairedFigure(
  runs: readonly TaskRuns[],
  isOf: (task: SampledTask) => boolean,
  isPlain: boolean,
  basis: Basis,
): PairedFigure {
  const units = valuedTasks(
    runs.map(({ task }) => task),
    runs,
  );
  const calibration = calibrationFor(units, basis, 'difference');
  const noiseKnown = units.every(({ noise }) => noise !== undefined);
  const scope = isPlain || noiseKnown ? basis.scope : 'beyond';
  const estimate = estimateMean(units, { scope, within: isOf, calibration });
  const { mean: difference, standardError, degreesOfFreedom } = estimate;
  const quantile = (1 + basis.level) / 2;
  if (!isPlain) {
    const half = studentQuantile(quantile, degreesOfFreedom) * standardError;
    const [low, high] = [Math.max(-1, difference - half), Math.min(1, difference + half)];
    return { mean: difference, standardError, low, high, method: 't', degreesOfFreedom };
  }
  const weights = calibration?.weights ?? units.map(({ weight }) => weight);
  const share = (sign: number) =>
    units.reduce((sum, { task, value }, i) => (isOf(task) && value === sign ? sum + (weights[i] ?? 0) : sum), 0) /
    units.reduce((sum, { task }, i) => (isOf(task) ? sum + (weights[i] ?? 0) : sum), 0);
  const { low, high } = bonettPriceInterval({
    gained: share(1) * estimate.effectiveSize,
    lost: share(-1) * estimate.effectiveSize,
    size: estimate.effectiveSize,
    finite: 1 - estimate.fraction,
    z: normalQuantile(quantile),
  });
  // Its centre is drawn towards 0; of a pool taken almost whole it would leave out what was found.
  const isWhole = estimate.fraction >= 1;
  const ends = isWhole ? [difference, difference] : [Math.min(low, difference), Math.max(high, difference)];
  const [least = difference, most = difference] = ends;
  return {
    mean: difference,
    standardError,
    low: least,
    high: most,
    method: 'Bonett-Price',
    degreesOfFreedom: undefined,
  };
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
