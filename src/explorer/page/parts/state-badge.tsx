import type { TaskState } from '../../packed/task-states.js';

/** The words for whether a task is selected. */
export const stateWords: Readonly<Record<TaskState, string>> = {
  in: 'In',
  out: 'Out',
  excluded: 'Excluded',
  ineligible: 'Not eligible',
};

/** Whether a task is selected: a word, and a mark that does not need colour. */
export function StateBadge({ state }: { readonly state: TaskState }) {
  return <span className={`badge badge-${state}`}>{stateWords[state]}</span>;
}
