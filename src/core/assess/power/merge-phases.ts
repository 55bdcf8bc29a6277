import type { Choice } from '../../model/selection.js';
import type { Merging, PowerRow } from './power-assessment.js';

/**
 * Takes the smallest phases together until they are enough, then the next; what remains joins the last group. All phases
 * together are no group, they are the selection. It looks at numbers only: whether phases belong together is not for it
 * to say.
 */
export function mergePhases(
  phases: readonly { readonly row: PowerRow; readonly choices: readonly Choice[] }[],
  rowOf: (choices: readonly Choice[]) => Pick<PowerRow, 'size' | 'planned'>,
  { difference, needed }: Pick<Merging, 'difference' | 'needed'>,
): Merging {
  // The sort is stable: phases of equal size stay in the order of the plan.
  const small = phases.filter(({ row }) => row.size < needed).sort((a, b) => a.row.size - b.row.size);
  const groups: (typeof small)[] = [];
  let open: typeof small = [];
  for (const phase of small) {
    open.push(phase);
    if (rowOf(open.flatMap(({ choices }) => choices)).size >= needed) {
      groups.push(open);
      open = [];
    }
  }
  groups.at(-1)?.push(...open);
  const isWhole = groups[0]?.length === phases.length;
  if (isWhole) groups.pop();
  const left = groups.length === 0 ? small : [];
  return {
    difference,
    needed,
    groups: groups.map((group) => {
      const choices = group.flatMap((phase) => phase.choices);
      const { size, planned } = rowOf(choices);
      return { phases: group.map(({ row }) => row.name), tasks: choices.length, size, detectable: planned };
    }),
    left: left.map(({ row }) => row.name),
  };
}
