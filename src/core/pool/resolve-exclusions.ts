import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { ResolvedExclusion } from '../model/selection.js';
import type { Task } from '../model/task.js';
import { didYouMean } from '../text/nearest-name.js';
import { type NameMatch, TaskNames } from './task-names.js';

/** A benchmark's exclusions, with what does not match. */
export interface ResolvedExclusions {
  /** By the excluded task's own id. */
  readonly byId: ReadonlyMap<string, ResolvedExclusion>;
  /** For an excluded task's id, the id of the task that takes its place. */
  readonly replacements: ReadonlyMap<string, string>;
  readonly faults: readonly Fault[];
}

/** A benchmark's exclusions by the excluded task's own id, whichever names the plan uses; with what does not match. */
export function resolveExclusions(tasks: readonly Task[], plan: BenchmarkPlan): ResolvedExclusions {
  const byId = new Map<string, ResolvedExclusion>();
  const faults: Fault[] = [];
  const replacements = new Map<string, string>();
  if (plan.exclusions.length === 0) return { byId, replacements, faults };
  const names = new TaskNames(tasks);
  for (const exclusion of plan.exclusions) {
    const excluded = found(exclusion.id, 'excludes');
    const replacement =
      exclusion.replacement === undefined ? undefined : found(exclusion.replacement, 'names as a replacement');
    if (excluded === undefined) continue;
    if (byId.has(excluded)) faults.push(fault(`excludes "${excluded}" twice`, 'Remove one of the exclusions.'));
    byId.set(excluded, { ...exclusion, taskId: excluded, replacementId: replacement });
    if (replacement === undefined) continue;
    if ([...replacements.values()].includes(replacement)) {
      faults.push(fault(`names "${replacement}" as the replacement of two tasks`, 'Name another for one of them.'));
    }
    replacements.set(excluded, replacement);
  }
  for (const { taskId, replacementId } of byId.values()) {
    if (replacementId !== undefined && byId.has(replacementId)) {
      faults.push(
        fault(`replaces "${taskId}" by "${replacementId}", which is excluded itself`, 'Name another replacement.'),
      );
    }
  }
  return { byId, replacements, faults };

  function found(name: string, verb: string): string | undefined {
    const match: NameMatch = names.find(name);
    if (match !== undefined && 'task' in match) return match.task.id;
    const what =
      match === undefined ? 'which is not one of its tasks' : `which names ${match.several.length} of its tasks`;
    const guess = match === undefined ? didYouMean(name, names.all()) : '';
    faults.push(
      fault(`${verb} "${name}", ${what}`, 'Correct the id, or remove the exclusion if the task is gone.', guess),
    );
    return undefined;
  }

  function fault(what: string, hint: string, guess = ''): Fault {
    return { code: 'pool/unknown-exclusion', message: `benchmark "${plan.name}" ${what}.${guess}`, hint };
  }
}
