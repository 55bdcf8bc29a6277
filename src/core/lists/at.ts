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
