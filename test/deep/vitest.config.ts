// `npm run test:deep`: what is too broad for every run. All that stands in this folder or is named *.deep.test.ts, and once
// more every test with generated examples or a part kept for here, with all of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import quick, { testFiles } from '../../vitest.config.js';

const goesDeeper = /from '(?:fast-check|[./\w-]*\/depth\.js)'/;

// One project: what is deep is the same everywhere.
const { projects: _, ...shared } = quick.test ?? {};

export default defineConfig({
  test: {
    ...shared,
    include: ['src', 'test'].flatMap(testFiles).filter(isDeep),
    exclude: [],
    // One property may take minutes here, and on a busy machine many.
    testTimeout: 60 * 60_000,
    env: { WINNOW_TEST_DEPTH: '10' },
  },
});

function isDeep(file: string): boolean {
  // A cluster is started by `npm run test:cluster` alone.
  if (file.startsWith(join('test', 'cluster'))) return false;
  return (
    file.startsWith(join('test', 'deep')) || file.includes('.deep.test.') || goesDeeper.test(readFileSync(file, 'utf8'))
  );
}
