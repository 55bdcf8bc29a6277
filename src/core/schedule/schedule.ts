import { groupBy } from '../lists/lists.js';
import { stratumText } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';
import { compareText } from '../text/words.js';

interface Numbered<Task extends ScheduledTask> {
  readonly task: Task;
  readonly random: number;
}

/** Sorts the tasks of each stratum by a new random number, because the numbers of drawn tasks are not uniform. */
function byStratum<Task extends ScheduledTask>(
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

/** By number, then by benchmark and id if two collide, which SHA-256 all but rules out. */
function compareNumbered(a: Numbered<ScheduledTask>, b: Numbered<ScheduledTask>): number {
  return a.random - b.random || compareText(a.task.benchmark, b.task.benchmark) || compareText(a.task.id, b.task.id);
}

export interface Shard {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
}

/** The tasks of one shard. Strata are dealt out in turn, so shards differ by at most one task in each stratum. */
export function shardOfTasks<Task extends ScheduledTask>(
  tasks: readonly Task[],
  { index, count }: Shard,
  seed: string,
): readonly Task[] {
  const dealt = byStratum(tasks, seed).flat();
  return dealt.filter((_, i) => i % count === index - 1).map(({ task }) => task);
}

/** A run order whose first N tasks keep the proportions of the strata for every N, by Webster's method. */
export function waveOrder<Task extends ScheduledTask>(tasks: readonly Task[], seed: string): readonly Task[] {
  return byStratum(tasks, seed)
    .flatMap((members) => members.map((each, i) => ({ ...each, at: (2 * i + 1) / members.length })))
    .sort((a, b) => a.at - b.at || compareNumbered(a, b))
    .map(({ task }) => task);
}

/** The stratum that a selected task was drawn from; for a ranked task, its benchmark and group. */
export function stratumOf({ design, benchmark, group, selected_by }: Manifest['tasks'][number]): string {
  if (design !== null) return design.stratum;
  if (selected_by === 'pin') return stratumText({ name: benchmark, by: group.by, key: group.value, isPinned: true });
  return group.by === null ? benchmark : `${benchmark}/${group.value ?? '(unknown)'}`;
}

/** The seed for random scheduling: the plan's, or an empty string if it has none. */
export function scheduleSeed({ metadata: { random_seed: seed } }: Manifest): string {
  return seed === null ? '' : String(seed);
}

export interface ScheduledTask {
  readonly benchmark: string;
  readonly id: string;
  /** Shards and limits keep the proportions of strata. */
  readonly stratum: string;
}
