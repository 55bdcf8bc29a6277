import { readPatch } from '../../src/sources/patch/read-patch.js';

/** Lines as a text. */
export const text = (...lines: string[]) => `${lines.join('\n')}\n`;

/** One line a file: change, path, counts, hunks. */
export function summary(patch: string): string[] {
  return readPatch(patch).files.map((file) => {
    const name = file.oldPath === undefined ? file.path : `${file.oldPath} => ${file.path}`;
    const counts = file.binary ? 'binary' : `+${file.additions} -${file.deletions}`;
    return `${file.change} ${name} ${counts} @${file.hunks}`;
  });
}
