import { groupBy, sumOf } from '../lists/lists.js';
import { spearman, withinGroupsCorrelation } from '../statistics/correlation.js';
import { normalQuantile, studentCdf, studentQuantile } from '../statistics/distributions.js';
import { usualGoal } from '../statistics/power.js';
import { comparable, mean, meanDifference, quantile, variance } from '../statistics/summary.js';
import { type PairedTask, upliftOf } from './paired-tasks.js';

export type MeanFigure = ReturnType<typeof figureOf>;

/** Fewer clusters don't show how much clusters differ. */
const fewestClusters = 5;

/** The mean uplift with tasks as units; undefined for fewer than two tasks. */
export function meanByTask(uplifts: readonly number[], level = 0.95): MeanFigure | undefined {
  if (uplifts.length < 2) return undefined;
  return figureOf(mean(uplifts), variance(uplifts) / uplifts.length, uplifts.length - 1, level);
}

export function medianUplift(uplifts: readonly number[]): number {
  const sorted = uplifts.toSorted((a, b) => a - b);
  return quantile(sorted, 0.5);
}

/** The mean uplift with clusters as units, by CR2 (Bell & McCaffrey 2002; Imbens & Kolesár 2016); needs 5 clusters. */
export function meanByCluster(uplifts: readonly number[], clusters: readonly string[], level = 0.95) {
  const n = uplifts.length;
  const groups = [...groupBy(uplifts.entries(), ([i]) => clusters[i] ?? '').values()].map((own) =>
    own.map(([, u]) => u),
  );
  if (groups.length < fewestClusters) return undefined;
  const centre = mean(uplifts);
  const sizes = groups.map((own) => own.length);
  const errors = groups.map((own) => sumOf(own, (uplift) => uplift - centre));
  const scales = sizes.map((size) => 1 / (n * Math.sqrt(1 - size / n)));
  const total = errors.reduce((sum, error, j) => sum + (error * (scales[j] ?? 0)) ** 2, 0);
  const { task, cluster } = workingVariances(groups, n);
  const spread = sizes.map((size) => task * size + cluster * size * size);
  return figureOf(centre, total, degreesOfFreedom(sizes, scales, spread, n), level);
}

/** Satterthwaite's (1946) degrees of freedom: (tr M)² / tr(M²). */
function degreesOfFreedom(sizes: readonly number[], scales: readonly number[], spread: readonly number[], n: number) {
  // The coefficient of cluster k's sum in the term of cluster j.
  const share = (j: number, k: number) => (scales[j] ?? 0) * ((j === k ? 1 : 0) - (sizes[j] ?? 0) / n);
  let [trace, squares] = [0, 0];
  for (let j = 0; j < sizes.length; j++) {
    for (let l = 0; l < sizes.length; l++) {
      let together = 0;
      for (let k = 0; k < sizes.length; k++) together += share(j, k) * share(l, k) * (spread[k] ?? 0);
      if (j === l) trace += together;
      squares += together * together;
    }
  }
  return squares === 0 ? sizes.length - 1 : Math.max(1, trace ** 2 / squares);
}

/** Variances within and between clusters, by ANOVA (Searle, Casella & McCulloch 1992, 3.6). */
function workingVariances(groups: readonly (readonly number[])[], n: number) {
  const centre = mean(groups.flat());
  let [within, between, squares] = [0, 0, 0];
  for (const own of groups) {
    const middle = mean(own);
    within += sumOf(own, (uplift) => (uplift - middle) ** 2);
    between += own.length * (middle - centre) ** 2;
    squares += own.length ** 2;
  }
  const task = n > groups.length ? within / (n - groups.length) : 0;
  const usual = (n - squares / n) / (groups.length - 1);
  const cluster = Math.max(0, (between / (groups.length - 1) - task) / usual);
  return task + cluster > 0 ? { task, cluster } : { task: 1, cluster: 0 };
}

function figureOf(centre: number, squaredError: number, df: number, level: number) {
  const standardError = Math.sqrt(squaredError);
  const reach = studentQuantile((1 + level) / 2, df) * standardError;
  const pValue = standardError === 0 ? (centre === 0 ? 1 : 0) : 2 * studentCdf(-Math.abs(centre) / standardError, df);
  return { mean: centre, standardError, low: centre - reach, high: centre + reach, degreesOfFreedom: df, pValue };
}

