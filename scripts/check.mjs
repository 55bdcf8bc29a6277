// `npm run check`: everything that is checked, in one go: format and lint, types, dead code, the package, the tests.
// Arguments go to the test runner: `npm run check -- src/core`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
const steps = [
  ['format and lint', bin('biome'), ['ci', '--error-on-warnings', '.']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['types of the core, which knows neither Node nor the browser', bin('tsc'), ['-p', 'tsconfig.core.json']],
  ['types of the page, which knows the browser but not Node', bin('tsc'), ['-p', 'tsconfig.page.json']],
  ['types of the tests of the page', bin('tsc'), ['-p', 'tsconfig.page-tests.json']],
  ['dead code', bin('knip'), []],
  ['package', bin('publint'), ['--strict']],
  ['tests', bin('vitest'), ['run', ...process.argv.slice(2)]],
];

const failed = [];
for (const [name, command, args] of steps) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
