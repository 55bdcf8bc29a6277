import { basename, dirname } from 'node:path';
import { OutputError } from '../core/model/errors.js';
import { writeTogether } from './write-together.js';

/**
 * Writes one file, whole or not at all; a file that is there is replaced, anything else is not.
 *
 * @throws OutputError when it cannot be written; what was there is then untouched.
 */
export function writeFile(file: string, text: string): void {
  if (file === '' || /[/\\]$/.test(file)) {
    const message = 'cannot be written: the name of a file is expected. Nothing was changed.';
    throw new OutputError([{ code: 'output/unwritable', message, place: { file: file === '' ? '""' : file } }]);
  }
  writeTogether(dirname(file), [{ name: basename(file), text }]);
}
