import { byStratum, compareNumbered } from './by-stratum.js';
import type { ScheduledTask } from './scheduled-task.js';

/**
 * The order in which tasks are to be run, so that the first N of them keep the proportions of the strata, for every N:
 * the shares are those of Webster's method (each stratum within a place of its share in all but contrived cases), and
 * the first N are among the first N + 1. Within a stratum, by permanent random number.
 */
export function waveOrder<Task extends ScheduledTask>(tasks: readonly Task[], seed: string): readonly Task[] {
  return byStratum(tasks, seed)
    .flatMap((members) => members.map((each, i) => ({ ...each, at: (2 * i + 1) / members.length })))
    .sort((a, b) => a.at - b.at || compareNumbered(a, b))
    .map(({ task }) => task);
}
