import { foldedId } from '../core/text/folded-id.js';
import { visibleText } from '../core/text/visible-text.js';
import { HashSet } from './hash-set.js';
import type { DuplicateIds } from './inspection.js';

const mostExamples = 20;

/** Finds ids that occur twice, or twice but for letter case, without keeping the ids. */
export class DuplicateFinder {
  readonly #ids = new HashSet();
  readonly #folded = new HashSet();
  readonly #examples = new Set<string>();
  #sameId = 0;
  #sameButForCase = 0;

  /** The ids of two benchmarks do not meet. */
  add(id: string, benchmark = ''): void {
    const same = this.#ids.add(`${benchmark}\0${id}`);
    const alike = this.#folded.add(`${benchmark}\0${foldedId(id)}`);
    if (same) this.#sameId += 1;
    else if (alike) this.#sameButForCase += 1;
    else return;
    if (this.#examples.size < mostExamples) this.#examples.add(visibleText(id, 200));
  }

  result(): DuplicateIds {
    return { sameId: this.#sameId, sameButForCase: this.#sameButForCase, examples: [...this.#examples] };
  }
}
