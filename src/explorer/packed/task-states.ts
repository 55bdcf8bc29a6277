/** Whether a task is selected, left over, or may not be selected. */
export const taskStates = ['in', 'out', 'excluded', 'ineligible'] as const;
export type TaskState = (typeof taskStates)[number];
