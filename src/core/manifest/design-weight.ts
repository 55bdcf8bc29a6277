import { drawDesignOf } from '../draws/draws.js';
import type { Choice } from '../model/selection.js';

/** The number of pool tasks that a selected task represents; undefined in a purposive selection. */
export function designWeight({ group, probability, benchmark }: Choice): number | undefined {
  if (probability === undefined) return undefined;
  // With equal probabilities, divide two whole numbers so that the weights of a group sum to its size.
  const { draw } = benchmark.select;
  const isEven = !group.pinned && draw !== undefined && drawDesignOf(draw).isEven;
  return isEven ? group.size / group.allocated : 1 / probability;
}

export function stratumName({ group, benchmark: { name, select } }: Choice): string {
  return stratumText({ name, by: select.group?.by ?? null, key: group.key ?? null, isPinned: group.pinned });
}

/** The names for pinned tasks and for tasks without the field contain a space, which no benchmark's name does. */
export function stratumText(stratum: {
  readonly name: string;
  /** The field that groups the tasks; null without groups. */
  readonly by: string | null;
  readonly key: string | null;
  readonly isPinned: boolean;
}): string {
  const { name, by, key, isPinned } = stratum;
  if (isPinned) return `${name} (pinned)`;
  if (by === null) return name;
  return key === null ? `${name} (no ${by})` : `${name}/${key}`;
}
