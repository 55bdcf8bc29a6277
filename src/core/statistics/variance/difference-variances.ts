/** Where the variance of the difference of two configurations on one task comes from. */
export interface DifferenceVariances {
  /** σ²_δ: how much the true difference varies from task to task, run noise taken out; at least 0. */
  readonly effect: number;
  /** σ²_wA + σ²_wB: how much one run of each configuration on the same task varies; at least 0. */
  readonly within: number;
}

/** The variance of the mean difference on one task with this many runs of each configuration. */
export function varianceWithRepeats({ effect, within }: DifferenceVariances, repeats: number): number {
  return effect + within / repeats;
}

/**
 * The share of tasks that only one of two configurations is expected to solve when each is run once, for outcomes that
 * are solved or not: E[(b − a)²], which links a plan with repeats to one without.
 */
export function discordanceOf(variances: DifferenceVariances, difference: number): number {
  return varianceWithRepeats(variances, 1) + difference * difference;
}
