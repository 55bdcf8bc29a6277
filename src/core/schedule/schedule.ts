import { groupBy } from '../lists/lists.js';
import { stratumText } from '../manifest/design-weight.js';
import type { Manifest } from '../manifest/manifest.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';
import { compareText } from '../text/words.js';

interface Numbered<Task extends ScheduledTask> {
  readonly task: Task;
  readonly random: number;
}

/** The tasks of each stratum by a random number other than the draw's, which is uneven among drawn tasks. */
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

/** By number; two alike, which SHA-256 all but rules out, by benchmark and id. */
function compareNumbered(a: Numbered<ScheduledTask>, b: Numbered<ScheduledTask>): number {
  return a.random - b.random || compareText(a.task.benchmark, b.task.benchmark) || compareText(a.task.id, b.task.id);
}

/** One of several equal parts. */
export interface Shard {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
}

/** The tasks of one shard: strata by name are dealt out in turn, so that shards differ by at most one task in each. */
export function shardOfTasks<Task extends ScheduledTask>(
  tasks: readonly Task[],
  { index, count }: Shard,
  seed: string,
): readonly Task[] {
  const dealt = byStratum(tasks, seed).flat();
  return dealt.filter((_, i) => i % count === index - 1).map(({ task }) => task);
}

/** An order of runs whose first N keep the proportions of the strata for every N, by Webster's method. */
export function waveOrder<Task extends ScheduledTask>(tasks: readonly Task[], seed: string): readonly Task[] {
  return byStratum(tasks, seed)
    .flatMap((members) => members.map((each, i) => ({ ...each, at: (2 * i + 1) / members.length })))
    .sort((a, b) => a.at - b.at || compareNumbered(a, b))
    .map(({ task }) => task);
}

/** The stratum a selected task was drawn from; one that was ranked counts under its benchmark and group. */
export function stratumOf({ design, benchmark, group, selected_by }: Manifest['tasks'][number]): string {
  if (design !== null) return design.stratum;
  if (selected_by === 'pin') return stratumText({ name: benchmark, by: group.by, key: group.value, isPinned: true });
  return group.by === null ? benchmark : `${benchmark}/${group.value ?? '(unknown)'}`;
}

/** The seed of everything that is scheduled by chance: the plan's, or an empty one where it has none. */
export function scheduleSeed({ metadata: { random_seed: seed } }: Manifest): string {
  return seed === null ? '' : String(seed);
}

/** A task that is to be run, as far as its place in line depends on it. */
export interface ScheduledTask {
  readonly benchmark: string;
  readonly id: string;
  /** What shards and limits keep the proportions of. */
  readonly stratum: string;
}
