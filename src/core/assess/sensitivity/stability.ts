import { jaccard } from '../../statistics/balance.js';
import { quantile } from '../../statistics/summary.js';
import type { Sensitivity, Stability } from './sensitivity.js';

const coreFrom = 0.9;
const swingAbove = 0.1;

/** Counts, draw by draw, what is selected against the base: no draw is kept. */
export class StabilityTally<Member> {
  readonly #base: ReadonlySet<Member>;
  readonly #counts = new Map<Member, number>();
  readonly #overlaps: number[] = [];

  constructor(base: ReadonlySet<Member>) {
    this.#base = base;
  }

  add(chosen: ReadonlySet<Member>): void {
    this.#overlaps.push(jaccard(this.#base, chosen));
    for (const member of chosen) this.#counts.set(member, (this.#counts.get(member) ?? 0) + 1);
  }

  /** The share of the draws that select each member; one that none selects is not listed. */
  get frequencies(): ReadonlyMap<Member, number> {
    return new Map([...this.#counts].map(([member, count]) => [member, count / this.#overlaps.length]));
  }

  /** What the draws say; there must be at least one. */
  get stability(): Stability {
    let [core, swing, newcomers] = [0, 0, 0];
    for (const [member, share] of this.frequencies) {
      if (!this.#base.has(member)) newcomers += 1;
      else if (share >= coreFrom) core += 1;
      if (swings(share)) swing += 1;
    }
    return { overlap: spreadOf(this.#overlaps), core, swing, newcomers };
  }
}

/** Whether a task with this inclusion frequency is in by the luck of the weights. */
export function swings(frequency: number): boolean {
  return frequency > swingAbove && frequency < coreFrom;
}

/** Mean, minimum and the middle 90% of a non-empty list. */
export function spreadOf(values: readonly number[]): Sensitivity['overlap'] {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    min: quantile(sorted, 0),
    p5: quantile(sorted, 0.05),
    p95: quantile(sorted, 0.95),
  };
}
