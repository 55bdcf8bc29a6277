import { statSync } from 'node:fs';
import { join } from 'node:path';

// A task of Harbor, and one of Terminal-Bench.
const markers = ['task.toml', 'task.yaml'];

/** Whether a folder is there and holds a task. */
export function hasTaskFolder(folder: string): boolean {
  return markers.some((marker) => isFile(join(folder, marker)));
}

/** A name that no disk can hold is there as little as one that is not. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
