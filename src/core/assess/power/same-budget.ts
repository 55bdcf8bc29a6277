import { bestRepeats, type RepeatCosts, repeatStandardError } from '../../statistics/power.js';
import { atEnds } from './detectable.js';
import type { BestRepeats, PlannedVariances, SameBudget } from './power-assessment.js';
import { shownRepeats } from './power-row.js';

/** What the budget is spent on. */
export interface Spending {
  readonly variances: PlannedVariances;
  readonly selected: number;
  readonly eligible: number;
  /** Runs of each task that the budget is for. */
  readonly repeats: number;
  /** How many equally weighted tasks one task is worth. */
  readonly worth: number;
  readonly costs: RepeatCosts | undefined;
}

/** The standard error when the same runs are spent on more tasks or on more repeats. */
export function sameBudget({ variances, selected, eligible, repeats, worth, costs }: Spending): SameBudget {
  const runs = selected * repeats;
  return {
    runs,
    ways: shownRepeats.map((each) => {
      const tasks = Math.max(1, Math.round(runs / each));
      const standardError = atEnds((end) => repeatStandardError(variances[end], tasks * worth, each));
      return { repeats: each, tasks, possible: tasks <= eligible, standardError };
    }),
    // (A + B)(c + 1) = (A + B/2)(c + 2) for c = 2A/B, with A between tasks, B of the runs, c of a task in runs.
    twoRunsPayFrom: atEnds((end) => (2 * variances[end].effect) / variances[end].within),
    best: costs === undefined ? undefined : atEnds((end) => best(variances[end], costs)),
  };
}

const mostRepeats = 100;

/** The rounding that costs least: of two neighbours the nearer need not be the better. */
function best(variances: PlannedVariances['low'], costs: RepeatCosts): BestRepeats {
  const exact = bestRepeats(variances, costs);
  const costOf = (repeats: number) =>
    (variances.effect + variances.within / repeats) * (costs.perTask + repeats * costs.perRun);
  const lower = Math.min(mostRepeats, Math.max(1, Math.floor(exact)));
  const upper = Math.min(mostRepeats, lower + 1);
  return { exact, whole: costOf(upper) < costOf(lower) ? upper : lower };
}
