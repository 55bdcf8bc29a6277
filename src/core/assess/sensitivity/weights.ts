/** What each component weighs, in the order of the plan; sums to 1. */
export type Weights = ReadonlyMap<string, number>;

/** The components that weigh anything. */
export function positiveComponents(weights: Weights): string[] {
  return [...weights].filter(([, weight]) => weight > 0).map(([component]) => component);
}
