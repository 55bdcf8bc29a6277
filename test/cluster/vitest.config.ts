// `npm run test:cluster`: what needs a cluster, which scripts/test-cluster.mjs has started.
import { defineConfig } from 'vitest/config';
import quick from '../../vitest.config.js';

const { projects: _, ...shared } = quick.test ?? {};

export default defineConfig({
  test: { ...shared, include: ['test/cluster/*.test.ts'], exclude: [], maxWorkers: 1, fileParallelism: false },
});
