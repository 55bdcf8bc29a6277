import { logit } from './logistic.js';

/** Results of earlier systems, a row each, on the tasks of a pool: in [0, 1], NaN where a system has no result. */
export type ResultMatrix = readonly (readonly number[])[];

/** The mean result of each system over the tasks that it ran; NaN for one that ran none. */
export function systemMeans(results: ResultMatrix): number[] {
  return results.map((row) => {
    let [sum, count] = [0, 0];
    for (const result of row) {
      if (Number.isNaN(result)) continue;
      sum += result;
      count += 1;
    }
    return count === 0 ? Number.NaN : sum / count;
  });
}

/**
 * How easy each task was for earlier systems, in log odds: high is easy. A system counts by its squared mean, since strong
 * ones are more like the next; the rate is drawn to ½ by half a result on either side (Haldane 1956; Anscombe 1956), with
 * Kish's (1965) effective number of systems. NaN for a task that no system ran.
 */
export function taskDifficulty(results: ResultMatrix): number[] {
  const tasks = results[0]?.length ?? 0;
  const passed = new Float64Array(tasks);
  const weights = new Float64Array(tasks);
  const squares = new Float64Array(tasks);
  const means = systemMeans(results);
  results.forEach((row, j) => {
    if (row.length !== tasks) throw new RangeError('every system needs a row of the same length');
    const weight = (means[j] ?? Number.NaN) ** 2 + 1e-9;
    row.forEach((result, i) => {
      if (Number.isNaN(result)) return;
      if (!(result >= 0 && result <= 1)) throw new RangeError(`a result lies from 0 to 1, not at ${result}`);
      passed[i] = (passed[i] ?? 0) + weight * result;
      weights[i] = (weights[i] ?? 0) + weight;
      squares[i] = (squares[i] ?? 0) + weight * weight;
    });
  });
  return Array.from(weights, (weight, i) => {
    if (weight === 0) return Number.NaN;
    const rate = (passed[i] ?? 0) / weight;
    const systems = (weight * weight) / (squares[i] ?? Number.NaN);
    return logit((rate * systems + 0.5) / (systems + 1));
  });
}
