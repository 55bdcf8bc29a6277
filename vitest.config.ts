import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/peers/**'],
    setupFiles: ['test/support/same-examples.ts'],
    reporters: ['default', './scripts/plain-count-reporter.mjs'],
    testTimeout: 60_000,
    // Every core: the default leaves one of two idle, and most tests wait for a program they started.
    maxWorkers: '100%',
  },
});
