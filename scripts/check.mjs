// `npm run check`: everything that is checked, in one go: format and lint, types, dead code, the package, the tests.
// Arguments go to the test runner: `npm run check -- src/core`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);
/** Several checkers repeat some of each other's work, and the tests leave them no idle core. */
const project = (file) => ['--checkers', '1', '-p', file];
/** These only read files, so they run one after another beside the tests; each prints its output when it ends. */
const readers = [
  ['dead code', bin('knip'), []],
  ['types', bin('tsc'), project('tsconfig.json')],
  ['types of the core, which knows neither Node nor the browser', bin('tsc'), project('tsconfig.core.json')],
  ['types of the page, which knows the browser but not Node', bin('tsc'), project('tsconfig.page.json')],
  ['types of the tests of the page', bin('tsc'), project('tsconfig.page-tests.json')],
  ['format and lint', bin('biome'), ['ci', '--error-on-warnings', '.']],
  ['package', bin('publint'), ['--strict']],
];

const failed = [];
await Promise.all([runTests(), runReaders()]);
if (failed.length > 0) {
  console.log(`\nFailed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}

async function runTests() {
  const { code } = await run(bin('vitest'), ['run', ...process.argv.slice(2)], 'inherit');
  if (code !== 0) failed.push('tests');
}

async function runReaders() {
  for (const [name, command, args] of readers) {
    const { code, printed } = await run(command, args, 'pipe');
    console.log(`\n— ${name}\n${printed.trimEnd()}`.trimEnd());
    if (code !== 0) failed.push(name);
  }
}

/** Runs a program to its end; gives its exit code, and what it printed if that is not shown at once. */
function run(command, args, output) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', output, output];
    const child = spawn(command, args, { cwd: root, stdio, shell: process.platform === 'win32' });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, printed }));
  });
}
