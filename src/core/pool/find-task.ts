import { type Fault, PoolError } from '../model/errors.js';
import type { Selection } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { bareName, nearestName } from '../text/nearest-name.js';
import { joinWords } from '../text/words.js';

type TaskLookup = { readonly task: ScoredTask } | { readonly fault: Fault };

/** Finds a task by any of its names in any benchmark; `BENCHMARK/NAME` distinguishes tasks with the same name. */
function findTask({ benchmarks }: Selection, name: string): TaskLookup {
  const matches = benchmarks.flatMap(({ plan, tasks }) => {
    const own = name.startsWith(`${plan.name}/`) ? name.slice(plan.name.length + 1) : name;
    const named = tasks.find(({ id }) => id === own);
    return named ?? tasks.filter(({ aliases }) => aliases?.includes(own));
  });
  const [first, ...more] = matches;
  if (first !== undefined && more.length === 0) return { task: first };
  if (first === undefined) return { fault: unknownTask(benchmarks, name) };
  const full = matches.map((task) => `${task.benchmark}/${task.id}`);
  return {
    fault: {
      code: 'task/ambiguous',
      message: `"${name}" names ${matches.length} tasks: ${joinWords(full.slice(0, 5))}${full.length > 5 ? ' and more' : ''}.`,
      hint: 'Write BENCHMARK/ID.',
    },
  };
}

const mostShown = 3;

function unknownTask(benchmarks: Selection['benchmarks'], name: string): Fault {
  const known = new Set(benchmarks.flatMap(({ tasks }) => tasks.flatMap((task) => [task.id, ...(task.aliases ?? [])])));
  const bare = bareName(name);
  // A name that differs only in the parts that harnesses add to ids is almost certainly the intended one.
  const near = [...known].filter((each) => bareName(each) === bare).slice(0, mostShown);
  // Add the nearest names one by one, then names that contain this one.
  const rest = new Set([...known].filter((each) => !near.includes(each)));
  while (near.length < mostShown) {
    const next = nearestName(name, rest);
    if (next === undefined) break;
    near.push(next);
    rest.delete(next);
  }
  for (const each of known) {
    if (near.length >= mostShown) break;
    if (name.length >= 4 && each.includes(name) && !near.includes(each)) near.push(each);
  }
  const guess =
    near.length === 0
      ? ''
      : ` Did you mean ${joinWords(
          near.map((each) => `"${each}"`),
          'or',
        )}?`;
  const hint = 'Use the id from its source, or BENCHMARK/ID; "winnow pool -o tasks.csv" lists every task.';
  return { code: 'task/unknown', message: `no benchmark of the plan has a task "${name}".${guess}`, hint };
}

/**
 * The tasks with these names, each once.
 * @throws PoolError with an error for every name that matches no task or several.
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

/** The only task whose folder has this name, with or without the folders above it. */
function byFolder({ benchmarks }: Selection, name: string): ScoredTask | undefined {
  const [task, ...more] = benchmarks.flatMap(({ plan, tasks }) => {
    const own = name.startsWith(`${plan.name}/`) ? name.slice(plan.name.length + 1) : name;
    return tasks.filter(({ taskDir }) => taskDir === name || (own !== '' && taskDir?.endsWith(`/${own}`) === true));
  });
  return more.length === 0 ? task : undefined;
}
