import { groupBy } from '../../lists/group-by.js';
import type { RandomStream } from '../../statistics/sfc32.js';
import { shuffle } from '../../statistics/shuffle.js';

/**
 * Numbers from 0 below `folds` for each item, at random, the same for all items of a group; groups go one by one to the
 * fold that has the fewest items.
 */
export function groupedFolds(groups: readonly string[], folds: number, random: RandomStream): readonly number[] {
  const members = [...groupBy(groups.keys(), (i) => groups[i] as string).values()];
  const sizes = new Array<number>(folds).fill(0);
  const foldOf = new Array<number>(groups.length).fill(0);
  for (const group of shuffle(members, random)) {
    const fold = sizes.indexOf(Math.min(...sizes));
    for (const i of group) foldOf[i] = fold;
    sizes[fold] = (sizes[fold] as number) + group.length;
  }
  return foldOf;
}
