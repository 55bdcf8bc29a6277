import { byStratum } from './by-stratum.js';
import type { ScheduledTask } from './scheduled-task.js';

/** One of several equal parts. */
export interface Shard {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
}

/**
 * The tasks of one shard: all tasks, stratum by stratum and within each by permanent random number, are dealt out in
 * turn. So the shards are disjoint, together hold every task, and differ by at most one task in every stratum and in all.
 */
export function shardOfTasks<Task extends ScheduledTask>(
  tasks: readonly Task[],
  { index, count }: Shard,
  seed: string,
): readonly Task[] {
  const dealt = byStratum(tasks, seed).flat();
  return dealt.filter((_, i) => i % count === index - 1).map(({ task }) => task);
}
