import { at } from '../../lists/at.js';
import { groupBy } from '../../lists/group-by.js';
import { Moments } from '../../statistics/linear-models.js';
import { type RandomStream, shuffle } from '../../statistics/random-numbers.js';
import { mean, standardDeviation } from '../../statistics/summary.js';
import { countOf } from '../../text/count-of.js';
import { fitWeights, scoreWith } from './fit-weights.js';
import type { Refit, RefitGain } from './validity.js';

/** A task of the pool with an uplift. */
export interface RefitTask {
  readonly parts: Readonly<Record<string, number>>;
  readonly uplift: number;
  /** Tasks of one group are never on both sides of a split. */
  readonly group: string;
}

const leastTasks = 30;
/** A penalty for each task; standardised components make them comparable. */
const penaltiesPerTask = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];

/**
 * Tries other weights by cross-validation. They are offered only if they foretell the uplift of tasks they were not
 * fitted to better than the present ones, and than no score at all, by more than a standard error.
 */
export function refitWeights(
  tasks: readonly RefitTask[],
  present: ReadonlyMap<string, number>,
  random: RandomStream,
): Refit {
  const groups = new Set(tasks.map(({ group }) => group)).size;
  const known = { tasks: tasks.length, groups };
  const components = [...present.keys()];
  const rows = tasks.map(({ parts }) => components.map((name) => parts[name] ?? 0));
  const why = whyNot(rows, groups);
  if (why !== undefined) return { ...known, trial: undefined, why, offered: false };
  const uplifts = tasks.map(({ uplift }) => uplift);
  const penalties = penaltiesPerTask.map((penalty) => penalty * tasks.length);
  const groupNames = tasks.map(({ group }) => group);
  const data = { rows, uplifts, groups: groupNames };
  const losses = outOfSample(data, [...present.values()], penalties, random);
  const chosen = simplestNearBest(losses.refitted);
  const refitted = at(losses.refitted, chosen);
  const overPresent = gainOf(losses.present, refitted, groupNames);
  const overNone = gainOf(losses.none, refitted, groupNames);
  const penalty = at(penalties, chosen);
  const weights = fitWeights(momentsOf(rows.keys(), { rows, uplifts }), penalty);
  const loss = { none: mean(losses.none), present: mean(losses.present), refitted: mean(refitted) };
  return {
    ...known,
    trial: {
      penalty,
      loss,
      overPresent,
      overNone,
      weights: components.map((component, j) => {
        return { component, present: present.get(component) ?? 0, refitted: weights?.[j] ?? 0 };
      }),
    },
    why: undefined,
    offered: weights !== undefined && isClear(overPresent) && isClear(overNone),
  };
}

function whyNot(rows: readonly (readonly number[])[], groups: number): string | undefined {
  if (rows.length < leastTasks) {
    return `parts of the score are known for ${countOf(rows.length, 'compared task')}; it takes ${leastTasks}, those of the pool`;
  }
  if (groups < folds)
    return `the compared tasks of the pool come from ${countOf(groups, 'repository', 'repositories')} or benchmarks; it takes ${folds}`;
  const varying = (rows[0] ?? []).filter((_, j) => rows.some((row) => row[j] !== rows[0]?.[j])).length;
  return varying < 2
    ? `${countOf(varying, 'component')} of the score ${varying === 1 ? 'varies' : 'vary'} over the compared tasks; it takes 2`
    : undefined;
}

/** The largest penalty whose loss is within a standard error of the smallest (Breiman et al. 1984). */
function simplestNearBest(losses: readonly (readonly number[])[]): number {
  const means = losses.map(mean);
  const best = means.indexOf(Math.min(...means));
  const own = at(losses, best);
  const limit = at(means, best) + standardDeviation(own) / Math.sqrt(own.length);
  return means.reduce((last, value, i) => (value <= limit ? i : last), best);
}

/** How much smaller the second list of losses is; tasks may go together within groups (Liang & Zeger 1986). */
function gainOf(before: readonly number[], after: readonly number[], groups: readonly string[]): RefitGain {
  const gains = before.map((loss, i) => loss - at(after, i));
  const gain = mean(gains);
  const sums = new Map<string, number>();
  for (const [i, group] of groups.entries()) sums.set(group, (sums.get(group) ?? 0) + at(gains, i) - gain);
  const squares = [...sums.values()].reduce((total, sum) => total + sum * sum, 0);
  return { gain, standardError: Math.sqrt(squares) / gains.length };
}

function isClear({ gain, standardError }: RefitGain): boolean {
  return gain > standardError;
}

const repetitions = 10;

/** In how many parts the tasks are split each time. */
const folds = 5;

/** Each task's squared error, averaged over the repetitions; it is foretold from tasks of other groups only. */
function outOfSample(
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
  const members = [...groupBy(groups.keys(), (i) => at(groups, i)).values()];
  const moments = members.map((group) => momentsOf(group, { rows, uplifts }));
  const width = rows[0]?.length ?? 0;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const foldOf = groupedFolds(members, random);
    for (let fold = 0; fold < folds; fold++) {
      const train = new Moments(width);
      for (const [place, own] of moments.entries()) if (foldOf[place] !== fold) train.add(own);
      const test = members.filter((_, place) => foldOf[place] === fold);
      const add = (list: number[], weights: readonly number[] | undefined) => {
        const { level, slope, centre } = train.lineOn(weights ?? []);
        for (const group of test) {
          for (const i of group) {
            const foretold = weights === undefined ? level : level + slope * (scoreWith(weights, at(rows, i)) - centre);
            list[i] = at(list, i) + (foretold - at(uplifts, i)) ** 2 / repetitions;
          }
        }
      };
      add(losses.none, undefined);
      add(losses.present, present);
      for (const [i, penalty] of penalties.entries()) add(at(losses.refitted, i), fitWeights(train, penalty));
    }
  }
  return losses;
}

function momentsOf(
  tasks: Iterable<number>,
  { rows, uplifts }: { rows: readonly (readonly number[])[]; uplifts: readonly number[] },
): Moments {
  const moments = new Moments(rows[0]?.length ?? 0);
  for (const i of tasks) moments.addRow(at(rows, i), at(uplifts, i));
  return moments;
}

/**
 * A number from 0 below `folds` for each group, at random; groups go one by one to the fold that has the fewest items.
 */
function groupedFolds(members: readonly (readonly number[])[], random: RandomStream): readonly number[] {
  const sizes = new Array<number>(folds).fill(0);
  const foldOf = new Array<number>(members.length).fill(0);
  for (const place of shuffle([...members.keys()], random)) {
    const fold = sizes.indexOf(Math.min(...sizes));
    foldOf[place] = fold;
    sizes[fold] = at(sizes, fold) + at(members, place).length;
  }
  return foldOf;
}
