/**
 * The place of a unit in a Pareto sample: the n units of lowest rank are drawn, each with about its probability (Rosén
 * 1997). 0 or more; 0 for a certain unit, infinite for one that cannot be drawn. The rank follows from the
 * unit's own number and probability; a larger sample, which raises probabilities unevenly, now and then exchanges a unit.
 *
 * @param u The unit's random number in [0, 1).
 * @param probability The probability to be drawn, in [0, 1].
 */
export function paretoRank(u: number, probability: number): number {
  if (probability >= 1) return 0;
  if (probability <= 0) return Infinity;
  return u / (1 - u) / (probability / (1 - probability));
}
