import { normalCdf, normalQuantile } from '../statistics/distributions.js';
import { boundariesAt, conditionalPower } from '../statistics/spending.js';
import type { Verdict } from './look-record.js';

/** A look to judge: its evidence, and the looks before and after it. */
export interface LookToJudge {
  /** Above 0: better, or the requirement met. */
  readonly z: number;
  /** Whether z comes from a p-value that counts every case; random sign flips can't support a very small one. */
  readonly isExact: boolean;
  /** Its share of the information of the last look. */
  readonly fraction: number;
  /** The fractions of the looks before it. */
  readonly before: readonly number[];
  /** The fractions of the planned looks after it; the last is 1, unless this look is the last. */
  readonly after: readonly number[];
  readonly errorRate: number;
  /** Whether only one direction is asked for: then each side has the whole error rate. */
  readonly isRequirement: boolean;
  /** Whether to stop if the comparison is unlikely to find a difference. */
  readonly futility: boolean;
}

/** Below this chance at the planned effect, a look stops for futility. */
export const futileBelow = 0.1;
/** The power that looks are planned for. */
const plannedPower = 0.8;
/** No p-value from random sign flips is trusted below this. */
const finestRandomP = 1e-4;

/**
 * Judges one look at results that grow. The futility stop is non-binding: the boundaries hold whether it is followed or
 * not. `spent` is the error rate on both sides together, or on each side of a requirement; `chanceLeft` the chance that
 * the last look still decides at the planned effect; a look `isTooCoarse` if its p-value can't support its z.
 */
export function judgeLook(look: LookToJudge) {
  const { z, isExact, fraction, before, after, errorRate, isRequirement, futility } = look;
  const side = isRequirement ? errorRate : errorRate / 2;
  const boundaries = boundariesAt([...before, fraction, ...after], side);
  const boundary = boundaries[before.length] ?? { fraction, critical: Number.POSITIVE_INFINITY, spent: 0 };
  const spent = isRequirement ? boundary.spent : 2 * boundary.spent;
  const crosses = Math.abs(z) > boundary.critical;
  const isTooCoarse = crosses && !isExact && 2 * normalCdf(-boundary.critical) < finestRandomP;
  const last = after.length === 0;
  const drift = normalQuantile(1 - side) + normalQuantile(plannedPower);
  const critical = boundaries.at(-1)?.critical ?? Number.POSITIVE_INFINITY;
  const chanceLeft = last ? undefined : conditionalPower(Math.abs(z), fraction, critical, drift);
  const isFutile = futility && !isTooCoarse && (chanceLeft ?? 1) < futileBelow;
  const verdict = (): Verdict => {
    if (crosses && !isTooCoarse) return isRequirement ? (z > 0 ? 'passed' : 'failed') : z > 0 ? 'better' : 'worse';
    if (last) return 'undecided';
    return !isFutile ? 'continue' : isRequirement ? 'undecided' : 'no-difference';
  };
  return { verdict: verdict(), boundary, spent, chanceLeft, isTooCoarse };
}

/** The share of the information of all tasks that some of them have: for a level the pool's size counts, if not all of it is selected. */
export function informationShare(tasks: number, all: number, population: number | undefined): number {
  if (tasks >= all) return 1;
  if (population === undefined || all >= population) return tasks / all;
  return (1 / all - 1 / population) / (1 / tasks - 1 / population);
}
