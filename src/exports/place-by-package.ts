import type { ExportTask } from './export-task.js';
import type { LeftOut, PlacedTask, Placement } from './runner.js';

// What a registry of packages takes: an owner and a name.
const packageName = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/;

/** Every task under the name of its package, `owner/name`, which is its id or one of its other names. */
export function placeByPackage(tasks: readonly ExportTask[]): Placement {
  const placed: PlacedTask[] = [];
  const leftOut: LeftOut[] = [];
  for (const task of tasks) {
    const name = [task.id, ...task.aliases].find((each) => packageName.test(each));
    if (name === undefined) leftOut.push({ task, reason: 'none of its names is that of a package (owner/name)' });
    else placed.push({ task, name });
  }
  return { placed, leftOut, faults: [] };
}
