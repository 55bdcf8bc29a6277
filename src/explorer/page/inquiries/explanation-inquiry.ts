import { explainTask } from '../../../core/explain/explain-task.js';
import type { Explanation, Standing, Verdict } from '../../../core/explain/explanation.js';
import type { Group, Selection } from '../../../core/model/selection.js';
import type { ScoredTask } from '../../../core/model/task.js';
import type { Inquiry } from './inquiry.js';

/** Why a task is where it is, with the tasks beside it in place of all that it competes with. */
export interface ShownExplanation {
  /** Its groups have no ranking. */
  readonly explanation: Explanation;
  /** The places around the task's own and around the last that is taken, ascending; none where it competes for no place. */
  readonly neighbours: readonly Neighbour[];
}

/** A task and its place in the group, from 1. */
export interface Neighbour {
  readonly place: number;
  readonly task: ScoredTask;
  readonly isIn: boolean;
}

/** Why a task is in or out, and what would change that. */
export const explanationInquiry: Inquiry<{ readonly benchmark: string; readonly id: string }, ShownExplanation> = {
  name: 'explanation',
  answer: ({ selection }, task) => {
    const explanation = explainTask(selection, task);
    const { standing, verdict } = explanation;
    return {
      explanation: { ...explanation, standing: standing && withoutRanking(standing), verdict: bare(verdict) },
      neighbours: standing === undefined ? [] : neighboursOf(standing, selection),
    };
  },
};

function withoutRanking<Of extends { readonly group: Group }>(of: Of): Of {
  return { ...of, group: { ...of.group, ranking: [] } };
}

function bare(verdict: Verdict): Verdict {
  return verdict.kind === 'in' ? { ...verdict, choice: withoutRanking(verdict.choice) } : verdict;
}

const around = 4;

function neighboursOf({ group: { ranking, allocated }, rank }: Standing, { choices }: Selection): readonly Neighbour[] {
  const near = Array.from({ length: 2 * around + 1 }, (_, i) => rank - around + i);
  const places = new Set([...near, allocated, allocated + 1]);
  const chosen = new Set(choices.map(({ task }) => task));
  return [...places]
    .sort((a, b) => a - b)
    .flatMap((place) => {
      const task = ranking[place - 1];
      return task === undefined ? [] : [{ place, task, isIn: chosen.has(task) }];
    });
}
