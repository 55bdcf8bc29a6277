import { join } from 'node:path';
import { type OutputFile, writeTogether } from './write-together.js';

/**
 * Writes charts into a folder, all or none; gives their paths.
 *
 * @throws OutputError when they cannot be written.
 */
export function writePictureFiles(folder: string, files: readonly OutputFile[]): readonly string[] {
  writeTogether(folder, files);
  return files.map(({ name }) => join(folder, name));
}
