import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TaskFolder } from '../../src/files/task-folder.js';

/** For tests: writes files into a new folder and gives it as a format gets it. */
export function folderWith(root: string, name: string, files: Readonly<Record<string, string | Buffer>>): TaskFolder {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  return folderAt(path);
}

/** For tests: a folder that is already there, as a format gets it. */
export function folderAt(path: string): TaskFolder {
  return new TaskFolder(path, basename(path), readdirSync(path));
}
