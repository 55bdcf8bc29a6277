import type { ProblemList, ReasonList, SizeSummary, ValueCounts } from '../core/contracts/inspect-document.js';
import { compareText, visibleText } from '../core/text/words.js';
import { withSlashes } from './given-paths.js';

const mostReasons = 1000;
/** A reason may list the columns of a table before its advice. */
const longestReason = 2000;

/** Counts reasons, each with the first place where it occurred. Beyond a thousand, all further reasons are counted together. */
export class ReasonCounts {
  readonly #reasons = new Map<string, { count: number; example: string }>();
  #total = 0;

  add(reason: string, place: string): void {
    this.#total += 1;
    const shown = visibleText(reason, longestReason);
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

/** Counts values in limited memory: the first thousand distinct values one by one, all others together. */
export class CappedCounts {
  readonly #counts = new Map<string, number>();
  readonly #longest: number;
  #others = 0;

  /** Values longer than `longest` are counted with the others. */
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

const binsPerOctave = 8;
const shownBins = 12;
// Far beyond any count in a task; limits the number of bins.
const [lowestBin, highestBin] = [-20 * binsPerOctave, 64 * binsPerOctave];

interface Bin {
  count: number;
  sum: number;
}

/** Counts non-negative numbers in bins that grow by a twelfth; whole numbers up to 16 each have their own bin. */
export class SizeHistogram {
  readonly #bins = new Map<number, Bin>();
  #count = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  add(value: number): void {
    this.#count += 1;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    const index = binOf(value);
    const bin = this.#bins.get(index);
    if (bin === undefined) this.#bins.set(index, { count: 1, sum: value });
    else {
      bin.count += 1;
      bin.sum += value;
    }
  }

  /** Undefined if no number was added. */
  result(): SizeSummary | undefined {
    if (this.#count === 0) return undefined;
    const bins = [...this.#bins].sort(([a], [b]) => a - b).map(([, bin]) => bin);
    return {
      tasks: this.#count,
      min: this.#min,
      median: this.#quantile(bins, 0.5),
      p90: this.#quantile(bins, 0.9),
      max: this.#max,
      bins: this.#shown(bins),
    };
  }

  #quantile(bins: readonly Bin[], share: number): number {
    let left = Math.ceil(this.#count * share);
    for (const { count, sum } of bins) {
      left -= count;
      if (left <= 0) return rounded(sum / count);
    }
    return this.#max;
  }

  #shown(bins: readonly Bin[]): SizeSummary['bins'] {
    const [low, high] = [Math.log1p(this.#min), Math.log1p(this.#max)];
    const count = high > low ? shownBins : 1;
    const tasks = new Array<number>(count).fill(0);
    for (const bin of bins) {
      const place = high > low ? (Math.log1p(bin.sum / bin.count) - low) / (high - low) : 0;
      const index = Math.min(count - 1, Math.max(0, Math.floor(place * count)));
      tasks[index] = (tasks[index] ?? 0) + bin.count;
    }
    const edge = (i: number) => rounded(Math.expm1(low + ((high - low) * i) / count));
    return tasks.map((each, i) => ({ from: edge(i), to: edge(i + 1), tasks: each }));
  }
}

function binOf(value: number): number {
  if (value <= 0) return lowestBin - 1;
  return Math.min(highestBin, Math.max(lowestBin, Math.floor(Math.log2(value) * binsPerOctave)));
}

/** Three digits, without a fraction from ten up; the bins are not more precise. */
function rounded(value: number): number {
  const near = Number(value.toPrecision(3));
  return near < 10 ? near : Math.round(near);
}

const emptySlots = 1024;

/** A set of 53-bit hashes of texts, at eight bytes per slot: a million texts take 16 to 30 MB. */
export class HashSet {
  #slots = new Float64Array(emptySlots);
  #size = 0;

  /** Adds a text; returns whether it was there before. */
  add(text: string): boolean {
    if (this.#size * 2 > this.#slots.length) this.#grow();
    const hash = hashOf(text);
    const slot = slotOf(hash, this.#slots);
    if (this.#slots[slot] === hash) return true;
    this.#slots[slot] = hash;
    this.#size += 1;
    return false;
  }

  has(text: string): boolean {
    const hash = hashOf(text);
    return this.#slots[slotOf(hash, this.#slots)] === hash;
  }

  #grow(): void {
    const larger = new Float64Array(this.#slots.length * 2);
    for (const hash of this.#slots) if (hash !== 0) larger[slotOf(hash, larger)] = hash;
    this.#slots = larger;
  }
}

/** The slot with the hash, or the empty slot for it. The number of slots is a power of two, and some are always empty. */
function slotOf(hash: number, slots: Float64Array): number {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0 && slots[slot] !== hash) slot = (slot + 1) & mask;
  return slot;
}

/** cyrb53: two multiplicative hashes side by side; zero, which marks an empty slot, becomes one. */
function hashOf(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0) || 1;
}
