import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliFile, projectRoot } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const files = readdirSync(join(projectRoot, 'dist'));
const read = (file: string) => readFileSync(join(projectRoot, 'dist', file), 'utf8');

it('inspect loads what reads tasks, in few files, and nothing of what runs a plan', () => {
  // The list of commands, which is loaded once the arguments are read, loads each command.
  const list = files.filter((file) => /^operations-.*\.cjs$/.test(file));
  const [, command = ''] = /require\(['"`]\.\/(inspect-[^'"`]+)['"`]\)/.exec(list.map(read).join('\n')) ?? [];
  const cli = files.find((file) => /^cli-.*\.cjs$/.test(file)) ?? '';
  const names = [...loadedWith([cli, command])].map((file) => file.replace(/-[\w-]{8}\.cjs$/, ''));
  expect(names).toEqual(expect.arrayContaining(['inspect', 'read-tasks']));
  expect(names).not.toContain('run-plan');
  expect(names.length).toBeLessThanOrEqual(15);
});

/** The files of the bundle that are loaded before the first of their code runs. */
function loadedWith(files: readonly string[]): ReadonlySet<string> {
  const loaded = new Set(files);
  for (const file of loaded)
    for (const [, other = ''] of read(file).matchAll(/(?<!=>)require\(['"`]\.\/([^'"`]+)['"`]\)/g)) loaded.add(other);
  return loaded;
}

it('commands start from bytecode, but never from that of another build of Node', () => {
  const other = join(suiteFolder(), 'node');
  copyFileSync(process.execPath, other);
  // Undefined if there is no bytecode for a file.
  const code = `const { run, scripts } = require(${JSON.stringify(cliFile)});
    run(['select', 'ccb', '--dry-run', '--quiet']).then(() => {
      console.log(new Set([...scripts.values()].map(({ cachedDataRejected }) => String(cachedDataRejected))));
    });`;
  const rejected = [process.execPath, other].map((node) => spawnSync(node, ['-e', code], { encoding: 'utf8' }).stdout);
  expect(rejected).toEqual(["Set(1) { 'false' }\n", "Set(1) { 'undefined' }\n"]);
});

it('every file that may have bytecode has its hash in its name, because V8 compares only lengths', () => {
  expect(files.filter((file) => /\.cjs$/.test(file) && !/-[\w-]{8}\.cjs$/.test(file))).toEqual(['winnow.cjs']);
});
