import type { Selection } from '../model/selection.js';
import { countOf, formatCount } from '../text/count-of.js';

/** How a pilot is to be run; undefined for any other selection. */
export function pilotSentence({ plan: { pilot }, choices }: Pick<Selection, 'plan' | 'choices'>): string | undefined {
  if (pilot === undefined) return undefined;
  const { goal, repeats, budget } = pilot;
  const runs = formatCount(pilotRuns(choices.length, repeats));
  return `Pilot (goal: ${goal}): run each of the ${countOf(choices.length, 'task')} ${times(repeats)} in each of two arms, ${runs} runs in all. Budget: ${budget}.`;
}

/** The runs of both arms. */
export function pilotRuns(tasks: number, repeats: number): number {
  return 2 * repeats * tasks;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
