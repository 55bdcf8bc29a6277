import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { ScoredTask } from '../model/task.js';
import { countOf } from '../text/count-of.js';

/** The tasks that the plan pins, in order of id. */
export interface Pinned {
  readonly tasks: ReadonlySet<ScoredTask>;
  readonly faults: readonly Fault[];
}

/** Finds the pinned tasks among the eligible ones; `pin` holds their own ids. */
export function findPinned(eligible: readonly ScoredTask[], { name, select }: BenchmarkPlan): Pinned {
  if (select.pin.length === 0) return { tasks: new Set(), faults: [] };
  const wanted = new Set(select.pin);
  const tasks = new Set(eligible.filter(({ id }) => wanted.has(id)));
  const found = new Set([...tasks].map(({ id }) => id));
  const faults: Fault[] = select.pin
    .filter((id) => !found.has(id))
    .map((id) => ({
      code: 'selection/pin',
      message: `benchmark "${name}": task "${id}" is pinned, but it is excluded or "where" leaves it out.`,
      hint: 'Take it off the pins, or make it eligible.',
    }));
  if (select.take !== 'all' && select.pin.length > select.take) {
    const message = `benchmark "${name}": ${countOf(select.pin.length, 'task')} are pinned, but take is ${select.take}.`;
    faults.push({ code: 'selection/pin', message, hint: 'Raise take, or pin fewer.' });
  }
  return { tasks, faults };
}
