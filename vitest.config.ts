import { defineConfig } from 'vitest/config';

const minute = 60_000;
const deep = '**/*.deep.test.{ts,tsx}';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      // The core is pure: its tests share what is loaded, which saves a third of their time.
      { extends: true, test: { name: 'core', include: ['src/core/**/*.test.ts'], exclude: [deep], isolate: false } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['{src,test}/**/*.test.{ts,tsx}'],
          exclude: ['src/core/**', 'test/browser/**', 'test/peers/**', deep, 'test/deep/**', 'test/cluster/**'],
        },
      },
      // On a busy machine a page may paint between two looks at it.
      { extends: true, test: { name: 'browser', include: ['test/browser/**/*.test.ts'], exclude: [deep], retry: 2 } },
    ],
    setupFiles: ['test/support/same-examples.ts'],
    reporters: ['default', './scripts/plain-count-reporter.mjs'],
    // These end what hangs. A busy machine is slow, which is no fault: no limit here is near what a test takes.
    testTimeout: 10 * minute,
    hookTimeout: 10 * minute,
    teardownTimeout: 2 * minute,
    expect: { poll: { timeout: 5 * minute, interval: 20 } },
    // Every core: the default leaves one of two idle, and most tests wait for a program they started.
    maxWorkers: '100%',
  },
});
