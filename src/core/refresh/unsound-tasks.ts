import { type PoolState, stateOfManifest } from '../compare/pool-state.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Warning } from '../model/fault.js';
import type { Selection } from '../model/selection.js';
import { type MatchedOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { compareText } from '../text/compare-text.js';
import { countOf } from '../text/count-of.js';
import type { Vetting } from '../vetting/vetting.js';
import { erroredTasks } from './errored-tasks.js';
import type { UnsoundTask } from './refresh.js';

/** What the soundness of tasks is judged by. */
export interface SoundnessOf {
  readonly former: Manifest;
  /** The tasks as they are now. */
  readonly state: PoolState;
  readonly now: Selection;
  /** Undefined where the results have no validity runs. */
  readonly vetting: Vetting | undefined;
  /** The results of ordinary systems, on the whole pool. */
  readonly matched: MatchedOutcomes;
}

/** The tasks that are broken, flaky or trivial by runs, or that changed or left the pool since; by benchmark, then id. */
export function unsoundTasks(of: SoundnessOf): {
  readonly unsound: readonly UnsoundTask[];
  readonly warnings: readonly Warning[];
} {
  const { former, now, vetting, matched } = of;
  const selected = new Set(former.tasks.map(({ benchmark, task_id: id }) => taskKey({ benchmark, id })));
  const excluded = new Set(
    now.benchmarks.flatMap(({ plan, exclusions }) =>
      exclusions.map(({ taskId: id }) => taskKey({ benchmark: plan.name, id })),
    ),
  );
  const errored = erroredTasks(matched.configurations);
  const found = new Map<string, UnsoundTask>();
  const add = (task: Omit<UnsoundTask, 'selected'>) => {
    const key = taskKey(task);
    if (!found.has(key) && !excluded.has(key)) found.set(key, { ...task, selected: selected.has(key) });
  };
  for (const { benchmark, id, reason, evidence } of vetting?.proposals ?? [])
    add({ benchmark, id, exclude: reason, reason, evidence });
  for (const { plan, tasks } of now.benchmarks)
    for (const { id } of tasks) {
      const evidence = errored.get(taskKey({ benchmark: plan.name, id }));
      if (evidence === undefined) continue;
      add({ benchmark: plan.name, id, exclude: 'broken environment', reason: 'broken environment', evidence });
    }
  const moved = movedTasks(of);
  for (const task of moved.tasks) add(task);
  const unsound = [...found.values()].sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  return { unsound, warnings: moved.warnings };
}

/** More than this share of a benchmark's selected tasks changed together: a column or a file of all of them did. */
const mostChanged = 0.5;

/** The selected tasks that left the pool, or whose contents are others. */
function movedTasks({ former, state }: SoundnessOf) {
  const made = stateOfManifest(former);
  const warnings: Warning[] = [];
  const tasks = former.benchmarks.flatMap(({ name: benchmark }): Omit<UnsoundTask, 'selected'>[] => {
    const ids = former.tasks.filter((task) => task.benchmark === benchmark).map(({ task_id: id }) => id);
    const [before, after] = [made.pools.get(benchmark)?.tasks, state.pools.get(benchmark)?.tasks];
    // A benchmark that the plan no longer has is a change of the plan.
    if (before === undefined || after === undefined) return [];
    const gone = ids.filter((id) => !after.has(id));
    const changed = ids.filter((id) => after.has(id) && before.has(id) && after.get(id) !== before.get(id));
    const isWhole = changed.length > mostChanged * ids.length;
    if (isWhole) {
      const message = `${benchmark}: the contents of ${changed.length} of ${countOf(ids.length, 'selected task')} changed, so that a column or a file of all of them did; no task is replaced for that. See "winnow check" for what changed.`;
      warnings.push({ code: 'all-changed', message, benchmark });
    }
    return [
      ...gone.map((id) => ({
        benchmark,
        id,
        exclude: undefined,
        reason: 'left the pool',
        evidence: 'the pool has no such task any more',
      })),
      ...(isWhole ? [] : changed).map((id) => ({
        benchmark,
        id,
        exclude: 'other' as const,
        reason: 'contents changed',
        evidence: `its contents changed since it was selected: hash ${before.get(id)}, now ${after.get(id)}`,
      })),
    ];
  });
  return { tasks, warnings };
}
