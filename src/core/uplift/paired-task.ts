import { comparable, mean } from '../statistics/summary.js';

/** The rewards of one task's runs in two arms, at least one in each. */
export interface PairedTask {
  /** What the tasks beside it share: the benchmark. */
  readonly cluster: string;
  readonly without: readonly number[];
  readonly with: readonly number[];
}

/** What was gained on a task: the mean reward with what is tried, less that without it. */
export function upliftOf(task: PairedTask): number {
  return comparable(mean(task.with) - mean(task.without));
}

/** Whether a task has at least two runs in each arm, so that it says something of the noise of a run. */
export function isRepeated(task: PairedTask): boolean {
  return task.with.length > 1 && task.without.length > 1;
}
