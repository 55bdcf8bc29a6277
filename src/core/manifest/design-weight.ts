import { drawDesignOf } from '../draws/draws.js';
import type { Choice } from '../model/selection.js';

/** How many tasks of the pool a selected one stands for: 1 / probability; undefined for focus. */
export function designWeight({ group, probability, benchmark }: Choice): number | undefined {
  if (probability === undefined) return undefined;
  // With equal chances the quotient of two whole numbers, so that the weights of a group sum to its size.
  const { draw } = benchmark.select;
  const isEven = !group.pinned && draw !== undefined && drawDesignOf(draw).isEven;
  return isEven ? group.ranking.length / group.allocated : 1 / probability;
}

/**
 * The stratum a selected task was drawn from: its benchmark and group. The pinned tasks, and those without the field, have
 * names with a space, which no benchmark has: no group can be called the same.
 */
export function stratumName({ group, benchmark }: Choice): string {
  const { name, select } = benchmark;
  if (group.pinned) return `${name} (pinned)`;
  if (select.group === undefined) return name;
  return group.key === undefined ? `${name} (no ${select.group.by})` : `${name}/${group.key}`;
}
