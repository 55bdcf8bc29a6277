import { groupBy, sumOf } from '../lists/lists.js';
import { normalCdf, normalQuantile } from '../statistics/distributions.js';
import { standardDeviation } from '../statistics/summary.js';

export interface MeasuredUplift {
  readonly cluster: string;
  readonly uplift: number;
  /** The variance that run noise adds; at least 0. */
  readonly noise: number;
}

export type ShrunkenUplifts = ReturnType<typeof shrinkUplifts>;

const steps = 20;
/** Without a floor, tasks whose runs never vary would have infinite weight. */
const leastNoise = 1e-9;

/**
 * Empirical Bayes estimates of true uplifts: tasks within clusters within the whole, all normal (Efron & Morris 1973;
 * Morris 1983). The two deviations are averaged over a grid, weighted by likelihood, with priors flat in the variance
 * of tasks (Morris & Tang 2011) and in the deviation of clusters (Gelman 2006), so that intervals stay honest if little
 * varies. `mostLikely` contains the deviations with the highest restricted likelihood, which may be 0.
 */
export function shrinkUplifts(measured: readonly MeasuredUplift[], level = 0.95) {
  const held = measured.map((task) => ({ ...task, noise: Math.max(task.noise, leastNoise) }));
  const clusters = [...groupBy(held, ({ cluster }) => cluster)].map(([name, rows]) => ({ name, rows }));
  const uplifts = held.map(({ uplift }) => uplift);
  const far = uplifts.length < 2 ? 1e-6 : Math.max(1e-6, 2 * standardDeviation(uplifts));
  // The grid is denser near 0, where estimates change most; each point is weighted by its spacing.
  const grid = Array.from({ length: steps }, (_, i) => far * (i / (steps - 1)) ** 2);
  const room = grid.map((_, i) => ((grid[i + 1] ?? far) - (grid[i - 1] ?? 0)) / 2);
  const alone = clusters.length < 2;
  const fits = grid.flatMap((task, i) => {
    const within = withinClusters(clusters, task);
    return (alone ? [0] : grid).map((cluster, j) => {
      // A prior flat in the task variance weights each step of the deviation by the deviation.
      const [own, shared] = [task * (room[i] ?? 0), alone ? 1 : (room[j] ?? 0)];
      return { fit: betweenClusters(within, cluster), room: own * shared };
    });
  });
  const likeliest = fits.map(({ fit }) => fit).reduce(better);
  const raw = fits.map(({ fit, room: own }) => own * Math.exp(fit.logLikelihood - likeliest.logLikelihood));
  const total = sumOf(raw, (weight) => weight);
  const likely = fits.flatMap(({ fit }, i) => {
    const weight = (raw[i] ?? 0) / total;
    return weight < 1e-4 ? [] : [{ fit, weight }];
  });
  const over = (value: (fit: FitAt) => number) => sumOf(likely, ({ fit, weight }) => weight * value(fit));
  const reach = normalQuantile((1 + level) / 2);
  const placeOf = new Map(clusters.map(({ name }, j) => [name, j]));
  return {
    tasks: held.map((task) => taskEstimate(task, placeOf.get(task.cluster) ?? 0, likely, reach)),
    centre: over((fit) => fit.centre),
    taskDeviation: over((fit) => fit.taskDeviation),
    clusterDeviation: over((fit) => fit.clusterDeviation),
    mostLikely: mostLikely(clusters, likeliest, far),
  };
}

/** Climbs from the best grid point to the maximum of the restricted likelihood, halving the step. */
function mostLikely(clusters: readonly ClusterRows[], start: FitAt, far: number) {
  let best = start;
  for (let step = far / 20; step > far / 5000; step /= 2) {
    for (const [up, aside] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const task = Math.max(0, best.taskDeviation + up * step);
      const cluster = clusters.length < 2 ? 0 : Math.max(0, best.clusterDeviation + aside * step);
      best = better(best, clusterFit(clusters, task, cluster));
    }
  }
  return { task: best.taskDeviation, cluster: best.clusterDeviation };
}

