import { readSafely } from '../../files/task-folder.js';
import { parseJson } from './parse-json.js';

/** The JSON of a file beside results; undefined when it isn't there or can't be read. */
export function documentAt(path: string): unknown {
  try {
    return parseJson(readSafely(path));
  } catch {
    // If it contains results, it is read again and the error is reported there.
    return undefined;
  }
}
