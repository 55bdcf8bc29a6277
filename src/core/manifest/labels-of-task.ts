import type { TaskEntry } from './csv-columns.js';

/** Every label of a selected task; one that is not known is "". */
export function labelsOfTask(task: TaskEntry): Readonly<Record<string, string>> {
  const { benchmark, sdlc_phase: phase, language, difficulty, category, repo, labels } = task;
  const all = { ...labels, benchmark, phase, language, difficulty, category, repo };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value === null ? '' : String(value)]));
}
