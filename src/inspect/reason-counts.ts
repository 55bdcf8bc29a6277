import { compareText } from '../core/text/compare-text.js';
import { visibleText } from '../core/text/visible-text.js';
import type { ReasonList } from './inspection.js';

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
