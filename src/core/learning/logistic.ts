/** The logistic function, from 0 to 1. */
export function sigmoid(z: number): number {
  return z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z));
}

/** The log odds of a chance in (0, 1). */
export function logit(chance: number): number {
  return Math.log(chance / (1 - chance));
}

/** The shift s in [−15, 15] with which the mean of σ(z + s) is the wanted one, by halving. */
export function shiftToMean(z: readonly number[], wanted: number, halvings = 60): number {
  let [low, high] = [-15, 15];
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (const each of z) sum += sigmoid(each + middle);
    if (sum < wanted * z.length) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
