import { swap } from './at.js';

/** A binary heap: `takeFirst` gives the item that is ahead of all others. `isAhead` must be a strict total order. */
export class PriorityQueue<Item> {
  readonly #items: Item[] = [];
  readonly #isAhead: (a: Item, b: Item) => boolean;

  constructor(items: Iterable<Item>, isAhead: (a: Item, b: Item) => boolean) {
    this.#isAhead = isAhead;
    for (const item of items) this.add(item);
  }

  add(item: Item): void {
    let index = this.#items.push(item) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#aheadAt(index, parent)) break;
      swap(this.#items, index, parent);
      index = parent;
    }
  }

  /** Removes and returns the first item; undefined when the queue is empty. */
  takeFirst(): Item | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (this.#items.length === 0 || last === undefined) return first;
    this.#items[0] = last;
    let index = 0;
    for (;;) {
      let next = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < this.#items.length && this.#aheadAt(child, next)) next = child;
      }
      if (next === index) return first;
      swap(this.#items, index, next);
      index = next;
    }
  }

  #aheadAt(a: number, b: number): boolean {
    return this.#isAhead(this.#items[a] as Item, this.#items[b] as Item);
  }
}
