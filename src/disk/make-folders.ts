import { dirname, resolve } from 'node:path';
import { mkdirSync, rmdirSync, statSync } from './file-access.js';
import { errorCode } from './reason-of.js';

/**
 * Makes a folder and those above it that are missing; gives the ones it made, outermost first. One by one, because the
 * system call's own recursion never ends below some virtual file systems.
 */
export function makeFolders(directory: string): readonly string[] {
  if (directory === '') throw new Error('no folder is named');
  const missing: string[] = [];
  let path = resolve(directory);
  for (let status = statOf(path); status === undefined; status = statOf(path)) {
    missing.unshift(path);
    path = dirname(path);
  }
  // A file in the way: the system says so, with the path.
  if (!statSync(path).isDirectory()) mkdirSync(missing[0] ?? path);
  return missing.filter(make);
}

/** Makes a folder; false when another run was faster. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST' || statOf(folder)?.isDirectory() !== true) throw cause;
    return false;
  }
}

/** Removes folders that were made for files that never came, unless something else has come to lie in them. */
export function removeEmptyFolders(made: readonly string[]): void {
  for (const folder of made.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    if (errorCode(cause) === 'ENOTDIR') return undefined;
    throw cause;
  }
}
