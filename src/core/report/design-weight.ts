import type { Choice } from '../model/selection.js';

/** How many tasks of the pool a selected one stands for: 1 / probability; undefined for focus. */
export function designWeight({ group, probability, benchmark }: Choice): number | undefined {
  if (probability === undefined) return undefined;
  // With equal chances the quotient of two whole numbers, so that the weights of a group sum to its size.
  const isEven = !group.pinned && benchmark.select.draw !== undefined && benchmark.select.draw.method !== 'pareto';
  return isEven ? group.ranking.length / group.allocated : 1 / probability;
}

/** The stratum a selected task was drawn from: its benchmark and group; the pinned ones have their own. */
export function stratumName({ group, benchmark }: Choice): string {
  if (group.pinned) return `${benchmark.name}/(pinned)`;
  if (benchmark.select.group === undefined) return benchmark.name;
  return `${benchmark.name}/${group.key ?? '(unknown)'}`;
}
