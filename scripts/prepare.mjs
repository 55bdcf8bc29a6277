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
  for (const file of buildInputs()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * The files that dist/ may be made from, relative to the root, in order. Rather one too many than one too few: a build
 * takes seconds, and a stale one misleads. All scripts count, since any of them may become part of the build.
 */
export function buildInputs() {
  const settings = readdirSync(root).filter((name) => /^(?:package(?:-lock)?|tsconfig.*)\.json$/.test(name));
  return [...settings, ...['plans', 'scripts', 'src'].flatMap(filesBelow)].sort();
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)));
}
