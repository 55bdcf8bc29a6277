// `npm run test:deep`: what is too slow for every run. Arguments name files, or parts of their names:
// `npm run test:deep -- properties`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
ensureChromium();
const vitest = join(root, 'node_modules', '.bin', 'vitest');
const { status } = spawnSync(vitest, ['run', '--config', 'test/deep/vitest.config.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
