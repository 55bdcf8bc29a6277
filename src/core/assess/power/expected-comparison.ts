import type { Choice, Selection } from '../../model/selection.js';
import { earlierSystems, halfWidthOf } from '../../purposes/forecast.js';
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
  /** Half of the 95% interval of a level by earlier results on the pool; undefined without them. For a sample only. */
  readonly halfWidth: number | undefined;
}

/** Plans a comparison from the option, else the results, else the earlier systems of the pool, else the usual values. */
export function expectedComparison(
  selection: Selection,
  results: PoolResults | undefined,
  setting: PowerSetting = powerSetting({}),
): ExpectedComparison {
  const { level, power } = setting;
  const { difference, size, halfWidth } = earlierResults(selection) ?? {};
  const discordance = plannedDiscordance(results, setting.discordance, difference);
  const variances = plannedVariances(results, discordance);
  const { choices, kind } = selection;
  return {
    comparison: { goal: { level, power }, discordance, variances },
    size: size ?? sizeOf(choices, kind === 'representative'),
    halfWidth,
  };
}

/** Kish's effective size by the weights of the design, or the number of tasks if they have none. */
export function sizeOf(choices: readonly Choice[], isWeighted: boolean): number {
  return isWeighted ? effectiveSize(choices.map(({ probability = 1 }) => 1 / probability)) : choices.length;
}

/** What the results of earlier systems on the pool let us expect of the next ones. */
interface EarlierResults {
  readonly halfWidth: number;
  /** How often two systems disagree. */
  readonly difference: { readonly discordance: number; readonly isPartial: boolean } | undefined;
  /** What the tasks are worth for a difference, if the design uses what was learned. */
  readonly size?: number | undefined;
}

/** Undefined unless the plan has one benchmark, and earlier systems have results on its tasks. */
function earlierResults({ benchmarks, weighting }: Selection): EarlierResults | undefined {
  const [only, ...others] = benchmarks;
  if (only === undefined || others.length > 0 || only.census !== undefined) return undefined;
  const { tasks, leftOut, priorRewards, learned, kind, choices } = only;
  if (priorRewards === undefined || choices.length === 0) return undefined;
  if (learned !== undefined && kind === 'representative') {
    const { halfWidth, difference } = learned.forecast;
    return { halfWidth: halfWidth.design, difference, size: difference && choices.length / difference.share };
  }
  const out = new Set(leftOut);
  const fitting = tasks.filter(({ id }) => !out.has(id));
  const earlier = earlierSystems(fitting, priorRewards);
  if (earlier === undefined) return undefined;
  const halfWidth = halfWidthOf(earlier, choices.length, weighting?.designEffect ?? 1);
  return { halfWidth, difference: earlier.difference };
}
