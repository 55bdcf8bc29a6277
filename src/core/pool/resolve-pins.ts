import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { Task } from '../model/task.js';
import { didYouMean } from '../text/nearest-name.js';
import { TaskNames } from './task-names.js';

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
