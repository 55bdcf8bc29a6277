import { largest } from '../lists/lists.js';
import type { Warning } from '../model/errors.js';
import { countOf, namesOf } from '../text/words.js';
import type { ConfigurationOutcomes } from './match-outcomes.js';
import { taskResult } from './task-result.js';

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
