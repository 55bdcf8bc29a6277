import type { Task } from '../model/task.js';

/** What a name leads to: a task, several, or none. */
export type NameMatch = { readonly task: Task } | { readonly several: readonly Task[] } | undefined;

/** Tasks by every name they go by. An id beats another task's alias; an alias that two tasks share leads to neither. */
export class TaskNames {
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
