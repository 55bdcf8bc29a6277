import { at, groupBy } from '../../lists/lists.js';
import { Moments } from '../../statistics/linear-models.js';
import { type RandomStream, shuffle } from '../../statistics/random-numbers.js';
import { mean, standardDeviation } from '../../statistics/summary.js';
import type { ScoreValidity } from './validity.js';

export interface RefitTask {
  readonly parts: Readonly<Record<string, number>>;
  readonly uplift: number;
  /** Cross-validation never splits a group. */
  readonly group: string;
}

type Refit = ScoreValidity['refit'];
type RefitGain = NonNullable<Refit['gainOverPresent']>;
type Row = Omit<RefitTask, 'parts'> & { readonly values: readonly number[] };

const leastTasks = 30;
/** Multiplied by the number of tasks. Components are standardised, so penalties are comparable across plans. */
const penaltiesPerTask = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];

/** Fits other weights by cross-validation. They must beat both the current weights and no score by a standard error. */
export function refitWeights(
  tasks: readonly RefitTask[],
  present: ReadonlyMap<string, number>,
  random: RandomStream,
): Refit {
  const components = [...present.keys()];
  const rows = tasks.map(({ parts, ...task }) => ({ ...task, values: components.map((name) => parts[name] ?? 0) }));
  const groups = new Set(tasks.map(({ group }) => group)).size;
  const whyNotTried = whyNot(rows, groups);
  const none = { loss: undefined, gainOverPresent: undefined, gainOverMeanAlone: undefined, penalty: undefined };
  const facts = { tasks: tasks.length, groups, whyNotTried };
  if (whyNotTried !== undefined) return { ...facts, offered: false, ...none, weights: undefined };
  const penalties = penaltiesPerTask.map((penalty) => penalty * tasks.length);
  const losses = outOfSample(rows, [...present.values()], penalties, random);
  const chosen = simplestNearBest(losses.refitted);
  const refitted = at(losses.refitted, chosen);
  const penalty = at(penalties, chosen);
  const gainOverPresent = gainOf(losses.present, refitted, rows);
  const gainOverMeanAlone = gainOf(losses.meanAlone, refitted, rows);
  const weights = fitWeights(momentsOf(rows, rows.keys()), penalty);
  const isClear = ({ gain, standardError }: RefitGain) => gain > standardError;
  const offered = weights !== undefined && isClear(gainOverPresent) && isClear(gainOverMeanAlone);
  return {
    ...facts,
    offered,
    loss: { meanAlone: mean(losses.meanAlone), present: mean(losses.present), refitted: mean(refitted) },
    gainOverPresent,
    gainOverMeanAlone,
    penalty,
    // Weights that fail on other tasks are withheld, because someone would use them.
    weights: offered
      ? components.map((component, j) => {
          return { component, present: present.get(component) ?? 0, refitted: weights[j] ?? 0 };
        })
      : undefined,
  };
}

function whyNot(rows: readonly Row[], groups: number): string | undefined {
  if (rows.length < leastTasks) {
    return `refitting needs ${leastTasks} pool tasks with known score components, but there ${rows.length === 1 ? 'is' : 'are'} ${rows.length}`;
  }
  if (groups < folds)
    return `refitting needs pool tasks from ${folds} repositories or benchmarks, but these come from ${groups}`;
  const first = at(rows, 0).values;
  const varying = first.filter((value, j) => rows.some(({ values }) => values[j] !== value)).length;
  return varying < 2
    ? `refitting needs 2 components that vary across the compared tasks, but there ${varying === 1 ? 'is' : 'are'} ${varying}`
    : undefined;
}

/** The largest penalty whose loss is within a standard error of the smallest loss (Breiman et al. 1984). */
function simplestNearBest(losses: readonly (readonly number[])[]): number {
  const means = losses.map(mean);
  const best = means.indexOf(Math.min(...means));
  const own = at(losses, best);
  const limit = at(means, best) + standardDeviation(own) / Math.sqrt(own.length);
  return means.findLastIndex((value, i) => value <= limit || i === best);
}

/** The reduction in loss, with a standard error clustered by group (Liang & Zeger 1986). */
function gainOf(before: readonly number[], after: readonly number[], rows: readonly Row[]): RefitGain {
  const gains = before.map((loss, i) => loss - at(after, i));
  const gain = mean(gains);
  const sums = new Map<string, number>();
  for (const [i, { group }] of rows.entries()) sums.set(group, (sums.get(group) ?? 0) + at(gains, i) - gain);
  const squares = [...sums.values()].reduce((total, sum) => total + sum * sum, 0);
  return { gain, standardError: Math.sqrt(squares) / gains.length };
}

const repetitions = 10;

const folds = 5;

/** Each task's squared error averaged over repetitions, predicted only from tasks of other groups. */
function outOfSample(
  rows: readonly Row[],
  present: readonly number[],
  penalties: readonly number[],
  random: RandomStream,
) {
  const zeros = () => new Array<number>(rows.length).fill(0);
  const losses = { meanAlone: zeros(), present: zeros(), refitted: penalties.map(zeros) };
  const members = [...groupBy(rows.keys(), (i) => at(rows, i).group).values()];
  const moments = members.map((group) => momentsOf(rows, group));
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const foldOf = groupedFolds(members, random);
    for (let fold = 0; fold < folds; fold++) {
      const train = new Moments(present.length);
      for (const [place, own] of moments.entries()) if (foldOf[place] !== fold) train.add(own);
      const test = members.filter((_, place) => foldOf[place] === fold).flat();
      const add = (list: number[], weights: readonly number[] | undefined) => {
        const { level, slope, centre } = train.lineOn(weights ?? []);
        for (const i of test) {
          const { values, uplift } = at(rows, i);
          const predicted = weights === undefined ? level : level + slope * (scoreWith(weights, values) - centre);
          list[i] = at(list, i) + (predicted - uplift) ** 2 / repetitions;
        }
      };
      add(losses.meanAlone, undefined);
      add(losses.present, present);
      for (const [i, penalty] of penalties.entries()) add(at(losses.refitted, i), fitWeights(train, penalty));
    }
  }
  return losses;
}

function momentsOf(rows: readonly Row[], places: Iterable<number>): Moments {
  const moments = new Moments(rows[0]?.values.length ?? 0);
  for (const i of places) {
    const { values, uplift } = at(rows, i);
    moments.addRow(values, uplift);
  }
  return moments;
}

/** Assigns groups to folds in random order, each to the fold with the fewest tasks. */
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

/** Ridge regression on standardised components, clipped at 0 and scaled to sum 1; undefined if all weights are 0. */
function fitWeights(tasks: Moments, penalty: number): readonly number[] | undefined {
  const raw = tasks.standardisedRidge(penalty)?.map((coefficient) => Math.max(0, coefficient));
  const sum = raw?.reduce((total, weight) => total + weight, 0) ?? 0;
  return sum > 0 ? raw?.map((weight) => weight / sum) : undefined;
}

function scoreWith(weights: readonly number[], values: readonly number[]): number {
  return values.reduce((sum, value, j) => sum + value * (weights[j] ?? 0), 0);
}
