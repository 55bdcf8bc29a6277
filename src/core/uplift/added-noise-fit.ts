import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { chiSquaredUpperTail, normalQuantile } from '../statistics/distributions.js';
import type { RandomStream } from '../statistics/random-numbers.js';
import { mean } from '../statistics/summary.js';
import { knownVariances, normalGain } from './normal-gain.js';
import { type MeasuredUplift, shrinkUplifts } from './shrink-uplifts.js';
import { type ChooseBy, type ChosenFrom, type CrossFit, fewestMeasured, measuredUplifts } from './uplift-forecast.js';

/**
 * What a choice keeps in new runs if no task was repeated and the noise of a run is assumed. Noise ω of the
 * same variance is drawn: uplift + ω and uplift − ω are then independent given the truth where runs are normal, as two
 * halves of the runs would be (coupled bootstrap: Oliveira, Lei & Tibshirani 2024; data fission: Leiner et al. 2025). The
 * first chooses, the second measures. Each ω is used with both signs. A choice by less noise gains more, as in `crossFit`.
 *
 * @returns Undefined for fewer than ten tasks, or where a choice could not be made again.
 */
export function addedNoiseFit(
  { tasks, components, model }: ChosenFrom,
  choose: ChooseBy,
  random: RandomStream,
  splits: number,
): CrossFit | undefined {
  const rows = measuredUplifts(tasks, components);
  if (rows.length < fewestMeasured) return undefined;
  let [heldOut, all, taken, count] = [0, 0, 0, 0];
  for (let pair = 0; 2 * pair < splits; pair++) {
    const noise = rows.map((row) => Math.sqrt(row.noise) * normalQuantile((random.uint32() + 0.5) / 2 ** 32));
    for (const sign of [1, -1]) {
      const seen = rows.map((row, i) => {
        return { ...row, uplift: row.uplift + sign * at(noise, i), noise: 2 * row.noise };
      });
      const rest = rows.map((row, i) => row.uplift - sign * at(noise, i));
      const chosen = choose(shrinkUplifts(seen).tasks);
      if (chosen === undefined) return undefined;
      if (chosen.length === 0) continue;
      heldOut += mean(chosen.map((i) => at(rest, i)));
      all += mean(rest);
      taken += chosen.length;
      count += 1;
    }
  }
  if (count === 0) return undefined;
  const gainAt = (noise: number) => {
    const known = knownVariances(
      rows.map((row) => ({ ...row, noise: row.noise * noise })),
      model,
    );
    return normalGain(known, taken / count / rows.length);
  };
  const [whole, part] = [gainAt(1), gainAt(2)];
  const raise = part > 0 ? Math.max(1, whole / part) : 1;
  return { splits: count, heldOut: heldOut / count, all: all / count, raise };
}

/**
 * Whether measured uplifts differ within their clusters by so much less than the noise of their runs that it cannot be so
 * large: at 1%, by χ².
 */
export function isNoiseTooLarge(rows: readonly MeasuredUplift[]): boolean {
  let [squares, degrees] = [0, 0];
  for (const own of groupBy(rows, ({ cluster }) => cluster).values()) {
    const weights = own.map(({ noise }) => 1 / Math.max(noise, 1e-9));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const centre = own.reduce((sum, { uplift }, i) => sum + at(weights, i) * uplift, 0) / total;
    squares += own.reduce((sum, { uplift }, i) => sum + at(weights, i) * (uplift - centre) ** 2, 0);
    degrees += own.length - 1;
  }
  return degrees > 0 && chiSquaredUpperTail(squares, degrees) > 0.99;
}
