import { countOf } from '../core/text/count-of.js';
import { visibleText } from '../core/text/visible-text.js';
import type { TaskFacts } from '../sources/facts/task-facts.js';
import { HashSet } from './hash-set.js';

/** What a starter plan says about ids that an earlier benchmark has as well. */
export interface SharedIdsAnswer {
  /** Whether the tasks of the same id are others: of each, repository, language or category differ. */
  readonly distinct: boolean;
  readonly open: readonly string[];
}

/** Labels by which two tasks of one id are told to be others. */
const telling = ['repo', 'language', 'category'];

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

  add(benchmark: string, { id, labels }: TaskFacts): void {
    const told = telling.flatMap((field) => {
      const value = labels.find((label) => label.field === field)?.value;
      return value === undefined ? [] : [{ field: `${id}\0${field}`, label: `${id}\0${field}\0${value}` }];
    });
    for (const [other, ids] of this.#ids) {
      if (other === benchmark || !ids.has(id)) continue;
      const pairs = this.#pairs.get(benchmark) ?? new Map<string, Pair>();
      this.#pairs.set(benchmark, pairs);
      const pair = pairs.get(other) ?? { shared: 0, alike: 0, example: id };
      pairs.set(other, pair);
      pair.shared += 1;
      const known = this.#tasks.get(other);
      const differs = told.some(({ field, label }) => known?.has(field) === true && !known.has(label));
      if (!differs) pair.alike += 1;
    }
    setOf(this.#ids, benchmark).add(id);
    const own = setOf(this.#tasks, benchmark);
    for (const { field, label } of told) {
      own.add(field);
      own.add(label);
    }
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
          ? `${which}, of another repository, language or category, so they are taken for other tasks (distinct: true). Are they?`
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
