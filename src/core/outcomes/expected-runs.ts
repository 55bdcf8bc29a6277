import { largest } from '../lists/lists.js';
import { type Warning, WinnowError } from '../model/errors.js';
import { countOf, namesOf } from '../text/words.js';
import { type ConfigurationOutcomes, taskKey } from './match-outcomes.js';
import { taskResult, usualRuns } from './task-result.js';

export type ExpectedRuns = ReturnType<typeof expectedRuns>;

/**
 * The runs that each task should have: as given, else as in the pilot, else from the results (`usualRuns`). A system
 * with unequal numbers should have as many as the system with the most.
 *
 * @throws WinnowError if the given number is not a whole number of at least 1.
 */
export function expectedRuns(
  given: number | undefined,
  pilot: number | undefined,
  tasks: readonly { readonly benchmark: string; readonly id: string }[],
  configurations: readonly ConfigurationOutcomes[],
) {
  if (given !== undefined && !(Number.isSafeInteger(given) && given >= 1)) {
    const message = `the number of runs per task must be a whole number of at least 1; found ${given}.`;
    throw new WinnowError([{ code: 'estimate/repeat', message }]);
  }
  const attempts = configurations.map(({ name, byTask }) => {
    const lists = tasks.map((task) => byTask.get(taskKey(task)) ?? []).filter(({ length }) => length > 0);
    const usual = usualRuns(lists);
    const made = lists.map((list) => taskResult(list, usual)).map(({ rewards, unscored }) => rewards.length + unscored);
    return { name, usual, isUniform: new Set(made).size < 2 };
  });
  const most = largest(
    attempts.map(({ usual }) => usual),
    1,
  );
  return {
    from: given !== undefined ? ('given' as const) : pilot !== undefined ? ('pilot' as const) : ('usual' as const),
    most: given ?? pilot ?? most,
    byConfiguration: new Map(
      attempts.map(({ name, usual, isUniform }) => [name, given ?? pilot ?? (isUniform ? usual : most)]),
    ),
  };
}

/** The runs that a task should have in every system: as many as in the system with the most, and at least `least`. */
export function equalRuns(configurations: readonly ConfigurationOutcomes[], key: string, least: number): number {
  return largest(
    configurations.map(({ byTask }) => taskResult(byTask.get(key)).rewards.length),
    least,
  );
}

/** The warning that planned looks wait for a system with fewer runs than the other on these tasks. */
export function unequalWarning(system: string, other: string, tasks: readonly string[]): Warning {
  const message = `${system} has fewer runs than ${other} on ${countOf(tasks.length, 'task')}: ${namesOf(tasks)}. A look waits until both have the same number. To look without the missing runs, give --repeats 1 to "winnow next", but runs can’t be added to a look later.`;
  return { code: 'unequal-runs', message };
}
