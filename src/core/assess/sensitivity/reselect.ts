import type { BenchmarkSelection, Group, Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { reweighTasks } from '../../score/score-tasks.js';
import { replacementsOf } from '../../select/replacements.js';
import { selectTasks } from '../../select/select-tasks.js';
import type { Weights } from './perturbation.js';
import type { Ties } from './sensitivity.js';

/** The tasks that some weights select: for each benchmark, in the order of the plan, as the selection holds them. */
export interface Chosen {
  readonly chosen: readonly ReadonlySet<ScoredTask>[];
}

/** What would be selected under other weights, and the scores behind it. */
export interface Reselection extends Chosen {
  /** The score of every task, benchmark by benchmark. */
  readonly scores: readonly number[];
  /** Places that only an id decided. */
  readonly tiedPlaces: number;
}

/** Selects again under other weights, by the same code and rules as the selection itself. */
export function reselectorOf({ plan, benchmarks }: Selection): (weights: Weights) => Reselection {
  const prepared = benchmarks.map((benchmark) => ({
    benchmark,
    byId: new Map(benchmark.tasks.map((task) => [task.id, task])),
    excluded: new Set(benchmark.exclusions.map(({ taskId }) => taskId)),
    replacements: replacementsOf(benchmark),
  }));
  return (weights) => {
    const scores: number[] = [];
    let tied = 0;
    const chosen = prepared.map(({ benchmark, byId, excluded, replacements }) => {
      const tasks = reweighTasks(benchmark.tasks, weights, plan.score.decimals);
      for (const { score } of tasks) scores.push(score);
      const { choices, groups } = selectTasks(tasks, benchmark.plan, excluded, replacements);
      tied += tiedPlaces(groups);
      return new Set(choices.flatMap(({ task }) => byId.get(task.id) ?? []));
    });
    return { chosen, scores, tiedPlaces: tied };
  };
}

/** What is selected as it stands, in the same form. */
export function asSelected({ benchmarks }: Selection): Reselection {
  return {
    chosen: benchmarks.map(chosenTasks),
    scores: benchmarks.flatMap(({ tasks }) => tasks.map(({ score }) => score)),
    tiedPlaces: tiedPlaces(benchmarks.flatMap(({ groups }) => groups)),
  };
}

/** All chosen tasks, whatever their benchmark. */
export function allChosen({ chosen }: Chosen): ReadonlySet<ScoredTask> {
  return new Set(chosen.flatMap((tasks) => [...tasks]));
}

/** Places that went to some of several tasks which only their ids tell apart. */
function tiedPlaces(groups: readonly Group[]): number {
  return groups.reduce((sum, { tie }) => sum + (tie?.taken ?? 0), 0);
}

function chosenTasks({ choices }: BenchmarkSelection): ReadonlySet<ScoredTask> {
  return new Set(choices.map(({ task }) => task));
}

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
