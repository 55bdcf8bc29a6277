import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shipped } from './file-access.js';

/** The folder of this package, found upwards from the running file, so it works for source and bundle. */
export function packageRoot(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!shipped.exists(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error('the package folder of winnow-bench was not found');
    directory = parent;
  }
  return directory;
}

/** The text of a file in the package, by its path. */
export function shippedText(...path: readonly string[]): string {
  return shipped.read(join(packageRoot(), ...path)).toString('utf8');
}

/** The version in package.json: "1.2.3". */
export function packageVersion(): string {
  return (JSON.parse(shippedText('package.json')) as { version: string }).version;
}

/** Winnow's name in its output: "winnow-bench 1.2.3". */
export function generatorName(): string {
  return `winnow-bench ${packageVersion()}`;
}
