import { countOf } from '../core/text/count-of.js';
import { visibleText } from '../core/text/visible-text.js';
import type { TaskFacts } from '../sources/facts/task-facts.js';
import { HashSet } from './hash-set.js';

/** What a starter plan says about ids that an earlier benchmark has as well. */
export interface SharedIdsAnswer {
  /** Whether the tasks of the same id are others, because all that is known of them differs. */
  readonly distinct: boolean;
  readonly open: readonly string[];
}

interface Pair {
  shared: number;
  alike: number;
  readonly example: string;
}

/** Finds ids that stand in two benchmarks, and whether what is known of the tasks is the same. */
export class SharedIds {
  readonly #ids = new Map<string, HashSet>();
  readonly #tasks = new Map<string, HashSet>();
  readonly #pairs = new Map<string, Map<string, Pair>>();

  add(benchmark: string, { id, labels, numbers }: TaskFacts): void {
    const task = JSON.stringify([id, labels, numbers]);
    for (const [other, ids] of this.#ids) {
      if (other === benchmark || !ids.has(id)) continue;
      const pairs = this.#pairs.get(benchmark) ?? new Map<string, Pair>();
      this.#pairs.set(benchmark, pairs);
      const pair = pairs.get(other) ?? { shared: 0, alike: 0, example: id };
      pairs.set(other, pair);
      pair.shared += 1;
      if (this.#tasks.get(other)?.has(task) === true) pair.alike += 1;
    }
    setOf(this.#ids, benchmark).add(id);
    setOf(this.#tasks, benchmark).add(task);
  }

  /** What to say of a benchmark; `kept` has those of the plan, each with the key it has there. */
  answer(benchmark: string, kept: ReadonlyMap<string, string>): SharedIdsAnswer {
    const pairs = [...(this.#pairs.get(benchmark) ?? [])].flatMap(([other, pair]) => {
      const key = kept.get(other);
      return key === undefined ? [] : [[key, pair] as const];
    });
    return {
      distinct: pairs.length > 0 && pairs.every(([, { alike }]) => alike === 0),
      open: pairs.map(([other, { shared, alike, example }]) => {
        const which = `${countOf(shared, 'id')}, such as "${visibleText(example, 200)}", also in ${other}`;
        return alike === 0
          ? `${which}, with other data, so they are taken for other tasks (distinct: true). Are they?`
          : `${which}: the same tasks? "winnow select" stops where it would take one twice. Narrow a source, or say distinct: true.`;
      }),
    };
  }
}

function setOf(sets: Map<string, HashSet>, key: string): HashSet {
  const known = sets.get(key) ?? new HashSet();
  sets.set(key, known);
  return known;
}
