/** The item at an index that must exist; throws otherwise, because that is a bug. */
export function at<Item>(items: ArrayLike<Item>, index: number): Item {
  if (index < 0 || index >= items.length) throw new RangeError(`no item ${index} in a list of ${items.length}`);
  return items[index] as Item;
}

/** Both indexes must exist. */
export function swap<Item>(items: Item[], i: number, j: number): void {
  // Avoids `at`, which is called with many list types and so is too slow for millions of swaps.
  const kept = items[i] as Item;
  items[i] = items[j] as Item;
  items[j] = kept;
}

/** Unlike `Math.max(...values)`, does not overflow the stack for long lists. */
export function largest(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const value of values) found = Math.max(found, value);
  return found;
}

/** Unlike `Math.min(...values)`, does not overflow the stack for long lists. */
export function smallest(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** Keys are in order of first appearance. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export function addCount<Key>(counts: Map<Key, number>, key: Key, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

/** Keys are in order of first appearance. */
export function countBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) addCount(counts, keyOf(item));
  return counts;
}

export function sumOf<Item>(items: Iterable<Item>, value: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += value(item);
  return sum;
}

/** Removes false and undefined. */
export function compact<Item>(items: readonly (Item | false | undefined)[]): Item[] {
  return items.filter((item): item is Item => item !== false && item !== undefined);
}

/** An array, or a list that creates its items on demand. */
export interface List<Item> extends Iterable<Item> {
  readonly length: number;
  at(index: number): Item | undefined;
}

/** A list that creates its items on demand, so that they are never all in memory. */
export class ListView<Item> implements List<Item> {
  readonly length: number;
  readonly #make: (index: number) => Item;

  constructor(length: number, make: (index: number) => Item) {
    this.length = length;
    this.#make = make;
  }

  at(index: number): Item | undefined {
    const from = index < 0 ? this.length + index : index;
    return from >= 0 && from < this.length ? this.#make(from) : undefined;
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (let i = 0; i < this.length; i++) yield this.#make(i);
  }
}

export function itemAt<Item>(list: List<Item>, index: number): Item {
  const item = list.at(index);
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}
