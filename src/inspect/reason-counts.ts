import { compareText } from '../core/text/compare-text.js';
import { visibleText } from '../core/text/visible-text.js';
import type { ProblemList, ReasonList, ValueCounts } from './inspection.js';
import { withSlashes } from './path-faults.js';

const mostReasons = 1000;

/** Counts reasons, each with the first place it was met; beyond a thousand different ones they are counted as one. */
export class ReasonCounts {
  readonly #reasons = new Map<string, { count: number; example: string }>();
  #total = 0;

  add(reason: string, place: string): void {
    this.#total += 1;
    const shown = visibleText(reason);
    const key = this.#reasons.has(shown) || this.#reasons.size < mostReasons ? shown : 'other reasons';
    const known = this.#reasons.get(key);
    if (known === undefined) this.#reasons.set(key, { count: 1, example: place });
    else known.count += 1;
  }

  result(): ReasonList {
    const reasons = [...this.#reasons].map(([reason, { count, example }]) => ({ reason, count, example }));
    return {
      total: this.#total,
      reasons: reasons.sort((a, b) => b.count - a.count || compareText(a.reason, b.reason)),
    };
  }
}

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

const mostProblems = 1000;

/** Counts all problems and lists the first thousand. */
export class ProblemCounts {
  readonly #listed: ProblemList['listed'][number][] = [];
  #total = 0;

  add({ path, row, reason }: { readonly path: string; readonly row?: number; readonly reason: string }): void {
    this.#total += 1;
    if (this.#listed.length >= mostProblems) return;
    this.#listed.push({ path: withSlashes(path), ...(row === undefined ? {} : { row }), reason: visibleText(reason) });
  }

  result(): ProblemList {
    return { total: this.#total, listed: this.#listed };
  }
}
