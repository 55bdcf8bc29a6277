import type { Interval } from './interval.js';

/** A part of a sample that has one rate: a stratum, or a single unit drawn with a chance of its own. */
export interface TiltGroup {
  /** Its share of what the rate is about. */
  readonly share: number;
  /** Where its rate starts from; strictly between 0 and 1 unless it is fixed. */
  readonly base: number;
  /** What the variance r(1 − r) of its rate is multiplied with; 0: its rate is known and stays at `base`. */
  readonly factor: number;
  /** How far the tilt moves it, above 0; the largest of all groups is scaled to 1. */
  readonly pull: number;
}

/** A rate of several groups, and what an interval of it needs. */
export interface TiltedRate {
  readonly rate: number;
  readonly groups: readonly TiltGroup[];
  /** Student's quantile of the level. */
  readonly t: number;
  /** A variance that does not depend on the rates; 0 when absent. */
  readonly added?: number;
}

/**
 * The interval of a stratified rate by a score: the rates of all groups are tilted together, logit r = logit base + λ ·
 * pull, until the tilted rate lies t of its own standard errors from the estimate (after Wilson 1927; Yan and Su 2010
 * for strata). Strata without variance in the sample thus keep the variance that their size leaves possible. For a single
 * group it is Wilson's interval with size 1 / factor.
 */
export function tiltedInterval({ rate, groups, t, added = 0 }: TiltedRate): Interval {
  if (groups.every(({ factor }) => factor === 0) && added === 0) return { low: rate, high: rate };
  const most = groups.reduce((largest, { factor, pull }) => (factor > 0 ? Math.max(largest, pull) : largest), 0);
  const starts = groups.map(({ base }) => Math.log(base / (1 - base)));
  const at = (lambda: number) => {
    let [sum, variance] = [0, added];
    groups.forEach(({ share, base, factor, pull }, i) => {
      const own = factor === 0 ? base : 1 / (1 + Math.exp(-(starts[i] ?? 0) - (lambda * pull) / most));
      sum += share * own;
      variance += factor * own * (1 - own);
    });
    return { sum, reach: t * Math.sqrt(variance) };
  };
  const end = (isPast: (lambda: number) => boolean) => {
    let [low, high] = [-farthest, farthest];
    for (let round = 0; round < 52; round++) {
      const middle = (low + high) / 2;
      if (isPast(middle)) high = middle;
      else low = middle;
    }
    return at((low + high) / 2).sum;
  };
  const beyond = (sign: 1 | -1) => (lambda: number) => {
    const { sum, reach } = at(lambda);
    return sign === 1 ? sum - rate >= reach : sum - rate > -reach;
  };
  return { low: Math.min(rate, end(beyond(-1))), high: Math.max(rate, end(beyond(1))) };
}

/** Beyond this a tilted rate is 0 or 1 to a double. */
const farthest = 80;
