import type { Choice, Selection } from '../../model/selection.js';
import { forecastHalfWidth, forecastOf, forecastPrecision } from '../../purposes/forecast.js';
import { effectiveSize } from '../../statistics/variance/kish.js';
import type { PoolResults } from '../question/pool-results.js';
import type { Comparison } from './detectable.js';
import { plannedDiscordance } from './planned-discordance.js';
import { plannedVariances } from './planned-variances.js';
import type { PlannedDiscordance, PlannedVariances } from './power-assessment.js';
import { type PowerSetting, powerSetting } from './power-setting.js';

/** The comparison of two systems on a selection, before any run. Every detectable difference is computed from it. */
export interface ExpectedComparison {
  readonly comparison: Comparison & { readonly discordance: PlannedDiscordance; readonly variances: PlannedVariances };
  /** How many equally weighted tasks the selection is worth. */
  readonly size: number;
}

/** Plans a comparison from the option, else the results, else the earlier systems of the pool, else the usual values. */
export function expectedComparison(
  selection: Selection,
  results: PoolResults | undefined,
  setting: PowerSetting = powerSetting({}),
): ExpectedComparison {
  const { level, power } = setting;
  const earlier = earlierResults(selection)?.difference;
  const discordance = plannedDiscordance(results, setting.discordance, earlier);
  const variances = plannedVariances(results, discordance);
  const { choices, kind } = selection;
  return {
    comparison: { goal: { level, power }, discordance, variances },
    size: earlier?.size ?? sizeOf(choices, kind === 'representative'),
  };
}

/** Kish's effective size by the weights of the design, or the number of tasks if they have none. */
export function sizeOf(choices: readonly Choice[], isWeighted: boolean): number {
  return isWeighted ? effectiveSize(choices.map(({ probability = 1 }) => 1 / probability)) : choices.length;
}

/** What the results of earlier systems on the pool let us expect of the next ones. */
interface EarlierResults {
  /** Half of the 95% interval of a level; it has a meaning for a probability sample only. */
  readonly halfWidth: number;
  /** How often two systems disagree. `size` is set if the design uses what was learned. */
  readonly difference:
    | { readonly discordance: number; readonly partial: boolean; readonly size: number | undefined }
    | undefined;
}

/** Undefined unless the plan has one benchmark, and earlier systems have results on its tasks. */
export function earlierResults({ benchmarks, plan, weighting }: Selection): EarlierResults | undefined {
  const [only, ...others] = benchmarks;
  if (only === undefined || others.length > 0 || only.census !== undefined) return undefined;
  const of = forecastOf(only, String(plan.seed ?? ''));
  if (of === undefined) return undefined;
  const { halfWidth, difference } = forecastPrecision(of);
  const isDesigned = only.learned !== undefined && only.kind === 'representative';
  return {
    halfWidth: isDesigned ? halfWidth.design : forecastHalfWidth(of, weighting?.designEffect ?? 1),
    difference: difference && {
      discordance: difference.discordance,
      partial: difference.isPartial,
      size: isDesigned ? of.places / difference.share : undefined,
    },
  };
}
