import { at } from '../lists/at.js';
import { mean } from '../statistics/summary.js';
import { assistedFit, leverages, predictions } from './assisted-fit.js';
import { strongerSystems } from './stronger-systems.js';
import { type ResultMatrix, systemMeans, taskDifficulty } from './task-difficulty.js';

/** What the other systems leave unexplained of one. */
interface LeftOutShare {
  /** Its row in the matrix. */
  readonly system: number;
  readonly alpha: number;
  readonly beta: number;
  readonly share: number;
}

/** What earlier results promise for the level of the next system, before any run. */
export interface ForecastShare {
  readonly systems: readonly LeftOutShare[];
  /** The share of the variance that is left; undefined where no system could be left out. */
  readonly share: number | undefined;
  /** Only where they help are places shared by anticipated variance; otherwise by the sizes of the bands. */
  readonly verdict: 'helps' | 'little gain' | 'cannot be forecast';
}

/** With a larger share left the gain is not worth the risk; anywhere from .9 to 1 does. */
const littleGainFrom = 0.95;
const fewestSystems = 3;

/**
 * Leaves each of the stronger earlier systems out, fits it on the difficulty that the others give, and takes the mean of
 * the squared residuals, each as if its task had been left out as well (PRESS, Allen 1974), over the variance of its
 * results. A random sample of the same size has as large a variance times 1/share. Systems without variance say nothing.
 */
export function forecastShare(results: ResultMatrix): ForecastShare {
  const means = systemMeans(results);
  const ran = means.filter((each) => !Number.isNaN(each)).length;
  const systems = ran < 2 ? [] : strongerSystems(means).flatMap((system) => shareLeftOf(results, system) ?? []);
  const share = systems.length === 0 ? undefined : mean(systems.map((each) => each.share));
  const isKnown = share !== undefined && ran >= fewestSystems;
  const verdict = !isKnown ? 'cannot be forecast' : share >= littleGainFrom ? 'little gain' : 'helps';
  return { systems, share, verdict };
}

/** What the other systems leave unexplained of one; undefined where its results do not vary on tasks that others ran. */
export function shareLeftOf(results: ResultMatrix, system: number): LeftOutShare | undefined {
  const others = taskDifficulty(results.filter((_, j) => j !== system));
  const row = at(results, system);
  const tasks = [...row.keys()].filter((i) => !Number.isNaN(at(row, i)) && !Number.isNaN(at(others, i)));
  if (tasks.length === 0) return undefined;
  const x = tasks.map((i) => at(others, i));
  const y = tasks.map((i) => at(row, i));
  const centre = mean(y);
  const spread = mean(y.map((each) => (each - centre) ** 2));
  if (!(spread > 1e-12)) return undefined;
  const fit = assistedFit(x, y);
  const fitted = predictions(fit, x);
  const drawn = leverages(fit, x);
  const left = mean(y.map((each, i) => ((each - at(fitted, i)) / (1 - at(drawn, i))) ** 2));
  return { system, alpha: fit.alpha, beta: fit.beta, share: left / spread };
}
