import type { BenchmarkPlan } from '../../../core/model/plan.js';
import type { Selection } from '../../../core/model/selection.js';
import { type Edits, editsOf, type NewExclusion, withBenchmark } from './edits.js';

interface TaskName {
  readonly benchmark: string;
  readonly id: string;
}

/** The edits with a task excluded; a pin that was made here goes. */
export function exclude(edits: Edits, { benchmark, id }: TaskName, exclusion: NewExclusion): Edits {
  const { excluded = new Map(), pinned } = editsOf(edits, benchmark);
  return withBenchmark(edits, benchmark, {
    excluded: new Map([...excluded, [id, exclusion]]),
    pinned: pinned && without(pinned, id),
  });
}

/** The edits with a task's exclusion lifted, whether it was made here or stands in the plan under some name. */
export function liftExclusion(edits: Edits, { benchmark, id }: TaskName, planName: string | undefined): Edits {
  const { excluded = new Map<string, NewExclusion>(), lifted = new Set<string>() } = editsOf(edits, benchmark);
  if (excluded.has(id)) {
    return withBenchmark(edits, benchmark, { excluded: new Map([...excluded].filter(([each]) => each !== id)) });
  }
  return planName === undefined ? edits : withBenchmark(edits, benchmark, { lifted: new Set([...lifted, planName]) });
}

/** The edits with a task pinned. */
export function pin(edits: Edits, { benchmark, id }: TaskName): Edits {
  const { pinned = new Set<string>() } = editsOf(edits, benchmark);
  return withBenchmark(edits, benchmark, { pinned: new Set([...pinned, id]) });
}

/** The edits with a task's pin taken out, whether it was made here or stands in the plan under some name. */
export function unpin(edits: Edits, { benchmark, id }: TaskName, planName: string | undefined): Edits {
  const { pinned = new Set<string>(), unpinned = new Set<string>() } = editsOf(edits, benchmark);
  if (pinned.has(id)) return withBenchmark(edits, benchmark, { pinned: without(pinned, id) });
  return planName === undefined
    ? edits
    : withBenchmark(edits, benchmark, { unpinned: new Set([...unpinned, planName]) });
}

/** A pinned task: its id, and how the plan's text names it. */
export interface PinnedTask extends TaskName {
  readonly planName: string;
}

/** The pins of a selection. Names that the plan uses and the tasks they lead to come in the same order. */
export function pinsOf({ plan, benchmarks }: Selection): readonly PinnedTask[] {
  const written = new Map(plan.benchmarks.map((each: BenchmarkPlan) => [each.name, each.select.pin]));
  return benchmarks.flatMap(({ plan: { name, select } }) =>
    select.pin.map((id, at) => ({ benchmark: name, id, planName: written.get(name)?.[at] ?? id })),
  );
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((each) => each !== id));
}

/** The edits with many tasks excluded for one reason; pins that were made here go. */
export function excludeAll(edits: Edits, tasks: readonly TaskName[], exclusion: NewExclusion): Edits {
  return byBenchmark(tasks).reduce((all, [benchmark, ids]) => {
    const { excluded = new Map<string, NewExclusion>(), pinned } = editsOf(all, benchmark);
    return withBenchmark(all, benchmark, {
      excluded: new Map([...excluded, ...[...ids].map((id) => [id, exclusion] as const)]),
      pinned: pinned && new Set([...pinned].filter((id) => !ids.has(id))),
    });
  }, edits);
}

/** The edits with many tasks pinned. */
export function pinAll(edits: Edits, tasks: readonly TaskName[]): Edits {
  return byBenchmark(tasks).reduce((all, [benchmark, ids]) => {
    const { pinned = new Set<string>() } = editsOf(all, benchmark);
    return withBenchmark(all, benchmark, { pinned: new Set([...pinned, ...ids]) });
  }, edits);
}

function byBenchmark(tasks: readonly TaskName[]): readonly (readonly [string, ReadonlySet<string>])[] {
  const ids = new Map<string, Set<string>>();
  for (const { benchmark, id } of tasks) ids.set(benchmark, (ids.get(benchmark) ?? new Set()).add(id));
  return [...ids];
}
