import { join } from 'node:path';
import { compareText } from '../../core/text/compare-text.js';
import { lstatSync, readdirSync } from '../../disk/file-access.js';

/** The files of one name in the folders of a folder, in the order of their paths; links are not followed. */
export function filesInFolders(folder: string, name: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name, name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .sort(compareText);
}
