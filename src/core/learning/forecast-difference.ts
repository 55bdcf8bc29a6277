import { at } from '../lists/at.js';
import { type PowerGoal, pairedDetectable, repeatDetectable } from '../statistics/power.js';
import { mean, quantile, variance } from '../statistics/summary.js';
import { anticipatedRates, anticipatedVariance } from './anticipated-variance.js';
import { bandCount, bandsOf, bandTotals, placesOfBands } from './difficulty-bands.js';
import { strongerSystems } from './stronger-systems.js';
import { type ResultMatrix, systemMeans, taskDifficulty } from './task-difficulty.js';

/** What is to be expected of the difference of two systems on the same tasks. */
export interface ForecastDifference {
  /** The pairs it rests on: each stronger system and the next, by their rows. */
  readonly pairs: readonly { readonly systems: readonly [number, number]; readonly share: number }[];
  /** The mean squared difference on a task, a median over the pairs: of passes and failures, how often they disagree. */
  readonly discordance: number;
  /** Whether some results are between 0 and 1. */
  readonly isPartial: boolean;
  /** The variance of the plain weighted difference by the bands over that of a simple random sample, a mean. */
  readonly share: number;
  /** The smallest difference to be planned for, by the bands and by a simple random sample; undefined for none. */
  readonly detectable: number | undefined;
  readonly detectableAtRandom: number | undefined;
}

/**
 * Forecasts a paired comparison with so many tasks from neighbours in strength among the stronger earlier systems: bands
 * from the others, the variance of their difference within them (Cochran 1977, 5.5), and Connor's (1987) power. Undefined
 * where no pair has results to compare.
 *
 * @param isBySize Whether bands share the places by size, and not by what is uncertain in them.
 */
export function forecastDifference(
  results: ResultMatrix,
  places: number,
  tieNumbers: readonly number[],
  goal: PowerGoal,
  isBySize = false,
): ForecastDifference | undefined {
  const pairs = pairsOf(results);
  const known = discordanceOf(results, pairs);
  if (known === undefined) return undefined;
  const { discordance, isPartial } = known;
  const shares = pairs.map((pair) => ({
    systems: pair.systems,
    share: bandShare(results, pair, places, { ties: tieNumbers, isBySize }),
  }));
  const share = mean(shares.map((pair) => pair.share));
  const detectable = (size: number) =>
    isPartial
      ? repeatDetectable({ effect: 0, within: discordance }, size, 1, goal)
      : pairedDetectable(size, discordance, goal);
  return {
    pairs: shares,
    discordance,
    isPartial,
    share,
    detectable: detectable(places / share),
    detectableAtRandom: detectable(places),
  };
}

interface Banding {
  readonly ties: readonly number[];
  readonly isBySize: boolean;
}

/** How often two systems disagree, as the forecast of a difference has it, without the bands. */
export function forecastDiscordance(
  results: ResultMatrix,
): Pick<ForecastDifference, 'discordance' | 'isPartial'> | undefined {
  return discordanceOf(results, pairsOf(results));
}

function discordanceOf(results: ResultMatrix, pairs: readonly ComparedPair[]) {
  if (pairs.length === 0) return undefined;
  const found = pairs.map(({ differences }) => mean(differences.map((d) => d * d))).sort((a, b) => a - b);
  const isPartial = results.some((row) => row.some((result) => result > 0 && result < 1));
  return { discordance: quantile(found, 0.5), isPartial };
}

/** Two systems and their differences on the tasks that both ran, and others too. */
interface ComparedPair {
  readonly systems: readonly [number, number];
  /** The places of those tasks. */
  readonly known: readonly number[];
  readonly differences: readonly number[];
}

/** Neighbours in strength among the stronger systems, as far as their differences vary. */
function pairsOf(results: ResultMatrix): readonly ComparedPair[] {
  const stronger = strongerSystems(systemMeans(results));
  return stronger.slice(1).flatMap((weaker, i): ComparedPair[] => {
    const systems = [at(stronger, i), weaker] as const;
    const [first, second] = [at(results, systems[0]), at(results, systems[1])];
    const others = results.filter((_, j) => !systems.includes(j));
    const known = [...first.keys()].filter(
      (k) => !Number.isNaN(at(first, k) + at(second, k)) && others.some((row) => !Number.isNaN(at(row, k))),
    );
    const differences = known.map((k) => at(first, k) - at(second, k));
    return known.length < 4 || !(variance(differences) > 0) ? [] : [{ systems, known, differences }];
  });
}

/** The variance of the difference of a pair in bands that the other systems give, over that of a simple random sample. */
function bandShare(
  results: ResultMatrix,
  { systems, known, differences }: ComparedPair,
  places: number,
  { ties, isBySize }: Banding,
): number {
  const others = results.filter((_, j) => !systems.includes(j));
  const means = systemMeans(others);
  const isKnown = new Set(known);
  const x = taskDifficulty(others).map((each, i) => (isKnown.has(i) ? each : Number.NaN));
  const size = known.length;
  const n = Math.min(size - 1, Math.max(2, Math.round((places * size) / x.length)));
  const whole = variance(differences);
  const count = bandCount(n, size);
  const bands = bandsOf(x, ties, count);
  const v = anticipatedVariance(x, anticipatedRates(means));
  const sizes = bandTotals(bands, count, () => 1);
  const given = placesOfBands(isBySize ? sizes : bandTotals(bands, count, (i) => Math.sqrt(at(v, i))), sizes, n);
  let byBands = 0;
  for (let band = 0; band < count; band++) {
    const own = known.flatMap((i, k) => (bands[i] === band ? [at(differences, k)] : []));
    const [N, m] = [at(sizes, band), at(given, band)];
    byBands += (N / size) ** 2 * (1 - m / N) * (variance(own) / m);
  }
  return byBands / ((1 - n / size) * (whole / n));
}
