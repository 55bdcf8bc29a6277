import type { BenchmarkSelection } from '../../model/selection.js';
import { tiedPlaces } from './reselect.js';
import type { Ties } from './sensitivity.js';

/** Counts the places that only an id decided, and the different scores. */
export function countTies(benchmarks: readonly BenchmarkSelection[]): Ties {
  const groups = benchmarks.flatMap((benchmark) => benchmark.groups);
  const scores = benchmarks.flatMap(({ tasks }) => tasks.map(({ score }) => score));
  return {
    places: tiedPlaces(groups),
    tied: groups.reduce((sum, { tie }) => sum + (tie?.tied ?? 0), 0),
    distinctScores: new Set(scores).size,
    scores: scores.length,
  };
}
