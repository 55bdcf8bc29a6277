import { groupBy } from '../lists/group-by.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';
import { compareText } from '../text/compare-text.js';
import type { ScheduledTask } from './scheduled-task.js';

/** A task with the number that decides its place. */
export interface Numbered<Task extends ScheduledTask> {
  readonly task: Task;
  readonly random: number;
}

/**
 * The tasks of each stratum by permanent random number, the strata by name. The number is another than the one that a
 * sample is drawn by: a draw with unequal chances leaves that one unevenly spread among the drawn.
 */
export function byStratum<Task extends ScheduledTask>(
  tasks: readonly Task[],
  seed: string,
): readonly (readonly Numbered<Task>[])[] {
  const numbered = tasks.map((task) => ({
    task,
    random: permanentRandomNumber(seed, `schedule/${task.benchmark}`, task.id),
  }));
  return [...groupBy(numbered, ({ task }) => task.stratum)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([, members]) => members.sort(compareNumbered));
}

/** By number; two alike, which SHA-256 all but rules out, by benchmark and id. */
export function compareNumbered(a: Numbered<ScheduledTask>, b: Numbered<ScheduledTask>): number {
  return a.random - b.random || compareText(a.task.benchmark, b.task.benchmark) || compareText(a.task.id, b.task.id);
}
