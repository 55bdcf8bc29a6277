import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../disk/own-package.js';
import type { PageFiles } from './page-html.js';

/** Reads the page's script and style sheet from where the build put them. */
export function readPageFiles(): PageFiles {
  const read = (name: string) => readFileSync(join(packageRoot(), 'dist', 'explorer', name), 'utf8');
  return { script: read('page.js'), style: read('page.css') };
}
