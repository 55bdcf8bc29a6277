import type { Outcome, OutcomeList } from '../core/model/outcome.js';
import { formatCount, visibleText } from '../core/text/words.js';
import type { ReadingNotes } from './content/reading-notes.js';

/** With fewer tasks, repeats may be equal by chance. */
const fewestTasks = 20;
/** Repeats of runs that cost the same and only pass or fail are often equal. */
const fewestAmounts = 10;
/** More results take too long. */
const mostCompared = 250_000;

interface Repeats {
  readonly file: string;
  readonly amounts: Set<string>;
  tasks: number;
  hasCosts: boolean;
  hasDifference: boolean;
}

/** Warns about systems whose second run of every repeated task has the reward and cost of the first. */
export function warnOfCopiedRepeats(outcomes: OutcomeList, notes: ReadingNotes): void {
  if (outcomes.length > mostCompared) return;
  const firsts = new Map<string, Outcome | undefined>();
  const systems = new Map<string, Repeats>();
  for (const outcome of outcomes) {
    const { configuration, benchmark, taskId, reward, costUsd } = outcome;
    if (reward === undefined) continue;
    const task = JSON.stringify([configuration, benchmark, taskId]);
    if (!firsts.has(task)) {
      firsts.set(task, outcome);
      continue;
    }
    const first = firsts.get(task);
    // Only the second run of a task is compared.
    if (first === undefined) continue;
    firsts.set(task, undefined);
    const system = systems.get(configuration) ?? {
      file: outcome.place.file ?? '',
      amounts: new Set(),
      tasks: 0,
      hasCosts: false,
      hasDifference: false,
    };
    systems.set(configuration, system);
    system.tasks += 1;
    if (first.reward !== reward || first.costUsd !== costUsd) system.hasDifference = true;
    if (costUsd !== undefined) system.hasCosts = true;
    if (costUsd !== undefined || (reward > 0 && reward < 1)) system.amounts.add(`${reward} ${costUsd}`);
  }
  for (const [name, { file, amounts, tasks, hasCosts, hasDifference }] of systems) {
    if (hasDifference || tasks < fewestTasks || amounts.size < fewestAmounts) continue;
    const message = () =>
      `The repeats of "${visibleText(name, 80)}" look copied: on all ${formatCount(tasks)} tasks with repeats, the second run has the same ${hasCosts ? 'reward and cost' : 'reward'} as the first. Copied runs hide the differences between runs, so intervals are too narrow. Leave out the copies.`;
    notes.warn('outcomes/copied-repeats', message, { file, about: name });
  }
}
