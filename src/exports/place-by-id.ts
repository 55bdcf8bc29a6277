import type { ExportTask } from './export-task.js';
import type { Placement } from './runner.js';

/** Every task under its own id. */
export function placeById(tasks: readonly ExportTask[]): Placement {
  return { placed: tasks.map((task) => ({ task, name: task.id })), leftOut: [], faults: [] };
}
