import { at } from '../../src/core/lists/lists.js';

/** The tasks drawn, ascending: in each band those of the lowest permanent random numbers, ties by index (Ohlsson 1995). */
export function drawBands(
  bands: readonly number[],
  places: readonly number[],
  randomNumbers: readonly number[],
): number[] {
  const left = [...places];
  return bands
    .map((_, task) => task)
    .sort((a, b) => at(randomNumbers, a) - at(randomNumbers, b) || a - b)
    .filter((task) => {
      const band = at(bands, task);
      if (band < 0 || at(left, band) === 0) return false;
      left[band] = at(left, band) - 1;
      return true;
    })
    .sort((a, b) => a - b);
}
