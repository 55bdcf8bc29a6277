import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { surveyVariance } from '../statistics/survey-variance.js';
import { unequalVariance } from '../statistics/unequal-variance.js';
import type { SampledTask } from './sample.js';

/** Whom the estimate is about: the tasks of the pool, or tasks like them that are not in it. */
export type Scope = 'pool' | 'beyond';

/** A task with a result, its weight after what is missing was made up for, and what it adds to the estimate. */
export interface Influence {
  readonly task: SampledTask;
  readonly weight: number;
  /** Linearised: weight × (value − mean) / Σ weights. */
  readonly influence: number;
  /** The variance that repeating its runs would show in its value; undefined when it is not known. */
  readonly noise: number | undefined;
}

/** The variance of an estimate under the design of the sample. */
export interface DesignVariance {
  readonly variance: number;
  readonly degreesOfFreedom: number;
  /** Strata of which one task alone tells. */
  readonly lonely: number;
}

/**
 * The variance by stratum: as in simple random sampling where chances were equal (for systematic and spread samples that
 * errs on the side of caution), by Hájek and Deville where they were not, and from the residuals of the balancing fields
 * where the sample was balanced. Drawing a large share of a stratum shrinks what tasks add to it, never what runs add.
 */
export function designVariance(influences: readonly Influence[], scope: Scope): DesignVariance {
  const result = varianceFor(influences, scope);
  // What is said of more tasks is never surer, though run noise that is itself an estimate could make it look so.
  return scope === 'pool'
    ? result
    : { ...result, variance: Math.max(result.variance, varianceFor(influences, 'pool').variance) };
}

function varianceFor(influences: readonly Influence[], scope: Scope): DesignVariance {
  const strata = [...groupBy(influences, ({ task }) => task.stratum).values()];
  let noise = 0;
  let apart = 0;
  const even = strata.map((units) => {
    const { variance: method, stratumSize } = at(units, 0).task;
    const fraction = scope === 'beyond' ? 0 : Math.min(1, units.length / stratumSize);
    const values = units.map(({ influence }) => influence);
    for (const unit of units) noise += fraction * (unit.noise ?? 0);
    if (method === 'even' || units.length === 1 || scope === 'beyond') return { influences: values, fraction };
    apart += unequalVariance(values, chancesOf(units), method === 'balanced' ? units.map(balanceRow) : undefined);
    // Counted above: here only its units count, towards the degrees of freedom.
    return { influences: values, fraction: 1 };
  });
  const survey = surveyVariance(even);
  return { ...survey, variance: survey.variance + apart + noise };
}

/** The chance of each unit of being drawn and of having a result. */
function chancesOf(units: readonly Influence[]): number[] {
  return units.map(({ task, weight }) => Math.min(1, task.probability * (task.weight / weight)));
}

/** The balancing columns over the chance; the first of them is the chance itself, which fixed the size. */
function balanceRow({ task }: Influence): readonly number[] {
  return [1, ...task.balance.map((value) => value / task.probability)];
}
