import { normalCdf, normalQuantile } from '../statistics/distributions.js';
import { boundariesAt, conditionalPower } from '../statistics/spending.js';
import type { Verdict } from './look-record.js';

export interface LookToJudge {
  /** Above 0 if the system is better, or the requirement is met. */
  readonly z: number;
  /** Whether z comes from an exact p-value; random sign flips can't support a very small one. */
  readonly isExact: boolean;
  /** The information at this look over that at the final look. */
  readonly fraction: number;
  readonly before: readonly number[];
  /** The fractions of the remaining planned looks. The last one is 1; empty if this look is the final one. */
  readonly after: readonly number[];
  readonly errorRate: number;
  /** Whether the question is one-sided; each side then gets the whole error rate. */
  readonly isRequirement: boolean;
  readonly futility: boolean;
}

export const futileBelow = 0.1;
const plannedPower = 0.8;
/** P-values from random sign flips below this are not trusted. */
const finestRandomP = 1e-4;

/**
 * Judges one look at accumulating results. The futility stop is non-binding: the boundaries are valid whether or not it
 * is followed. `spent` is the error rate of both sides together, or of each side of a requirement. `chanceLeft` is the
 * conditional power at the final look. A look `isTooCoarse` if its p-value can't support its z.
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

/** The information of `tasks` over that of `all` tasks; for a level, pass the population to correct for its size. */
export function informationShare(tasks: number, all: number, population: number | undefined): number {
  if (tasks >= all) return 1;
  if (population === undefined || all >= population) return tasks / all;
  return (1 / all - 1 / population) / (1 / tasks - 1 / population);
}
