import { PoolError } from '../model/errors.js';
import type { Fault } from '../model/fault.js';
import type { Selection } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { findTask } from '../pool/find-task.js';

/**
 * The tasks of the names, in their order, each once. A name is an id, an alias, a folder or its name; `BENCHMARK/NAME`
 * where several benchmarks have it.
 *
 * @throws PoolError with a fault for every name that leads to no task or to several.
 */
export function findTasks(selection: Selection, names: readonly string[]): readonly ScoredTask[] {
  const faults: Fault[] = [];
  const found = new Set<ScoredTask>();
  for (const name of names) {
    const match = findTask(selection, name);
    const folder = 'fault' in match && match.fault.code === 'task/unknown' ? byFolder(selection, name) : undefined;
    if ('task' in match) found.add(match.task);
    else if (folder !== undefined) found.add(folder);
    else faults.push(match.fault);
  }
  if (faults.length > 0) throw new PoolError(faults);
  return [...found];
}

/** The one task that lies in a folder of that name, with or without the folders above it. */
function byFolder({ benchmarks }: Selection, name: string): ScoredTask | undefined {
  const [task, ...more] = benchmarks.flatMap(({ plan, tasks }) => {
    const own = name.startsWith(`${plan.name}/`) ? name.slice(plan.name.length + 1) : name;
    return tasks.filter(({ taskDir }) => taskDir === name || (own !== '' && taskDir?.endsWith(`/${own}`) === true));
  });
  return more.length === 0 ? task : undefined;
}
