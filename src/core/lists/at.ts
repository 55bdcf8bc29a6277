/** The item at an index that the caller knows to be there; throws where it is not, which is a fault of the program. */
export function at<Item>(items: ArrayLike<Item>, index: number): Item {
  if (index < 0 || index >= items.length) throw new RangeError(`no item ${index} in a list of ${items.length}`);
  return items[index] as Item;
}
