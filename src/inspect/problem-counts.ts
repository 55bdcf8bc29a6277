import { visibleText } from '../core/text/visible-text.js';
import type { ProblemList } from './inspection.js';
import { withSlashes } from './place-text.js';

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
