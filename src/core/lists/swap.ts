/** Exchanges the items at two places of a list; both must be there. */
export function swap<Item>(items: Item[], i: number, j: number): void {
  // Not by `at`, which is asked of lists of all kinds and so is slow where millions of items are moved.
  const kept = items[i] as Item;
  items[i] = items[j] as Item;
  items[j] = kept;
}
