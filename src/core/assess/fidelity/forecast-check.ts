import { equivalentTasks } from '../../learning/forecast-level.js';
import { shareLeftOf } from '../../learning/forecast-share.js';
import type { BenchmarkSelection } from '../../model/selection.js';
import { learnTasks } from '../../purposes/learn-tasks.js';
import { purposeOf } from '../../purposes/purposes.js';
import { mean } from '../../statistics/summary/mean.js';
import { countOf } from '../../text/count-of.js';
import { type ConfigurationResults, meanReward } from '../question/pool-results.js';
import type { FidelityRow, ForecastCheck } from './fidelity.js';

/** What was forecast before the runs beside what came out on systems that nothing was learned from. */
export function forecastCheck(
  { plan, tasks, leftOut, learned, priorRewards, choices }: BenchmarkSelection,
  witnesses: readonly ConfigurationResults[],
  row: FidelityRow | undefined,
): ForecastCheck | undefined {
  if (learned === undefined || priorRewards === undefined || row === undefined) return undefined;
  const [{ systems, metrics }] = row.readings;
  const forecast = learned.forecast;
  const isRanking = purposeOf({ name: learned.purpose }).figure === 'tau';
  const out = new Set(leftOut);
  const fitting = tasks.filter(({ id }) => !out.has(id));
  const known = learnTasks(fitting, priorRewards);
  const shares = witnesses.flatMap((witness) => {
    const own = fitting.map(({ id }) => meanReward(witness, { benchmark: plan.name, id }) ?? Number.NaN);
    return known === undefined ? [] : (shareLeftOf([...known.results, own], known.results.length)?.share ?? []);
  });
  const share = shares.length === 0 ? undefined : mean(shares);
  return {
    purpose: learned.purpose,
    halfWidth: isRanking ? undefined : forecast.halfWidth.design,
    within: isRanking ? undefined : systems.filter(({ error }) => Math.abs(error) <= forecast.halfWidth.design).length,
    judged: systems.length,
    share: isRanking ? undefined : { forecast: forecast.share, found: share },
    equivalent: isRanking
      ? undefined
      : {
          forecast: forecast.equivalent,
          found: share === undefined ? undefined : equivalentTasks(choices.length, fitting.length, Math.min(1, share)),
        },
    tau: isRanking ? { forecast: forecast.tau?.design, found: metrics.kendall.value } : undefined,
  };
}

/** The check in one sentence or two. */
export function checkSentence({ halfWidth, within, judged, equivalent, share, tau }: ForecastCheck): string {
  const who = countOf(judged, 'system');
  if (tau !== undefined) {
    const [told, found] = [tau.forecast, tau.found].map((value) => (value === undefined ? 'none' : value.toFixed(2)));
    return `Forecast, checked on ${who} that nothing was learned from: τ ${told} was forecast, ${found} came out.`;
  }
  const rounded = (value: number | undefined) => (value === undefined ? 'unknown' : String(Math.round(value)));
  const gain =
    share?.found === undefined
      ? ''
      : ` Random tasks that would tell as much: ${rounded(equivalent?.forecast)} were forecast, ${rounded(equivalent?.found)} came out.`;
  const width = `± ${(100 * (halfWidth ?? 0)).toFixed(1)} points were forecast, and ${within} of ${who} ${within === 1 ? 'lies' : 'lie'} within that`;
  return `Forecast, checked on systems that nothing was learned from: ${width}.${gain}`;
}
