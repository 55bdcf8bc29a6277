import { fingerprint } from '../fingerprint/fingerprint.js';
import type { Forecast } from '../model/learned.js';
import { type ForecastOf, forecastFor } from './forecast.js';

/** Forecasts that were worked out before, each under the key of everything it depends on. */
export type KnownForecasts = ReadonlyMap<string, Forecast>;

/** The forecast of a selection, if the build computed it already for a pool that ships, else a new one. */
export function knownOrNewForecast(of: ForecastOf, known: KnownForecasts | undefined): Forecast {
  return (known === undefined ? undefined : known.get(forecastKey(of))) ?? forecastFor(of);
}

/** What tells a forecast from every other: the tasks, the results on them, the places, the draw and the quota. */
export function forecastKey({ tasks, learned, places, benchmark, seed, quotaCost = 1 }: ForecastOf): string {
  const ids = tasks.map(({ id }) => id);
  const results = learned.results.map((row) => row.map((result) => (Number.isNaN(result) ? '-' : result)).join());
  return fingerprint(JSON.stringify([benchmark, seed, places, quotaCost, ids, results]));
}
