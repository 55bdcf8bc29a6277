import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.js';

/** The version in package.json: "1.2.3". */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}

/** How Winnow names itself in what it writes: "winnow-bench 1.2.3". */
export function generatorName(): string {
  return `winnow-bench ${packageVersion()}`;
}
