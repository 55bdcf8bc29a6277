import { at } from '../../src/core/lists/lists.js';
import { type RandomStream, shuffle } from '../../src/core/statistics/random-numbers.js';
import { mean } from '../../src/core/statistics/summary.js';
import { isRepeated, type PairedTask } from '../../src/core/uplift/paired-tasks.js';

/** What a choice by one half of the runs keeps in the other half. */
interface SplitHalves {
  /** Tasks with at least two runs in each arm. */
  readonly tasks: number;
  readonly chosen: number;
  /** The chosen tasks' uplift in the runs that chose them: too high, for luck chose too. */
  readonly seen: number;
  /** Their uplift in the runs that had no say: what to expect of new runs. */
  readonly heldOut: number;
  /** The uplift of all of these tasks. */
  readonly all: number;
  /** How much `heldOut` varies from split to split. */
  readonly deviation: number;
  readonly splits: number;
}

/** Chooses tasks by their uplifts in one half: the places of the chosen among the tasks with repeats. */
type ChooseBy = (uplifts: readonly number[]) => readonly number[];

/**
 * Splits the runs of each task and arm in two by chance, chooses tasks by one half (the smaller where the number is odd)
 * and measures them in the other, again and again: the uplift of a choice without the winner's curse (Picard & Cook 1984
 * for cross-validation; Efron 2011 for the curse). Undefined for fewer than two tasks with repeats.
 */
export function splitHalves(
  tasks: readonly PairedTask[],
  choose: ChooseBy,
  random: RandomStream,
  splits = 500,
): SplitHalves | undefined {
  const repeated = tasks.filter(isRepeated);
  if (repeated.length < 2) return undefined;
  const [seen, heldOut, all]: [number[], number[], number[]] = [[], [], []];
  let chosen = 0;
  for (let split = 0; split < splits; split++) {
    const halves = repeated.map((task) => {
      const [without, other] = [halfOf(task.without, random), halfOf(task.with, random)];
      return { first: other.first - without.first, second: other.second - without.second };
    });
    const picked = choose(halves.map(({ first }) => first));
    chosen = picked.length;
    seen.push(mean(picked.map((i) => at(halves, i).first)));
    heldOut.push(mean(picked.map((i) => at(halves, i).second)));
    all.push(mean(halves.map(({ second }) => second)));
  }
  const expected = mean(heldOut);
  const deviation = Math.sqrt(mean(heldOut.map((value) => (value - expected) ** 2)));
  return { tasks: repeated.length, chosen, seen: mean(seen), heldOut: expected, all: mean(all), deviation, splits };
}

/** The tasks with the largest uplifts; ties keep their order. */
export function largestUplifts(take: number): ChooseBy {
  return (uplifts) => [...uplifts.keys()].sort((i, j) => (uplifts[j] ?? 0) - (uplifts[i] ?? 0) || i - j).slice(0, take);
}

function halfOf(runs: readonly number[], random: RandomStream): { readonly first: number; readonly second: number } {
  const mixed = shuffle(runs, random);
  const half = Math.floor(runs.length / 2);
  return { first: mean(mixed.slice(0, half)), second: mean(mixed.slice(half)) };
}
