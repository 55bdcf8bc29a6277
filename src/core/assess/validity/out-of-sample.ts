import { at } from '../../lists/at.js';
import { groupBy } from '../../lists/group-by.js';
import type { RandomStream } from '../../statistics/sfc32.js';
import { shuffle } from '../../statistics/shuffle.js';
import { fitWeights, scoreWith, upliftLine } from './fit-weights.js';

const repetitions = 10;

/** In how many parts the tasks are split each time. */
export const folds = 5;

/** Each task's squared error, averaged over the repetitions; it is foretold from tasks of other groups only. */
export function outOfSample(
  {
    rows,
    uplifts,
    groups,
  }: { rows: readonly (readonly number[])[]; uplifts: readonly number[]; groups: readonly string[] },
  present: readonly number[],
  penalties: readonly number[],
  random: RandomStream,
) {
  const zeros = () => new Array<number>(rows.length).fill(0);
  const losses = { none: zeros(), present: zeros(), refitted: penalties.map(zeros) };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const foldOf = groupedFolds(groups, folds, random);
    for (let fold = 0; fold < folds; fold++) {
      const train = [...rows.keys()].filter((i) => foldOf[i] !== fold);
      const test = [...rows.keys()].filter((i) => foldOf[i] === fold);
      const data = { rows: train.map((i) => at(rows, i)), uplifts: train.map((i) => at(uplifts, i)) };
      const add = (list: number[], weights: readonly number[] | undefined) => {
        const line = upliftLine(weights && data.rows.map((row) => scoreWith(weights, row)), data.uplifts);
        for (const i of test) {
          const foretold = line(weights === undefined ? 0 : scoreWith(weights, at(rows, i)));
          list[i] = at(list, i) + (foretold - at(uplifts, i)) ** 2 / repetitions;
        }
      };
      add(losses.none, undefined);
      add(losses.present, present);
      for (const [i, weights] of fitWeights(data, penalties).entries()) add(at(losses.refitted, i), weights);
    }
  }
  return losses;
}

/**
 * Numbers from 0 below `folds` for each item, at random, the same for all items of a group; groups go one by one to the
 * fold that has the fewest items.
 */
function groupedFolds(groups: readonly string[], folds: number, random: RandomStream): readonly number[] {
  const members = [...groupBy(groups.entries(), ([, group]) => group).values()];
  const sizes = new Array<number>(folds).fill(0);
  const foldOf = new Array<number>(groups.length).fill(0);
  for (const group of shuffle(members, random)) {
    const fold = sizes.indexOf(Math.min(...sizes));
    for (const [i] of group) foldOf[i] = fold;
    sizes[fold] = at(sizes, fold) + group.length;
  }
  return foldOf;
}
