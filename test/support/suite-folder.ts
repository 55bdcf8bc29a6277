import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder of its own for all tests of a file, removed after the last. */
export function suiteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
