import { sumOf } from '../../core/lists/lists.js';
import type { Fault, Place, Warning } from '../../core/model/errors.js';
import type { RewardRange } from '../../core/model/result-settings.js';
import { capital, compareText, countOf, formatCount, visibleText } from '../../core/text/words.js';

const mostFaults = 20;

/** A warning and the number of cases. */
interface Tally {
  readonly code: string;
  readonly message: (count: number) => string;
  readonly first: string;
  count: number;
}

/** One error for all files: the words found, how often, and in how many results. */
export interface WordsFault {
  readonly code: string;
  /** Keeps errors of one code apart. */
  readonly about: string;
  readonly message: (words: readonly CountedWord[], results: number) => string;
  readonly hint: (words: readonly CountedWord[]) => string;
}

/** A word and how often it occurs. */
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

/** The lowest and highest reward so far, and the number out of range. */
interface SeenRewards {
  readonly least: number;
  readonly most: number;
  readonly outside: number;
  /** The first one out of range. */
  readonly first: { readonly value: number; readonly place: Place; readonly taskId: string | undefined } | undefined;
}

const noRewards: SeenRewards = { least: Infinity, most: -Infinity, outside: 0, first: undefined };

/** The place of an error, or the first file that a warning applies to. Notes with different `about` are separate. */
interface NoteDetails {
  readonly place?: Place | undefined;
  readonly hint?: string | undefined;
  readonly file?: string | undefined;
  readonly count?: number;
  readonly about?: string | undefined;
  /** The places that a warning advises to name; it is left out if the user has named all of them. */
  readonly places?: readonly string[] | undefined;
}

/** Collects errors and warnings about results: for one file, or for all files together. */
export class ReadingNotes {
  readonly #file: string | undefined;
  readonly #isNamed: (place: string) => boolean;
  /** Errors of one kind in one file: the first, and how many. */
  readonly #kinds = new Map<string, { readonly fault: Fault; readonly about: string; count: number }>();
  #faultCount = 0;
  readonly #tallies = new Map<string, Tally>();
  readonly #words = new Map<string, MetWords>();
  #rewards = noRewards;

  /**
   * @param file The default file for errors and warnings.
   * @param isNamed Whether the user has named the system of a place.
   */
  constructor(file?: string, isNamed: (place: string) => boolean = () => false) {
    this.#file = file;
    this.#isNamed = isNamed;
  }

  /** The first kinds of errors, up to a limit. An error in many rows of a file is reported once, with a count. */
  get faults(): readonly Fault[] {
    const kinds = [...this.#kinds.values()].map(({ fault, count }) =>
      count === 1
        ? fault
        : { ...fault, message: `${fault.message} The file has ${countOf(count - 1, 'more error')} of this kind.` },
    );
    const words = [...this.#words.values()].map(({ fault, place, counts, results }): Fault => {
      const met = [...counts]
        .map(([word, count]) => ({ word, count }))
        .sort((a, b) => b.count - a.count || compareText(a.word, b.word));
      return { code: fault.code, message: fault.message(met, results), place, hint: fault.hint(met) };
    });
    const message = `${countOf(this.#untold, 'more error')} not shown.`;
    return [...kinds, ...words, ...(this.#untold === 0 ? [] : [{ code: 'outcomes/more', message }])];
  }

  /** The number of errors not in `faults`. */
  get #untold(): number {
    const told =
      sumOf(this.#kinds.values(), ({ count }) => count) + sumOf(this.#words.values(), ({ results }) => results);
    return this.#faultCount - told;
  }

  /** The rewards that were read. */
  get rewards(): SeenRewards {
    return this.#rewards;
  }

  /** Counts a number that was read as a reward, on the scale of its file. */
  reward(value: number, isOutside: boolean, place: Place, taskId?: string): void {
    const { least, most, outside, first } = this.#rewards;
    // Nearly every reward is between two others.
    if (!isOutside && value >= least && value <= most) return;
    this.#rewards = {
      least: Math.min(least, value),
      most: Math.max(most, value),
      outside: outside + (isOutside ? 1 : 0),
      first: first ?? (isOutside ? { value, place, taskId } : undefined),
    };
  }

  /** Counts the words in one result that the user must decide on. All files share one error. */
  words(fault: WordsFault, words: readonly string[], place: Place): void {
    this.#addWords({ fault, place, counts: new Map(words.map((word) => [word, 1])), results: 1 });
  }