function better(a: FitAt, b: FitAt): FitAt {
  return b.logLikelihood > a.logLikelihood ? b : a;
}

type Likely = readonly { readonly fit: FitAt; readonly weight: number }[];

/** A task's uplift shrunk towards its cluster mean, its credible interval, and P(uplift > 0). */
function taskEstimate({ uplift, noise }: MeasuredUplift, j: number, likely: Likely, reach: number) {
  let [centre, square, reliability, above, weights] = [0, 0, 0, 0, 0];
  for (const { fit, weight } of likely) {
    const kept = fit.taskDeviation ** 2 / (fit.taskDeviation ** 2 + noise);
    const towards = fit.clusterMeans[j] ?? fit.centre;
    const estimate = kept * uplift + (1 - kept) * towards;
    const variance = kept * noise + (1 - kept) ** 2 * (fit.clusterVariances[j] ?? 0);
    centre += weight * estimate;
    square += weight * (estimate * estimate + variance);
    reliability += weight * kept;
    weights += weight;
    above += weight * (variance === 0 ? (estimate > 0 ? 1 : 0) : normalCdf(estimate / Math.sqrt(variance)));
  }
  centre /= weights;
  const error = Math.sqrt(Math.max(0, square / weights - centre * centre));
  return {
    uplift: centre,
    low: centre - reach * error,
    high: centre + reach * error,
    reliability: reliability / weights,
    above: above / weights,
  };
}

type ClusterRows = { readonly name: string; readonly rows: readonly Omit<MeasuredUplift, 'cluster'>[] };

type FitAt = ReturnType<typeof betweenClusters>;

type WithinFit = ReturnType<typeof withinClusters>;

/** The restricted likelihood and best linear predictions (Patterson & Thompson 1971; Robinson 1991). */
export function clusterFit(clusters: readonly ClusterRows[], taskDeviation: number, clusterDeviation: number): FitAt {
  return betweenClusters(withinClusters(clusters, taskDeviation), clusterDeviation);
}

/** The part of `clusterFit` that doesn't depend on the cluster deviation. */
function withinClusters(clusters: readonly ClusterRows[], taskDeviation: number) {
  let logLikelihood = 0;
  const [means, variances]: [number[], number[]] = [[], []];
  for (const { rows } of clusters) {
    let [precision, sum] = [0, 0];
    for (const { uplift, noise } of rows) {
      const weight = 1 / (taskDeviation ** 2 + noise);
      precision += weight;
      sum += weight * uplift;
      logLikelihood += Math.log(weight) / 2;
    }
    const own = sum / precision;
    for (const { uplift, noise } of rows) {
      logLikelihood -= (uplift - own) ** 2 / (taskDeviation ** 2 + noise) / 2;
    }
    logLikelihood -= Math.log(precision) / 2;
    means.push(own);
    variances.push(1 / precision);
  }
  return { taskDeviation, logLikelihood, means, variances };
}

/** The part of `clusterFit` that depends on the cluster deviation. */
function betweenClusters(within: WithinFit, clusterDeviation: number) {
  const { taskDeviation, means, variances } = within;
  let { logLikelihood } = within;
  const weights = variances.map((variance) => 1 / (variance + clusterDeviation ** 2));
  const total = sumOf(weights, (weight) => weight);
  const centre = means.reduce((sum, own, j) => sum + own * (weights[j] ?? 0), 0) / total;
  means.forEach((own, j) => {
    const weight = weights[j] ?? 0;
    logLikelihood += (Math.log(weight) - weight * (own - centre) ** 2) / 2;
  });
  logLikelihood -= Math.log(total) / 2;
  const kept = variances.map((variance) => clusterDeviation ** 2 / (clusterDeviation ** 2 + variance));
  return {
    taskDeviation,
    clusterDeviation,
    logLikelihood,
    centre,
    clusterMeans: means.map((own, j) => centre + (kept[j] ?? 0) * (own - centre)),
    clusterVariances: variances.map((variance, j) => {
      const share = kept[j] ?? 0;
      return share * variance + (1 - share) ** 2 / total;
    }),
  };
}
