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

/** An error about all files together: which words were met, how often, and in how many results. */
export interface WordsFault {
  readonly code: string;
  /** Keeps errors of one code apart. */
  readonly about: string;
  readonly message: (words: readonly CountedWord[], results: number) => string;
  readonly hint: (words: readonly CountedWord[]) => string;
}

/** A word and how often it was met. */
export interface CountedWord {
  readonly word: string;
  readonly count: number;
}

interface MetWords {
  readonly fault: WordsFault;
  readonly place: Place;
  readonly counts: Map<string, number>;
  results: number;
}

/** The rewards that were read: how far they reach, and those outside the range that they should be in. */
export interface SeenRewards {
  readonly least: number;
  readonly most: number;
  readonly outside: number;
  /** The first that is outside. */
  readonly first: { readonly value: number; readonly place: Place } | undefined;
}

const noRewards: SeenRewards = { least: Infinity, most: -Infinity, outside: 0, first: undefined };

/** Collects what is wrong with results and what had to be decided about them. */
export class ReadingNotes {
  readonly #kinds = new Map<string, Kind>();
  #faultCount = 0;
  readonly #tallies = new Map<string, Tally>();
  readonly #words = new Map<string, MetWords>();
  #rewards = noRewards;

  /** The first kinds of faults, as many as anyone reads: what is wrong with many rows of a file is said once, with their number. */
  get faults(): readonly Fault[] {
    const kinds = [...this.#kinds.values()].map(({ fault, count }) =>
      count === 1
        ? fault
        : { ...fault, message: `${fault.message} ${formatCount(count - 1)} more like it in this file.` },
    );
    const words = [...this.#words.values()].map(({ fault, place, counts, results }): Fault => {
      const met = [...counts].map(([word, count]) => ({ word, count })).sort(byCount);
      return { code: fault.code, message: fault.message(met, results), place, hint: fault.hint(met) };
    });
    return [...kinds, ...words];
  }

  /** How many faults there are that `faults` does not tell of. */
  get untold(): number {
    let told = 0;
    for (const { count } of this.#kinds.values()) told += count;
    for (const { results } of this.#words.values()) told += results;
    return this.#faultCount - told;
  }

  /** The rewards that were read. */
  get rewards(): SeenRewards {
    return this.#rewards;
  }

  /** Counts a number that was read as a reward, in the scale of its file. */
  reward(value: number, isOutside: boolean, place: Place): void {
    const { least, most, outside, first } = this.#rewards;
    // Nearly every reward lies where others do.
    if (!isOutside && value >= least && value <= most) return;
    this.#rewards = {
      least: Math.min(least, value),
      most: Math.max(most, value),
      outside: outside + (isOutside ? 1 : 0),
      first: first ?? (isOutside ? { value, place } : undefined),
    };
  }

  /** Counts the words of one result that the user must decide on; all files together make one error. */
  words(fault: WordsFault, words: readonly string[], place: Place): void {
    const met = this.#metWords(fault, place);
    met.results += 1;
    for (const word of words) met.counts.set(word, (met.counts.get(word) ?? 0) + 1);
    this.#faultCount += 1;
  }

  #metWords(fault: WordsFault, place: Place): MetWords {
    const key = JSON.stringify([fault.code, fault.about]);
    const met = this.#words.get(key) ?? { fault, place, counts: new Map(), results: 0 };
    this.#words.set(key, met);
    return met;
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
    for (const { fault, place, counts, results } of other.#words.values()) {
      const met = this.#metWords(fault, place);
      met.results += results;
      for (const [word, count] of counts) met.counts.set(word, (met.counts.get(word) ?? 0) + count);
      this.#faultCount += results;
    }
    const { least, most, outside, first } = other.#rewards;
    const own = this.#rewards;
    this.#rewards = {
      least: Math.min(own.least, least),
      most: Math.max(own.most, most),
      outside: own.outside + outside,
      first: own.first ?? first,
    };
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

function byCount(a: CountedWord, b: CountedWord): number {
  return b.count - a.count || compareText(a.word, b.word);
}

/** "correctness" (412), "patch_bloat" (412) and 3 more. */
export function countedWords(words: readonly CountedWord[]): string {
  const shown = words
    .slice(0, mostWords)
    .map(({ word, count }) => `"${visibleText(word, 40)}" (${formatCount(count)})`);
  return `${shown.join(', ')}${words.length > mostWords ? ` and ${formatCount(words.length - mostWords)} more` : ''}`;
}

const mostWords = 8;
