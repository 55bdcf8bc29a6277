// `npm run fuzz [parser] [cases] [seed]`: reads generated cases with every parser, or the one that is named, and keeps those it does
// not stand in test/fuzz/corpus. The same seed gives the same cases.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'rolldown';
import { root } from './prepare.mjs';

const hangsAfterMs = 10_000;
const mostKept = 5;

const [first, ...rest] = process.argv.slice(2);
const isCount = (text) => /^\d+$/.test(text ?? '');
const wanted = isCount(first) ? undefined : first;
const [cases = 10_000, seed = 1] = (isCount(first) ? [first, ...rest] : rest).map(Number);

// Within the project, so that what is not bundled is found.
const folder = mkdtempSync(join(root, 'dist-fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
await build({
  cwd: root,
  input: { worker: 'test/fuzz/worker.ts' },
  platform: 'node',
  logLevel: 'silent',
  external: ['@duckdb/node-bindings', 'highs'],
  resolve: { alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') } },
  output: { dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
});

const { names } = await run(undefined);
if (wanted !== undefined && !names.includes(wanted)) {
  console.error(`unknown parser: ${wanted}; the parsers are ${names.join(', ')}`);
  process.exit(2);
}
let failed = 0;
for (const name of wanted === undefined ? names : [wanted]) {
  const start = performance.now();
  const { failures, slowestMs } = await run(name);
  const seconds = (performance.now() - start) / 1000;
  failed += failures.length;
  console.log(
    `${name.padEnd(16)} ${cases} cases in ${seconds.toFixed(1)} s, slowest ${slowestMs.toFixed(0)} ms, ${failures.length} failed`,
  );
  for (const { number, bytes, reason } of failures.slice(0, mostKept)) {
    const kept = join('test', 'fuzz', 'corpus', name, `seed-${seed}-case-${number}`);
    mkdirSync(join(root, kept, '..'), { recursive: true });
    if (bytes !== undefined) writeFileSync(join(root, kept), bytes);
    console.log(`  case ${number}${bytes === undefined ? '' : `, kept as ${kept}`}: ${reason}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;

/** Reads the cases beside this thread, and ends a parser that does not end by itself. */
function run(name) {
  const current = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(join(folder, 'worker.mjs'), { workerData: { root, name, seed, cases, current } });
  let seen = -1;
  return new Promise((resolve, reject) => {
    const watch = setInterval(() => {
      if (current[0] !== seen) seen = current[0];
      else if (name !== undefined)
        finish({ failures: [{ number: seen, reason: 'it does not end' }], slowestMs: hangsAfterMs });
    }, hangsAfterMs);
    const finish = (result) => {
      clearInterval(watch);
      resolve(result);
      worker.terminate();
    };
    worker.on('message', finish);
    worker.on('error', (error) => {
      clearInterval(watch);
      reject(error);
    });
  });
}
