/** The measured uplifts of one cluster's tasks. */
export interface ClusterRows {
  readonly name: string;
  readonly rows: readonly { readonly uplift: number; readonly noise: number }[];
}

/** The model of tasks within clusters with given standard deviations. */
export interface FitAt {
  readonly taskDeviation: number;
  readonly clusterDeviation: number;
  readonly logLikelihood: number;
  /** The mean of the clusters' true means. */
  readonly centre: number;
  /** Each cluster's mean, drawn towards the centre, and what is not known of it. */
  readonly clusterMeans: readonly number[];
  readonly clusterVariances: readonly number[];
}

/** What a deviation of tasks within their clusters makes of each cluster, whatever clusters differ by. */
interface WithinFit {
  readonly taskDeviation: number;
  readonly logLikelihood: number;
  readonly means: readonly number[];
  /** What is not known of each mean. */
  readonly variances: readonly number[];
}

/**
 * The restricted likelihood and the best linear predictions of the two-level normal model uplift = centre + cluster + task
 * + noise for given deviations of clusters and tasks (Patterson & Thompson 1971; Robinson 1991). Noise is above 0.
 */
export function clusterFit(clusters: readonly ClusterRows[], taskDeviation: number, clusterDeviation: number): FitAt {
  return betweenClusters(withinClusters(clusters, taskDeviation), clusterDeviation);
}

/** The part of `clusterFit` that the deviation of clusters leaves as it is. */
export function withinClusters(clusters: readonly ClusterRows[], taskDeviation: number): WithinFit {
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

/** The rest of `clusterFit`: clusters that differ by so much. */
export function betweenClusters(within: WithinFit, clusterDeviation: number): FitAt {
  const { taskDeviation, means, variances } = within;
  let { logLikelihood } = within;
  const weights = variances.map((variance) => 1 / (variance + clusterDeviation ** 2));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
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
