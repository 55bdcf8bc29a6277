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
