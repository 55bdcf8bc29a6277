import type { ScoredTask } from '../model/task.js';

/** The fields of which `lines_changed` is the sum, unless the source gave it otherwise. */
export const lineParts: readonly string[] = ['additions', 'deletions'];

/** Whether the task's `lines_changed` is the sum of its additions and deletions. */
export function linesAreSum({ fields: { additions, deletions, lines_changed } }: ScoredTask): boolean {
  return typeof additions === 'number' && typeof deletions === 'number' && lines_changed === additions + deletions;
}

/** How far the task's `lines_changed` is above the field, with which it moves; undefined when it does not. */
export function linesAbove(task: ScoredTask, field: string): number | undefined {
  if (!lineParts.includes(field) || !linesAreSum(task)) return undefined;
  return Number(task.fields['lines_changed']) - Number(task.fields[field]);
}

/** The `lines_changed` that another value of the field gives the task; nothing when it does not follow from the field. */
export function linesWith(task: ScoredTask, field: string, value: number): { lines_changed?: number } {
  const above = linesAbove(task, field);
  return above === undefined ? {} : { lines_changed: above + value };
}
