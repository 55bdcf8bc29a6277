import { join } from 'node:path';
import { lstatSync, readdirSync, rmSync } from './file-access.js';

/** The file that a run creates in a folder while it writes there. */
export const lockName = '.winnow-lock';

const temporaryPattern = /^\.winnow-[0-9a-f]{16}-\d+\.tmp$/;

/** What temporary files are called, for a person. */
export const ownNames = '.winnow-*.tmp';

/** The name of a temporary file; a run has one token and numbers its files. */
export function temporaryName(token: string, number: number): string {
  return `.winnow-${token}-${number}.tmp`;
}

/** Whether Winnow uses a name only while it writes. */
export function isOwnName(name: string): boolean {
  return name === lockName || temporaryPattern.test(name);
}

/** The temporary files in a folder, sorted: a run is writing there, or one was killed. Folders and links do not count. */
export function leftoversIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => temporaryPattern.test(name))
      .sort()
      .map((name) => join(folder, name))
      .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile() === true);
  } catch {
    return [];
  }
}

/** Deletes the temporary files in a folder. Only for a run that holds the folder's lock. */
export function clearLeftovers(folder: string): void {
  for (const file of leftoversIn(folder)) rmSync(file, { force: true });
}
