// `npm start`: installs, builds and runs the main job; `npm start -- COMMAND …` runs any command.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './prepare.mjs';

ensureInstalled();
ensureBuilt();
const given = process.argv.slice(2);
const { status, signal } = spawnSync(
  process.execPath,
  [join(root, 'dist', 'winnow.cjs'), ...(given.length > 0 ? given : ['select', 'ccb'])],
  {
    // npm runs scripts in the package's folder; the caller's paths are relative to where the caller stands.
    cwd: process.env.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
  },
);
process.exitCode = signal === null ? (status ?? 3) : 3;
