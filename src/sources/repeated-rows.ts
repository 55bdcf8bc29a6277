import type { FoundTask } from './found.js';

/** Finds tasks that come again under one id: rows of a table that are the same in every cell, and all others. */
export class RepeatedRows {
  readonly #first = new Map<string, FoundTask>();
  readonly #others = new Map<string, FoundTask[]>();

  /** The row that a task repeats cell for cell; undefined where it is the first of its id, or another task. */
  repeats(found: FoundTask): FoundTask | undefined {
    const { id } = found.facts;
    const first = this.#first.get(id);
    if (first === undefined) {
      this.#first.set(id, found);
      return undefined;
    }
    if (isSameRow(first, found)) return first;
    const others = this.#others.get(id);
    if (others === undefined) this.#others.set(id, [first, found]);
    else others.push(found);
    return undefined;
  }

  /** By id, the tasks that have it and are not the same. */
  get others(): ReadonlyMap<string, readonly FoundTask[]> {
    return this.#others;
  }
}

/** Whether two rows of one file hold the same; what a task holds is known by its marks. */
function isSameRow(one: FoundTask, other: FoundTask): boolean {
  const [own, others] = [one.contents, other.contents];
  if (own === undefined || others === undefined || one.row === undefined || one.path !== other.path) return false;
  return own.marks === others.marks && own.names.join('\n') === others.names.join('\n');
}