  #addWords({ fault, place, counts, results }: MetWords): void {
    const key = JSON.stringify([fault.code, fault.about]);
    const met = this.#words.get(key) ?? { fault, place, counts: new Map(), results: 0 };
    this.#words.set(key, met);
    met.results += results;
    for (const [word, count] of counts) met.counts.set(word, (met.counts.get(word) ?? 0) + count);
    this.#faultCount += results;
  }

  /** The number of errors. */
  get faultCount(): number {
    return this.#faultCount;
  }

  fault(code: string, message: string, { place, hint, about = '' }: NoteDetails = {}): void {
    const where = this.#file === undefined ? { ...place } : { file: this.#file, ...place };
    this.#add({ code, message, place: where, ...(hint === undefined ? {} : { hint }) }, 1, about);
  }

  #add(fault: Fault, count: number, about: string): void {
    this.#faultCount += count;
    // The message without the values it quotes.
    const bare = fault.message.replace(/"[^"]*"|\d+/g, '…');
    const key = JSON.stringify([fault.code, fault.place?.file, bare, fault.hint, about]);
    const kind = this.#kinds.get(key);
    if (kind !== undefined) kind.count += count;
    else if (this.#kinds.size < mostFaults) this.#kinds.set(key, { fault, count, about });
  }

  /** Counts a warning. The wording of the first one is used. */
  warn(code: string, message: (count: number) => string, details: NoteDetails = {}): void {
    const { count = 1, file = this.#file ?? '', about = '', places } = details;
    if (places?.every(this.#isNamed) === true) return;
    const key = `${code}\n${about}`;
    const tally = this.#tallies.get(key);
    if (tally === undefined) this.#tallies.set(key, { code, message, first: file, count });
    else tally.count += count;
  }

  /** Adds everything in other notes. */
  include(other: ReadingNotes): void {
    for (const { fault, count, about } of other.#kinds.values()) this.#add(fault, count, about);
    this.#faultCount += other.#untold;
    for (const words of other.#words.values()) this.#addWords(words);
    const { least, most, outside, first } = other.#rewards;
    const own = this.#rewards;
    this.#rewards = {
      least: Math.min(own.least, least),
      most: Math.max(own.most, most),
      outside: own.outside + outside,
      first: own.first ?? first,
    };
    for (const [key, { code, message, first, count }] of other.#tallies) {
      this.warn(code, message, { file: first, count, about: key.slice(code.length + 1) });
    }
  }

  /** Each warning once, in an order that doesn't depend on the order of the files. */
  warnings(): readonly Warning[] {
    return [...this.#tallies.entries()]
      .sort(([a], [b]) => compareText(a, b))
      .map(([, { code, message, first, count }]) => ({
        code,
        message: `${message(count)}${whereSeen(first, count)}`,
      }));
  }
}

function whereSeen(first: string, count: number): string {
  if (first === '') return '';
  return ` ${count === 1 ? 'See' : 'First seen in'} ${visibleText(first, 200)}.`;
}

/** "correctness" (412), "patch_bloat" (412) and 3 more. */
export function countedWords(words: readonly CountedWord[]): string {
  const shown = words
    .slice(0, mostWords)
    .map(({ word, count }) => `"${visibleText(word, 40)}" (${formatCount(count)})`);
  return `${shown.join(', ')}${words.length > mostWords ? ` and ${formatCount(words.length - mostWords)} more` : ''}`;
}

const mostWords = 8;

/** Reports all rewards that are out of range, in one error for all files, or in a warning if scores are only counted. */
export function judgeRange(notes: ReadingNotes, range: RewardRange | undefined, countsOnly: boolean): void {
  const { least, most, outside, first } = notes.rewards;
  if (first === undefined) return;
  const expected = range === undefined ? '0 to 1' : `${range[0]} to ${range[1]} (--reward-range)`;
  const task = first.taskId === undefined ? '' : ` for "${visibleText(first.taskId, 80)}"`;
  const which =
    outside === 1
      ? `a reward of ${first.value}${task} is outside the range ${expected}`
      : `${formatCount(outside)} rewards are outside the range ${expected}; the first is ${first.value}${task}`;
  const words = `${which}.${least === most ? '' : ` All rewards are between ${least} and ${most}.`}`;
  const from = Math.min(0, Math.floor(least));
  const to = most <= 1 ? 1 : most <= 10 ? Math.ceil(most) : most <= 100 ? 100 : Math.ceil(most);
  const percent =
    range === undefined && least >= 0 && most <= 100 ? ' Or write percentages with a sign, as in 50%.' : '';
  const hint = `If the scale is ${from} to ${to}, add --reward-range ${from}..${to} to rescale rewards to 0–1 (in a plan, results: { reward_range: [${from}, ${to}] }).${percent}`;
  const { place } = first;
  if (countsOnly) {
    const message = () =>
      `${capital(words)} This command only needs to know that they were scored, but other commands need the scale. ${hint}`;
    notes.warn('outcomes/reward-range', message, { file: place.file });
  } else notes.fault('outcomes/reward', words, { place, hint });
}
