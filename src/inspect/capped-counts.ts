import { compareText } from '../core/text/compare-text.js';
import type { ValueCounts } from './inspection.js';

const mostValues = 1000;

/** Counts values in bounded memory: the first thousand distinct ones by name, the tasks of all others together. */
export class CappedCounts {
  readonly #counts = new Map<string, number>();
  readonly #longest: number;
  #others = 0;

  /** A value longer than `longest` is one of the others. */
  constructor(longest = 200) {
    this.#longest = longest;
  }

  add(value: string): void {
    const known = this.#counts.get(value);
    if (known !== undefined) this.#counts.set(value, known + 1);
    else if (this.#counts.size < mostValues && value.length <= this.#longest) this.#counts.set(value, 1);
    else this.#others += 1;
  }

  result(): ValueCounts {
    const values = [...this.#counts].map(([value, tasks]) => ({ value, tasks }));
    return { values: values.sort((a, b) => b.tasks - a.tasks || compareText(a.value, b.value)), others: this.#others };
  }
}
