import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { ResolvedExclusion } from '../model/selection.js';
import type { Task } from '../model/task.js';
import { didYouMean } from '../text/nearest-name.js';

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

/** A benchmark's pins as the tasks' own ids, whichever names the plan uses; with what does not match. */
export function resolvePins(
  tasks: readonly Task[],
  plan: BenchmarkPlan,
): { readonly ids: readonly string[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  if (plan.select.pin.length === 0) return { ids: [], faults };
  const names = new TaskNames(tasks);
  const ids = new Set<string>();
  for (const name of plan.select.pin) {
    const match = names.find(name);
    if (match !== undefined && 'task' in match) {
      if (ids.has(match.task.id)) faults.push(fault(`pins "${match.task.id}" twice`));
      ids.add(match.task.id);
    } else if (match === undefined) {
      faults.push(fault(`pins "${name}", which is not one of its tasks`, didYouMean(name, names.all())));
    } else faults.push(fault(`pins "${name}", which names ${match.several.length} of its tasks`));
  }
  return { ids: [...ids], faults };

  function fault(what: string, guess = ''): Fault {
    const message = `benchmark "${plan.name}" ${what}.${guess}`;
    return { code: 'pool/unknown-pin', message, hint: 'Correct the id, or take it off the pins.' };
  }
}

/** What a name leads to: a task, several, or none. */
type NameMatch = { readonly task: Task } | { readonly several: readonly Task[] } | undefined;

/** Tasks by every name they go by. An id beats another task's alias; an alias that two tasks share leads to neither. */
class TaskNames {
  readonly #byId = new Map<string, Task>();
  readonly #byAlias = new Map<string, Task[]>();

  constructor(tasks: Iterable<Task>) {
    for (const task of tasks) {
      this.#byId.set(task.id, task);
      for (const alias of task.aliases ?? []) {
        const known = this.#byAlias.get(alias);
        if (known === undefined) this.#byAlias.set(alias, [task]);
        else known.push(task);
      }
    }
  }

  /** The task of that id or alias. */
  find(name: string): NameMatch {
    const byId = this.#byId.get(name);
    if (byId !== undefined) return { task: byId };
    const [first, ...more] = this.#byAlias.get(name) ?? [];
    if (first === undefined) return undefined;
    return more.length === 0 ? { task: first } : { several: [first, ...more] };
  }

  /** Every name there is. */
  *all(): Generator<string> {
    yield* this.#byId.keys();
    yield* this.#byAlias.keys();
  }
}
