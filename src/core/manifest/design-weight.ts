import { drawDesignOf } from '../draws/draws.js';
import type { Choice } from '../model/selection.js';

/** How many tasks of the pool a selected one represents: 1 / probability; undefined for focus. */
export function designWeight({ group, probability, benchmark }: Choice): number | undefined {
  if (probability === undefined) return undefined;
  // With equal chances the quotient of two whole numbers, so that the weights of a group sum to its size.
  const { draw } = benchmark.select;
  const isEven = !group.pinned && draw !== undefined && drawDesignOf(draw).isEven;
  return isEven ? group.size / group.allocated : 1 / probability;
}

/** The stratum a selected task was drawn from: its benchmark and group. */
export function stratumName({ group, benchmark: { name, select } }: Choice): string {
  return stratumText({ name, by: select.group?.by ?? null, key: group.key ?? null, isPinned: group.pinned });
}

/** The name of a stratum. Pinned tasks and those without the field get names with a space, which no benchmark has. */
export function stratumText(stratum: {
  /** The benchmark. */
  readonly name: string;
  /** The field that its tasks are grouped by; null without groups. */
  readonly by: string | null;
  readonly key: string | null;
  readonly isPinned: boolean;
}): string {
  const { name, by, key, isPinned } = stratum;
  if (isPinned) return `${name} (pinned)`;
  if (by === null) return name;
  return key === null ? `${name} (no ${by})` : `${name}/${key}`;
}
