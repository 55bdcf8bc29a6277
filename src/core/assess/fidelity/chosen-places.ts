import { taskKey } from '../../outcomes/match-outcomes.js';
import type { Cell } from './bias-interval.js';
import { designStrata } from './design-strata.js';
import type { Scope } from './fidelity-scope.js';
import type { WeightedPlaces } from './reward-table.js';
import type { TakenTasks } from './taken-tasks.js';

/** The chosen tasks by their place in the table; weighted only where all of the scope is a probability sample. */
export function chosenPlaces({ kind, placeOf }: Scope, taken: readonly TakenTasks[]): WeightedPlaces {
  const placed = taken.flatMap(({ choices }) =>
    choices.flatMap(({ task, probability }) => {
      const place = placeOf.get(taskKey(task));
      return place === undefined ? [] : [{ place, weight: kind === 'focus' ? 1 : 1 / (probability ?? 1) }];
    }),
  );
  return { places: placed.map(({ place }) => place), weights: placed.map(({ weight }) => weight) };
}

/** The chosen tasks of each stratum, and the others. */
export function cellsOf({ placeOf }: Scope, taken: readonly TakenTasks[], { places }: WeightedPlaces): readonly Cell[] {
  const isChosen = new Set(places);
  return taken.flatMap((each) =>
    designStrata(each).flatMap(({ tasks }) => {
      const all = tasks.flatMap((task) => placeOf.get(taskKey(task)) ?? []);
      return [true, false].map((selected) => ({ places: all.filter((at) => isChosen.has(at) === selected), selected }));
    }),
  );
}
