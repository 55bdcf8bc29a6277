import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { surveyVariance, unequalVariance } from '../statistics/survey-variance.js';
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
  /** Whether the estimate is of it; the others only tell of the variance. */
  readonly isIn: boolean;
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
 * Beyond the pool, tasks of one repository hang together: they count as one (Liang and Zeger 1986).
 */
export function designVariance(influences: readonly Influence[], scope: Scope): DesignVariance {
  const result = varianceFor(influences, scope);
  if (scope === 'pool') return result;
  // What is said of more tasks is never surer, though run noise that is itself an estimate could make it look so.
  const least = Math.max(result.variance, varianceFor(influences, 'pool').variance);
  const clusters = clusteredVariance(influences);
  if (clusters === undefined) return { ...result, variance: least };
  return {
    ...result,
    variance: Math.max(least, clusters.variance),
    degreesOfFreedom: Math.min(result.degreesOfFreedom, clusters.count - 1),
  };
}

/** The repository of a task, so that no two benchmarks share one; undefined when it is not known. */
export function clusterOf({ benchmark, labels }: SampledTask): string | undefined {
  return labels.repo === '' ? undefined : `${benchmark}\n${labels.repo}`;
}

/** G/(G − 1) Σ (Σ z)² over repositories; a task without one is its own. Undefined for a single one, which tells nothing. */
function clusteredVariance(influences: readonly Influence[]) {
  const own = influences.filter(({ isIn }) => isIn);
  const groups = [...groupBy(own, (unit) => clusterOf(unit.task) ?? unit).values()];
  const count = groups.length;
  if (count < 2) return undefined;
  const sums = groups.map((units) => units.reduce((sum, { influence }) => sum + influence, 0));
  const squares = sums.reduce((total, sum) => total + sum * sum, 0);
  return { variance: (squares * count) / (count - 1), count };
}

function varianceFor(influences: readonly Influence[], scope: Scope): DesignVariance {
  const strata = [...groupBy(influences, ({ task }) => task.stratum).values()];
  let noise = 0;
  let apart = 0;
  const even = strata.map((units) => {
    const { variance: method, stratumSize } = at(units, 0).task;
    const fraction = scope === 'beyond' ? 0 : Math.min(1, units.length / stratumSize);
    const values = units.map(({ influence }) => influence);
    const isUneven = method === 'unequal' && scope === 'pool';
    for (const unit of units) noise += (isUneven ? chanceOf(unit) : fraction) * (unit.noise ?? 0);
    const isPlain = method === 'even' || method === 'ordered';
    if (isPlain || units.length === 1 || scope === 'beyond') return { influences: values, fraction };
    apart += unequalVariance(values, units.map(chanceOf), method === 'balanced' ? units.map(balanceRow) : undefined);
    // Counted above: here only its units count, towards the degrees of freedom.
    return { influences: values, fraction: 1 };
  });
  const survey = surveyVariance(even);
  return { ...survey, variance: survey.variance + apart + noise };
}

/** The chance of a task of being drawn and of having a result. */
export function chanceOf({ task, weight }: { readonly task: SampledTask; readonly weight: number }): number {
  return Math.min(1, task.probability * (task.weight / weight));
}

/** The balancing columns over the chance; the first of them is the chance itself, which fixed the size. */
export function balanceRow({ task }: { readonly task: SampledTask }): readonly number[] {
  return [1, ...task.balance.map((value) => value / task.probability)];
}
