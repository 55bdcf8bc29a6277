// Makes sure that the dependencies are installed and dist/ is built; does nothing that is already done.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Installs what package-lock.json says, unless node_modules is at least as new as it. Not `npm ci`, which refuses a lock
 * file that lacks the optional binaries of a platform nobody has built on yet; those come in the one version their
 * parent names.
 */
export function ensureInstalled() {
  const lock = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  process.stderr.write('Installing dependencies …\n');
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm !== undefined) run(process.execPath, [npm, ...args]);
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}

/** Builds dist/, unless nothing it is made from has changed. */
export function ensureBuilt() {
  const stamp = join(root, 'dist', '.built');
  const wanted = inputsHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Building …\n');
  run(process.execPath, [join(root, 'scripts', 'build.mjs')]);
  writeFileSync(stamp, wanted);
}

/** Runs a program to its end; a failure ends this one with the same code. What it prints goes to standard error. */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', process.stderr, process.stderr] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

function inputsHash() {
  const hash = createHash('sha256');
  const single = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.types.json',
    'scripts/build.mjs',
    'scripts/build-page.mjs',
  ];
  for (const file of [
    ...single.map((name) => join(root, name)),
    ...filesBelow(join(root, 'plans')),
    ...filesBelow(join(root, 'src')),
  ]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
