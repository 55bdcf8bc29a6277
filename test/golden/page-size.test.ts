import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/run-winnow.js';

describe('the page', () => {
  it('stays under 450 kB, compressed', () => {
    const bytes = ['page.js', 'page.css'].map(
      (name) => gzipSync(readFileSync(join(projectRoot, 'dist/explorer', name))).length,
    );
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(450_000);
  });
});
