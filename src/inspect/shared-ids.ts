import type { TaskFacts } from '../sources/facts/task-facts.js';
import { HashSet } from './hash-set.js';

/** Ids that two benchmarks have. */
export interface SharedPair {
  /** The keys of the two, in the order in which they were read. */
  readonly keys: readonly [string, string];
  readonly shared: number;
  /** Those of which nothing that is known of the tasks differs: they may be the same tasks. */
  readonly alike: number;
  /** The first of the alike ids, at most `mostIds`. */
  readonly ids: readonly string[];
  /** The first of the others, at most `mostIds`. */
  readonly otherIds: readonly string[];
  readonly example: string;
}

/** More ids than these are not listed one by one. */
export const mostIds = 200;

/** Labels by which two tasks of one id are told to be others. */
const telling = ['repo', 'language', 'category'];

interface Mutable extends SharedPair {
  shared: number;
  alike: number;
  readonly ids: string[];
  readonly otherIds: string[];
}

/** Finds ids that stand in two benchmarks, and whether what is known of the tasks is the same. */
export class SharedIds {
  readonly #ids = new Map<string, HashSet>();
  readonly #tasks = new Map<string, HashSet>();
  readonly #pairs = new Map<string, Mutable>();

  add(benchmark: string, { id, labels }: TaskFacts): void {
    const told = telling.flatMap((field) => {
      const value = labels.find((label) => label.field === field)?.value;
      return value === undefined ? [] : [{ field: `${id}\0${field}`, label: `${id}\0${field}\0${value}` }];
    });
    for (const [other, ids] of this.#ids) {
      if (other === benchmark || !ids.has(id)) continue;
      const key = JSON.stringify([other, benchmark]);
      const pair = this.#pairs.get(key) ?? {
        keys: [other, benchmark],
        shared: 0,
        alike: 0,
        ids: [],
        otherIds: [],
        example: id,
      };
      this.#pairs.set(key, pair);
      pair.shared += 1;
      const known = this.#tasks.get(other);
      const differs = told.some(({ field, label }) => known?.has(field) === true && !known.has(label));
      if (!differs) pair.alike += 1;
      const list = differs ? pair.otherIds : pair.ids;
      if (list.length < mostIds) list.push(id);
    }
    setOf(this.#ids, benchmark).add(id);
    const own = setOf(this.#tasks, benchmark);
    for (const { field, label } of told) {
      own.add(field);
      own.add(label);
    }
  }

  pairs(): readonly SharedPair[] {
    return [...this.#pairs.values()];
  }
}

function setOf(sets: Map<string, HashSet>, key: string): HashSet {
  const known = sets.get(key) ?? new HashSet();
  sets.set(key, known);
  return known;
}
