import type { RandomStream } from '../../statistics/sfc32.js';
import { fitWeights, scoreWith, upliftLine } from './fit-weights.js';
import { groupedFolds } from './grouped-folds.js';

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
      const data = { rows: train.map((i) => rows[i] as number[]), uplifts: train.map((i) => uplifts[i] as number) };
      const add = (list: number[], weights: readonly number[] | undefined) => {
        const line = upliftLine(weights && data.rows.map((row) => scoreWith(weights, row)), data.uplifts);
        for (const i of test) {
          const foretold = line(weights === undefined ? 0 : scoreWith(weights, rows[i] as number[]));
          list[i] = (list[i] as number) + (foretold - (uplifts[i] as number)) ** 2 / repetitions;
        }
      };
      add(losses.none, undefined);
      add(losses.present, present);
      fitWeights(data, penalties).forEach((weights, at) => {
        add(losses.refitted[at] as number[], weights);
      });
    }
  }
  return losses;
}
