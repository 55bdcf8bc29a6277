import { statSync } from 'node:fs';
import { join } from 'node:path';

// The file that makes a folder a task of Harbor's, and the one that makes it a task of Terminal-Bench's.
const markers = ['task.toml', 'task.yaml'];

/** Which files that make a folder a task a folder has; none when it is not there. */
export function taskMarkersIn(folder: string): readonly string[] {
  return markers.filter((marker) => isFile(join(folder, marker)));
}

/** A name that no disk can hold is there as little as one that is not. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
