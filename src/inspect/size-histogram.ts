import type { SizeSummary } from './inspection.js';

const binsPerOctave = 8;
const shownBins = 12;
// Far beyond what is counted in a task; keeps the number of bins fixed.
const [lowestBin, highestBin] = [-20 * binsPerOctave, 64 * binsPerOctave];

interface Bin {
  count: number;
  sum: number;
}

/** Counts numbers, zero or more, in bins a twelfth wider each: whole numbers up to 16 have their own. */
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

  /** Undefined when no number was added. */
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

/** Three digits, and no fraction from ten up: more would claim more than the bins know. */
function rounded(value: number): number {
  const near = Number(value.toPrecision(3));
  return near < 10 ? near : Math.round(near);
}
