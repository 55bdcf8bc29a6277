import { sumOf } from '../../lists/lists.js';
import type { Group, Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { reweighTasks } from '../../score/score-tasks.js';
import { replacementsOf } from '../../select/fill-groups.js';
import { selectTasks } from '../../select/select-tasks.js';
import { jaccard } from '../../statistics/balance.js';
import { dirichletVariate, type RandomStream } from '../../statistics/random-numbers.js';
import { mean, quantile } from '../../statistics/summary.js';
import { compareText } from '../../text/words.js';
import { seedOf } from '../question/question.js';
import type { Sensitivity, Stability } from './sensitivity.js';

export const usualDraws = 500;
const fewestDraws = 50;
/** The number of tasks, over all draws, that can be scored and ordered in about a minute. */
const taskDraws = 1e7;

export function affordableDraws(tasks: number): number {
  return Math.max(fewestDraws, Math.min(usualDraws, Math.floor(taskDraws / Math.max(1, tasks))));
}

/** The weight of each component in plan order; weights sum to 1. */
export type Weights = ReadonlyMap<string, number>;

/**
 * Draws weights from Dirichlet(concentration · weights). Their mean is the given weights, and a higher concentration
 * keeps them closer. A weight of 0 stays 0. Components are drawn in name order, so their order in the plan does not
 * matter.
 */
export function drawWeights(weights: Weights, concentration: number, random: RandomStream): Weights {
  const components = [...weights.keys()].sort(compareText);
  const drawn = dirichletVariate(
    components.map((component) => concentration * (weights.get(component) ?? 0)),
    random,
  );
  const byName = new Map(components.map((component, i) => [component, drawn[i] ?? 0]));
  return new Map([...weights.keys()].map((component) => [component, byName.get(component) ?? 0]));
}

export const weightSteps = ['raised', 'lowered', 'left out'] as const;
export type WeightStep = (typeof weightSteps)[number];

const factors: Readonly<Record<WeightStep, number>> = { raised: 1.25, lowered: 0.75, 'left out': 0 };

/** Changes one weight and scales the remaining weights so that the sum is 1; one of them must be above 0. */
export function changeWeight(weights: Weights, component: string, change: WeightStep): Weights {
  const before = weights.get(component) ?? 0;
  const after = Math.min(1, before * factors[change]);
  const others = [...weights].reduce((sum, [name, weight]) => (name === component ? sum : sum + weight), 0);
  const scale = (1 - after) / others;
  return new Map([...weights].map(([name, weight]) => [name, name === component ? after : weight * scale]));
}

/**
 * The tasks that some weights select, by benchmark and in total, as objects of the original selection; all scores,
 * benchmark by benchmark; and the number of places decided only by id.
 */
export type Reselection = ReturnType<typeof reselection>;

/** Selects again under different weights, with the selection's own code and rules. */
export function reselectorOf({ plan, benchmarks }: Selection): (weights: Weights) => Reselection {
  const prepared = benchmarks.map((benchmark) => ({
    benchmark,
    byId: new Map(benchmark.tasks.map((task) => [task.id, task])),
    excluded: new Set(benchmark.exclusions.map(({ taskId }) => taskId)),
    replacements: replacementsOf(benchmark),
  }));
  return (weights) =>
    reselection(
      prepared.map(({ benchmark, byId, excluded, replacements }) => {
        const tasks = reweighTasks(benchmark.tasks, weights, plan.score.decimals);
        const { choices, groups } = selectTasks(tasks, benchmark.plan, excluded, replacements);
        return { tasks, groups, chosen: choices.flatMap(({ task }) => byId.get(task.id) ?? []) };
      }),
    );
}

export function asSelected({ benchmarks }: Selection): Reselection {
  return reselection(
    benchmarks.map(({ tasks, groups, choices }) => ({ tasks, groups, chosen: choices.map(({ task }) => task) })),
  );
}

function reselection(
  benchmarks: readonly {
    readonly tasks: readonly ScoredTask[];
    readonly groups: readonly Group[];
    readonly chosen: readonly ScoredTask[];
  }[],
) {
  return {
    chosen: benchmarks.map(({ chosen }) => new Set(chosen)),
    all: new Set(benchmarks.flatMap(({ chosen }) => chosen)),
    scores: benchmarks.flatMap(({ tasks }) => tasks.map(({ score }) => score)),
    tiedPlaces: countTies(benchmarks.flatMap(({ groups }) => groups)).places,
  };
}

export function countTies(groups: readonly Group[]): Pick<Sensitivity['ties'], 'places' | 'tied'> {
  return { places: sumOf(groups, ({ tie }) => tie?.taken ?? 0), tied: sumOf(groups, ({ tie }) => tie?.tied ?? 0) };
}

const coreFrom = 0.9;
const swingAbove = 0.1;

/** Counts, draw by draw, how often each task is selected and how much of the base remains. Does not store draws. */
export function stabilityTally<Member>(base: ReadonlySet<Member>) {
  const counts = new Map<Member, number>();
  const overlaps: number[] = [];
  /** The share of draws that select each member; members never selected are absent. */
  const frequencies = () => new Map([...counts].map(([member, count]) => [member, count / overlaps.length]));
  return {
    add: (chosen: ReadonlySet<Member>) => {
      overlaps.push(jaccard(base, chosen));
      for (const member of chosen) counts.set(member, (counts.get(member) ?? 0) + 1);
    },
    frequencies,
    stability: (): Stability => {
      const shares = [...frequencies()];
      return {
        overlap: spreadOf(overlaps),
        core: shares.filter(([member, share]) => base.has(member) && share >= coreFrom).length,
        swing: shares.filter(([, share]) => swings(share)).length,
        newcomers: shares.filter(([member]) => !base.has(member)).length,
      };
    },
  };
}

/** Whether a task selected in this share of draws depends on the exact weights. */
export function swings(frequency: number): boolean {
  return frequency > swingAbove && frequency < coreFrom;
}

export function spreadOf(values: readonly number[]): Sensitivity['overlap'] {
  const sorted = values.toSorted((a, b) => a - b);
  const [min, p5, p95] = [quantile(sorted, 0), quantile(sorted, 0.05), quantile(sorted, 0.95)];
  return { mean: mean(values), min, p5, p95 };
}

/** More draws change the count little, and someone is waiting for it. */
const mostDraws = 100;

/** Counts the selected tasks that every weighting keeps, including those with all weight on one component. */
export function steadyTasks(selection: Selection) {
  const { plan, choices, statistics } = selection;
  const names = [...plan.score.weights.keys()];
  const random = randomStreamFor(seedOf(undefined, plan.seed).seed, 'steady tasks');
  const even = new Map(names.map((name) => [name, 1 / names.length]));
  const drawn = Array.from({ length: Math.min(mostDraws, affordableDraws(statistics.available)) }, () =>
    // A concentration equal to the number of components makes all weightings equally likely.
    drawWeights(even, names.length, random),
  );
  const alone = names.map((name) => new Map(names.map((each) => [each, each === name ? 1 : 0])));
  const reselect = reselectorOf(selection);
  let steady = choices.map(({ task }) => task);
  for (const weights of [...alone, ...drawn]) {
    const { all } = reselect(weights);
    steady = steady.filter((task) => all.has(task));
  }
  return { selected: choices.length, steady: steady.length, weightings: alone.length + drawn.length };
}
