import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { projectRoot } from './run-winnow.js';

/** Compares a text with the one kept in `test/golden/files`, which `UPDATE_GOLDENS=yes` rewrites. */
export function expectKept(name: string, text: string): void {
  const file = join(projectRoot, 'test/golden/files', name);
  if (process.env['UPDATE_GOLDENS'] === 'yes') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text, name).toBe(readFileSync(file, 'utf8'));
}
