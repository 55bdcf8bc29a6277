import type { Fault, Place, Warning } from '../../core/model/fault.js';
import { compareText } from '../../core/text/compare-text.js';
import { visibleText } from '../../core/text/visible-text.js';

const mostFaults = 20;

/** A remark that is made once, with how often it was true. */
interface Tally {
  readonly code: string;
  readonly message: (count: number) => string;
  readonly first: string;
  count: number;
}

/** Collects what is wrong with results and what had to be decided about them. */
export class ReadingNotes {
  readonly #faults: Fault[] = [];
  #faultCount = 0;
  readonly #tallies = new Map<string, Tally>();

  /** The first faults, as many as anyone reads. */
  get faults(): readonly Fault[] {
    return this.#faults;
  }

  /** How many faults there are. */
  get faultCount(): number {
    return this.#faultCount;
  }

  fault(code: string, message: string, place: Place, hint?: string): void {
    this.#faultCount += 1;
    if (this.#faults.length >= mostFaults) return;
    this.#faults.push({ code, message, place, ...(hint === undefined ? {} : { hint }) });
  }

  /** Counts a remark; the words are those of the first, and `about` keeps remarks on different things apart. */
  warn(code: string, file: string, message: (count: number) => string, count = 1, about = ''): void {
    const key = `${code}\n${about}`;
    const tally = this.#tallies.get(key);
    if (tally === undefined) this.#tallies.set(key, { code, message, first: file, count });
    else tally.count += count;
  }

  /** Adds all that other notes hold. */
  include(other: ReadingNotes): void {
    this.#faultCount += other.#faultCount;
    this.#faults.push(...other.#faults.slice(0, mostFaults - this.#faults.length));
    for (const [key, { code, message, first, count }] of other.#tallies) {
      this.warn(code, first, message, count, key.slice(code.length + 1));
    }
  }

  /** Every remark as one warning, in an order that does not depend on the order of the files. */
  warnings(): readonly Warning[] {
    return [...this.#tallies.entries()]
      .sort(([a], [b]) => compareText(a, b))
      .map(([, { code, message, first, count }]) => ({
        code,
        message: `${message(count)} First in ${visibleText(first, 200)}.`,
      }));
  }
}
