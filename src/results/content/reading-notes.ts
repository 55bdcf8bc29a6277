import type { Fault, Place, Warning } from '../../core/model/fault.js';
import { compareText } from '../../core/text/compare-text.js';
import { formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';

const mostFaults = 20;

/** A remark that is made once, with how often it was true. */
interface Tally {
  readonly code: string;
  readonly message: (count: number) => string;
  readonly first: string;
  count: number;
}

/** Faults of one kind in one file: the first, and how many. */
interface Kind {
  readonly fault: Fault;
  readonly about: string;
  count: number;
}

/** What a message says whatever values it quotes. */
function bare(message: string): string {
  return message.replace(/"[^"]*"|\d+/g, '…');
}

/** Collects what is wrong with results and what had to be decided about them. */
export class ReadingNotes {
  readonly #kinds = new Map<string, Kind>();
  #faultCount = 0;
  readonly #tallies = new Map<string, Tally>();

  /** The first kinds of faults, as many as anyone reads: what is wrong with many rows of a file is said once, with their number. */
  get faults(): readonly Fault[] {
    return [...this.#kinds.values()].map(({ fault, count }) =>
      count === 1
        ? fault
        : { ...fault, message: `${fault.message} ${formatCount(count - 1)} more like it in this file.` },
    );
  }

  /** How many faults there are that `faults` does not tell of. */
  get untold(): number {
    let told = 0;
    for (const { count } of this.#kinds.values()) told += count;
    return this.#faultCount - told;
  }

  /** How many faults there are. */
  get faultCount(): number {
    return this.#faultCount;
  }

  /** `about` keeps faults of one kind in different columns apart. */
  fault(code: string, message: string, place: Place, hint?: string, about = ''): void {
    this.#add({ code, message, place, ...(hint === undefined ? {} : { hint }) }, 1, about);
  }

  #add(fault: Fault, count: number, about: string): void {
    this.#faultCount += count;
    const key = JSON.stringify([fault.code, fault.place?.file, bare(fault.message), fault.hint, about]);
    const kind = this.#kinds.get(key);
    if (kind !== undefined) kind.count += count;
    else if (this.#kinds.size < mostFaults) this.#kinds.set(key, { fault, count, about });
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
    for (const { fault, count, about } of other.#kinds.values()) this.#add(fault, count, about);
    this.#faultCount += other.untold;
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