/** Expects at least one task. */
export function findArtefacts(tasks: readonly PairedTask[]) {
  const kept = tasks.map((task) => ({
    ...task,
    without: withoutLoneZero(task.without),
    with: withoutLoneZero(task.with),
  }));
  const lost = (arm: 'without' | 'with') => tasks.filter((task, i) => kept[i]?.[arm].length !== task[arm].length);
  const runs = (arm: 'without' | 'with') => sumOf(tasks, (task) => task[arm].length);
  return {
    loneZeros: {
      without: lost('without').length,
      with: lost('with').length,
      tasks: new Set([...lost('without'), ...lost('with')]).size,
    },
    meanWithoutThem: mean(kept.map(upliftOf)),
    unequalArms: {
      tasks: tasks.filter((task) => task.with.length !== task.without.length).length,
      without: runs('without'),
      with: runs('with'),
    },
    oneRun: tasks.filter((task) => task.with.length === 1 || task.without.length === 1).length,
    signDepends: [...groupBy(tasks, ({ cluster }) => cluster)].flatMap(([cluster, own]) => {
      const uplifts = own.map(upliftOf);
      const found = {
        mean: mean(uplifts),
        median: medianUplift(uplifts),
        pooled: meanDifference(
          own.flatMap((task) => task.without),
          own.flatMap((task) => task.with),
        ),
        medianRuns: mean(own.map((task) => medianUplift(task.with) - medianUplift(task.without))),
      };
      const signs = new Set(Object.values(found).map((value) => Math.sign(comparable(value))));
      return signs.has(1) && signs.has(-1) ? [{ cluster, tasks: own.length, ...found }] : [];
    }),
  };
}

/** Drops a single 0 if all other rewards, at least two, are above 0. */
export function withoutLoneZero(rewards: readonly number[]): readonly number[] {
  const others = rewards.filter((reward) => reward > 0);
  return rewards.length > 2 && others.length === rewards.length - 1 ? others : rewards;
}

/** Spearman's correlation, overall or within clusters, with a jackknife interval over clusters (Quenouille 1956). */
export function clusteredCorrelation(
  a: readonly number[],
  b: readonly number[],
  clusters: readonly string[],
  where: 'overall' | 'within',
  level = 0.95,
) {
  const correlationOn = (kept: readonly number[]) => {
    const pick = <Value>(values: readonly Value[]) => kept.flatMap((i) => values.slice(i, i + 1));
    if (where === 'overall') return spearman(pick(a), pick(b));
    return withinGroupsCorrelation(pick(a), pick(b), pick(clusters))?.correlation;
  };
  const all = [...clusters.keys()];
  const found = correlationOn(all);
  if (found === undefined) return undefined;
  const names = [...new Set(clusters)];
  const none = { correlation: found, clusters: names.length, interval: undefined, pValue: undefined };
  if (names.length < fewestClusters || Math.abs(found) >= 1) return none;
  const left = names.map((name) => correlationOn(all.filter((i) => clusters[i] !== name)));
  const known = left.flatMap((each) => (each === undefined || Math.abs(each) >= 1 ? [] : [Math.atanh(each)]));
  if (known.length < left.length) return none;
  const centre = mean(known);
  const count = known.length;
  const error = Math.sqrt(((count - 1) / count) * sumOf(known, (each) => (each - centre) ** 2));
  const whole = Math.atanh(found);
  const reach = studentQuantile((1 + level) / 2, count - 1) * error;
  return {
    correlation: found,
    clusters: count,
    interval: { low: Math.tanh(whole - reach), high: Math.tanh(whole + reach) },
    pValue: error === 0 ? undefined : 2 * studentCdf(-Math.abs(whole) / error, count - 1),
  };
}

/** The pairs of runs, one per task, needed to detect a correlation under noise (Fisher 1921; Cohen 1988, 12.6). */
export function pairsNeeded(correlation: number, reliability: number): number | undefined {
  const visible = Math.atanh(Math.abs(correlation) * Math.sqrt(reliability));
  if (!(visible > 0 && Number.isFinite(visible))) return undefined;
  const { level, power } = usualGoal;
  return Math.ceil(((normalQuantile(1 - level / 2) + normalQuantile(power)) / visible) ** 2 + 3);
}
