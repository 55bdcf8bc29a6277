import { comparable, mean, quantile } from '../../statistics/summary.js';
import type { BesideChance, Chance } from './fidelity.js';

/** Where a value stands among those of the random draws, of which there must be one; `good` says which side is the better. */
export function standAmong(value: number, drawn: readonly number[], good: 'near 0' | 'low' | 'high'): Chance {
  const own = comparable(value);
  // Numbers in an array of their own kind are sorted without comparing them one by one.
  const sorted = Array.from(Float64Array.from(drawn, comparable).sort());
  const at = (p: number) => quantile(sorted, p);
  const [from, to] = [at(0.025), at(0.975)];
  let below = 0;
  for (const each of sorted) below += each < own ? 1 : each === own ? 0.5 : 0;
  return {
    mean: mean(drawn),
    size: Math.sqrt(mean(drawn.map((each) => each * each))),
    low: at(0.05),
    high: at(0.95),
    from,
    to,
    percentile: below / sorted.length,
    standing: own < from ? lowSide(good) : own > to ? highSide(good) : 'within',
  };
}

function lowSide(good: 'near 0' | 'low' | 'high'): BesideChance {
  return good === 'low' ? 'better' : 'worse';
}

function highSide(good: 'near 0' | 'low' | 'high'): BesideChance {
  return good === 'high' ? 'better' : 'worse';
}
