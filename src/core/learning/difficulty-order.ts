import { at } from '../lists/at.js';

/** The indexes of the tasks with a known difficulty, hardest first; ties by a number of each task, then by index. */
export function difficultyOrder(difficulties: readonly number[], tieNumbers: readonly number[]): number[] {
  return difficulties
    .flatMap((x, i) => (Number.isNaN(x) ? [] : [i]))
    .sort((a, b) => at(difficulties, a) - at(difficulties, b) || at(tieNumbers, a) - at(tieNumbers, b) || a - b);
}
