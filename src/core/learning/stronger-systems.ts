import { at } from '../lists/at.js';

/** The indexes of the stronger half of the systems that ran anything, at least two, strongest first; ties to the first. */
export function strongerSystems(means: readonly number[]): number[] {
  const ran = means.flatMap((each, j) => (Number.isNaN(each) ? [] : [j]));
  return ran.sort((a, b) => at(means, b) - at(means, a) || a - b).slice(0, Math.max(2, Math.ceil(ran.length / 2)));
}
