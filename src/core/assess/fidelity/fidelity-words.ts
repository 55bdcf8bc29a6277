import { countOf } from '../../text/count-of.js';
import type { Grade } from '../question/question.js';
import type { FidelityAssessment, FidelityRow, FidelityScope, MetricFidelity } from './fidelity.js';

/** Whether the level and the ranking of a choice hold, beside chance. */
export interface FidelityVerdict {
  /** "off": more than chance gives. "chance": as random draws of this size. "near": so, and small too. */
  readonly level: 'near' | 'chance' | 'off';
  /** Undefined where there is no ranking. */
  readonly ranking: 'holds' | 'chance' | 'off' | undefined;
}

/** A mean absolute error up to this is small: a random sample of about a hundred tasks gives as much. */
const nearWithin = 0.05;
/** Of the pairs of systems that are 3 points or more apart, so many must be in order for a ranking to hold. */
const pairsForOrder = 0.9;

/** What the figures, with missing results left out, amount to. */
export function fidelityVerdict({ readings }: FidelityRow): FidelityVerdict {
  const { bias, mae, rmse, kendall, pairs, widePairs } = readings[0].metrics;
  const isOff = bias.chance?.standing === 'worse' || rmse.chance?.standing === 'worse';
  const inOrder = (widePairs.value ?? pairs.value ?? 0) >= pairsForOrder - 1e-9;
  return {
    level: isOff ? 'off' : (mae.value ?? 1) <= nearWithin ? 'near' : 'chance',
    ranking:
      kendall.value === undefined
        ? undefined
        : kendall.chance?.standing === 'worse'
          ? 'off'
          : inOrder
            ? 'holds'
            : 'chance',
  };
}

/** Good where the level is near and the ranking holds, or there is none. */
export function fidelityGrade({ scopes }: FidelityAssessment): Grade {
  const row = scopes[0]?.rows[0];
  if (row === undefined) return 'unknown';
  const { level, ranking } = fidelityVerdict(row);
  // One or two systems, or systems that all do the same, show that nothing is wrong, not that all is well.
  const [{ systems }] = row.readings;
  const shown = systems.filter(({ counted, poolRate }) => counted && poolRate > 0 && poolRate < 1).length;
  if (level === 'near' && shown < 3) return 'unknown';
  return level === 'near' && (ranking === undefined || ranking === 'holds') ? 'good' : 'look';
}

/** One sentence or two on the selection; `whyNone` says why no result fits the pool. */
export function fidelitySentence({ scopes, notJudged }: FidelityAssessment, whyNone: string | undefined): string {
  const row = scopes[0]?.rows[0];
  if (row !== undefined) {
    return `${scopes[0]?.benchmark ?? 'All judged benchmarks'}: ${levelSentence(row)} ${rankingSentence(row)}`;
  }
  if (whyNone !== undefined) return `Fidelity cannot be judged: ${whyNone}`;
  // A benchmark that is taken whole, or that nobody ran, is no reason; one with results that do not do is.
  const cause = notJudged.find(({ reason }) => reason !== 'taken-whole' && reason !== 'no-results');
  if (cause !== undefined) return `Fidelity cannot be judged: in ${cause.benchmark} ${cause.why}`;
  return 'Fidelity cannot be judged: it needs results (--results) of systems on selected tasks and on others of the same benchmark.';
}

/** One sentence on the level. */
export function levelSentence(row: FidelityRow): string {
  const { metrics, counted } = row.readings[0];
  const { bias, rmse, mae } = metrics;
  const { level } = fidelityVerdict(row);
  const over = counted === 1 ? '' : ` on average over ${counted} systems`;
  const draws = `random draws of ${row.selected}`;
  if (bias.chance === undefined || rmse.chance === undefined) {
    return `Its level is off by ${signed(bias.value)} points${over}; there is no random draw to compare it with.`;
  }
  const range = `95% of ${draws} stay within ${signed(bias.chance.from)} and ${signed(bias.chance.to)}`;
  if (bias.chance.standing === 'worse') {
    return `Its level is off by ${signed(bias.value)} points${over}, more than chance gives (${range}).`;
  }
  if (level === 'off') {
    return `Its levels are off by ${points(rmse.value)} points (root mean square over ${counted} systems), more than chance gives (95% of ${draws} stay below ${points(rmse.chance.to)}), though they cancel to ${signed(bias.value)} on average.`;
  }
  const size = counted === 1 ? '' : `, mean absolute error ${points(mae.value)}`;
  const usual = level === 'near' ? 'within chance' : 'no more than chance gives, but not small';
  return `Its level is off by ${signed(bias.value)} points${over}${size}: ${usual} (${range}; percentile ${percentile(bias.chance.percentile)}).`;
}

/** One sentence on the ranking; what it puts first is said where that costs anything. */
export function rankingSentence(row: FidelityRow): string {
  const { metrics, counted } = row.readings[0];
  const { kendall, widePairs, regret } = metrics;
  const { ranking } = fidelityVerdict(row);
  if (counted === 1) return 'There is one system, so nothing to rank.';
  if (ranking === undefined || kendall.value === undefined) return 'There is no ranking to compare.';
  const drawn =
    kendall.chance === undefined
      ? ''
      : `, random draws ${kendall.chance.low.toFixed(2)} to ${kendall.chance.high.toFixed(2)}`;
  const wide =
    widePairs.value === undefined
      ? ''
      : `; ${Math.round(100 * widePairs.value)}% of the pairs 3 points or more apart in order`;
  const figures = `(tau-b ${kendall.value.toFixed(2)}${drawn}${wide})`;
  const first = (regret.value ?? 0) > 0 ? firstSentence(regret, row.selected) : '';
  const says = {
    holds: `Its ranking of the ${counted} systems holds ${figures}.`,
    chance: `Its ranking of the ${counted} systems is no worse than chance gives, but loose ${figures}.`,
    off: `Its ranking of the ${counted} systems does not hold: it is worse than chance gives ${figures}.`,
  };
  return says[ranking] + first;
}

function firstSentence({ value, chance }: MetricFidelity, selected: number): string {
  const seldom = chance?.standing === 'worse' ? `, further than in 95% of random draws of ${selected}` : '';
  return ` But the system it puts first is ${points(value)} points below the best${seldom}.`;
}

/** What a table is about. */
export function scopeTitle({ benchmark, kind, eligible }: FidelityScope, selected: number): string {
  return `${benchmark ?? 'all judged benchmarks'}: ${selected} of ${countOf(eligible, 'task')}, ${kind}`;
}

/** A share in points with its sign: -7.9, +1.3, 0.0. */
export function signed(share: number | undefined): string {
  const text = points(share);
  return Number(text) === 0 ? '0.0' : Number(text) > 0 ? `+${text}` : text;
}

/** A share in points. */
export function points(share: number | undefined): string {
  return share === undefined ? '-' : (100 * share).toFixed(1);
}

/** Where a figure stands among the draws, from 0 to 100. */
export function percentile(share: number): string {
  return share < 0.01 ? '<1' : share > 0.99 ? '>99' : String(Math.round(100 * share));
}
