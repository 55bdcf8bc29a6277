import { itemAt } from '../lists/list-view.js';
import type { Outcome, OutcomeList } from '../model/outcome.js';

/** The results of one configuration by task, kept as places in the list that they stand in and made when they are asked for. */
export class OutcomesByTask implements Iterable<readonly [string, readonly Outcome[]]> {
  readonly #list: OutcomeList;
  readonly #places = new Map<string, number[]>();

  constructor(list: OutcomeList) {
    this.#list = list;
  }

  add(key: string, place: number): void {
    const places = this.#places.get(key);
    if (places === undefined) this.#places.set(key, [place]);
    else places.push(place);
  }

  get(key: string): readonly Outcome[] | undefined {
    return this.#places.get(key)?.map((place) => itemAt(this.#list, place));
  }

  /** Where the results of each task stand in the list. */
  get places(): ReadonlyMap<string, readonly number[]> {
    return this.#places;
  }

  keys(): Iterable<string> {
    return this.#places.keys();
  }

  *values(): Iterable<readonly Outcome[]> {
    for (const [, outcomes] of this) yield outcomes;
  }

  *[Symbol.iterator](): Iterator<readonly [string, readonly Outcome[]]> {
    for (const key of this.#places.keys()) yield [key, this.get(key) ?? []];
  }
}
