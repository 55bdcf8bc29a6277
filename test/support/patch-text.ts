import { readPatch } from '../../src/sources/patch/read-patch.js';

/** Lines as a text. */
export const text = (...lines: string[]) => `${lines.join('\n')}\n`;

/** One line per file: path and counts. */
export function summary(patch: string): string[] {
  return readPatch(patch).files.map(({ path, additions, deletions }) => `${path} +${additions} -${deletions}`);
}
