import { basename, dirname, extname, resolve } from 'node:path';

const says = /^(?:results?|reports?|eval[_-]?results|outcomes?|scores?|summary|output|data|table)$/i;

/** What a file calls its configuration by its name; a name such as "results", which any may have, gives way to the folder's. */
export function nameOfFile(path: string): string {
  const whole = resolve(path);
  const stem = basename(whole, extname(whole));
  if (!says.test(stem)) return stem;
  const folder = dirname(whole);
  const name = says.test(basename(folder)) ? basename(dirname(folder)) : basename(folder);
  return name === '' ? stem : name;
}

/** The names of the folders above a file, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  return dirname(resolve(path)).split(/[\\/]/).reverse();
}
