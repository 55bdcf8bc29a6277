/** The item at an index that the caller knows to be there; throws where it is not, which is a fault of the program. */
export function at<Item>(items: ArrayLike<Item>, index: number): Item {
  if (index < 0 || index >= items.length) throw new RangeError(`no item ${index} in a list of ${items.length}`);
  return items[index] as Item;
}

/** Exchanges the items at two places of a list; both must be there. */
export function swap<Item>(items: Item[], i: number, j: number): void {
  // Not by `at`, which is asked of lists of all kinds and so is slow where millions of items are moved.
  const kept = items[i] as Item;
  items[i] = items[j] as Item;
  items[j] = kept;
}

/** The largest of any number of values and of `least`; `Math.max(...values)` overflows the stack. */
export function largest(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const value of values) found = Math.max(found, value);
  return found;
}

/** The smallest of any number of values, and of `most`; NaN where one of them is. */
export function smallest(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most;
  for (const value of values) found = Math.min(found, value);
  return found;
}

/** The items by what `keyOf` gives, keys in the order they first appear. */
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

/** The sum of the values of items. */
export function sumOf<Item>(items: Iterable<Item>, value: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += value(item);
  return sum;
}

/** The items that are there: those that are neither false nor undefined. */
export function compact<Item>(items: readonly (Item | false | undefined)[]): Item[] {
  return items.filter((item): item is Item => item !== false && item !== undefined);
}

/** Items in their order: an array, or a list that makes each when it is asked for. */
export interface List<Item> extends Iterable<Item> {
  readonly length: number;
  at(index: number): Item | undefined;
}

/** A list whose items are made when they are asked for, so that they are never all in memory. */
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

/** The item at an index that the caller knows to be there; throws where it is not, which is a fault of the program. */
export function itemAt<Item>(list: List<Item>, index: number): Item {
  const item = list.at(index);
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}
