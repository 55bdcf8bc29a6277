import { basename, relative, sep } from 'node:path';
import type { FolderMet } from '../disk/walk-folder.js';

/** Files that only the root of a code repository, or of a package in it, has. */
const signs: ReadonlySet<string> = new Set([
  'package.json',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'CMakeLists.txt',
  'composer.json',
  'Gemfile',
]);
const testFolder = /^(?:tests?|__tests__|test[_-]?(?:data|resources|fixtures)|fixtures?)$/i;

/** Knows which of the folders of a walk are code: what lies there was seldom put there to be a task. */
export class CodeTrees {
  readonly #roots: string[] = [];

  /** Takes note of a folder of the walk; of one that is not to be entered, why. */
  refuses({ path, entries }: FolderMet): string | undefined {
    if (this.holds(path) && testFolder.test(basename(path))) return 'a folder of tests, in a folder of code';
    if (entries.some((entry) => signs.has(entry.name) && entry.isFile())) this.#roots.push(path);
    return undefined;
  }

  /** Whether a path lies in a folder of code, or is one. */
  holds(path: string): boolean {
    return this.#roots.some((root) => {
      const below = relative(root, path);
      return below !== '..' && !below.startsWith(`..${sep}`);
    });
  }
}
