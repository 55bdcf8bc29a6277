// `npm run goldens`: writes the golden files anew from what the command line gives now. Read the diff before committing it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const vitest = join(root, 'node_modules', '.bin', 'vitest');
const { status } = spawnSync(
  vitest,
  ['run', 'test/golden/goldens.test.ts', 'test/golden/purposes.test.ts', 'test/golden/printed.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, UPDATE_GOLDENS: 'yes' },
  },
);
process.exitCode = status ?? 1;
