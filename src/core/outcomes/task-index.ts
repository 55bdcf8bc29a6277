import { bareName } from '../text/bare-name.js';
import { nearestName } from '../text/nearest-name.js';

/** A task and all it is called. */
export interface NamedTask {
  readonly benchmark: string;
  readonly id: string;
  readonly aliases: readonly string[];
}

/** The tasks that a name means. */
export interface TaskMatch {
  readonly tasks: readonly NamedTask[];
  /** What had to be left aside to find them. */
  readonly by: 'name' | 'letter case' | 'dressing';
}

/** Finds tasks by any of their names: as spelt, else with letter case left aside, else without what harnesses put around ids. */
export class TaskIndex {
  readonly #byName = new Map<string, NamedTask[]>();
  readonly #byFoldedName = new Map<string, NamedTask[]>();
  readonly #byBareName = new Map<string, NamedTask[]>();

  readonly #benchmarks: ReadonlySet<string>;

  /** @param benchmarks Every benchmark that a result may name; what one of them is named for is no other's. */
  constructor(tasks: readonly NamedTask[], benchmarks: ReadonlySet<string> = new Set()) {
    this.#benchmarks = benchmarks;
    for (const task of tasks) {
      for (const name of new Set([task.id, `${task.benchmark}/${task.id}`, ...task.aliases])) {
        push(this.#byName, name, task);
        push(this.#byFoldedName, name.toLowerCase(), task);
        push(this.#byBareName, bareName(name), task);
      }
    }
  }

  /** The names that are most like one that no task has. */
  nearest(name: string): string | undefined {
    const [bare] = this.#byBareName.get(bareName(name)) ?? [];
    return bare?.id ?? nearestName(name, this.#byName.keys());
  }

  /** The tasks of that name: those of the benchmark if it is a known one; of any if the name of the benchmark says nothing here. */
  find(name: string, benchmark?: string): TaskMatch | undefined {
    const exact = this.#byName.get(name);
    const folded = exact ?? this.#byFoldedName.get(name.toLowerCase());
    const tasks = folded ?? this.#byBareName.get(bareName(name));
    if (tasks === undefined) return undefined;
    const by = exact !== undefined ? 'name' : folded !== undefined ? 'letter case' : 'dressing';
    const own = tasks.filter((task) => task.benchmark === benchmark);
    if (own.length === 0 && benchmark !== undefined && this.#benchmarks.has(benchmark)) return undefined;
    // An id stands before another task's alias.
    const byId = tasks.filter((task) => task.id === name);
    const narrowed = own.length > 0 ? own : byId.length > 0 ? byId : tasks;
    const found = [...new Set(narrowed)];
    // What is left without its dressing is a guess, good only for one task.
    return by === 'dressing' && found.length > 1 ? undefined : { tasks: found, by };
  }
}

function push(map: Map<string, NamedTask[]>, name: string, task: NamedTask): void {
  const list = map.get(name);
  if (list === undefined) map.set(name, [task]);
  else list.push(task);
}
