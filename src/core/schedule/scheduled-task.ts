/** A task that is to be run, as far as its place in line depends on it. */
export interface ScheduledTask {
  readonly benchmark: string;
  readonly id: string;
  /** What shards and limits keep the proportions of. */
  readonly stratum: string;
}
