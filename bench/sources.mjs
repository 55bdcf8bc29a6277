// Reading what benchmarks ship: folders beside `cat` on the same files, and a million rows in bounded memory.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBenchmarkFolders } from '../test/support/benchmark-folders.mjs';
import { cli, medianMs, peakMb, printTable, verdict } from './measure.mjs';

const poolFile = fileURLToPath(new URL('../data/ccb/pool.jsonl', import.meta.url));
const rowWriter = fileURLToPath(new URL('./write-million-rows.mjs', import.meta.url));

export function benchSources() {
  const root = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  benchFolders(join(root, 'folders'));
  benchParquet(join(root, 'rows.parquet'));
  rmSync(root, { recursive: true });
}

/** The folders of SWE-bench Pro at their real sizes: six files each, patches of 15 kB. */
function benchFolders(root) {
  const pool = readFileSync(poolFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  writeBenchmarkFolders(
    root,
    pool.filter(({ benchmark }) => benchmark === 'ccb_swebenchpro'),
    { patchBytes: 15_000 },
  );
  const inspect = [cli, 'inspect', root, '--json'];
  const cases = [
    { name: 'bare node', args: ['-e', '0'] },
    { name: 'cat', command: 'sh', args: ['-c', `find "${root}" -type f -exec cat {} +`] },
    { name: 'winnow inspect', args: inspect },
  ];
  const medians = medianMs(cases, 7);
  const limit = 3 * medians.get('cat') + medians.get('bare node');
  const rows = cases.map(({ name, args }) => {
    const ms = medians.get(name);
    const isOurs = name === 'winnow inspect';
    return [
      name,
      ms.toFixed(0),
      isOurs ? limit.toFixed(0) : '',
      isOurs ? peakMb(args) : '',
      isOurs ? verdict(ms, limit) : '',
    ];
  });
  printTable('731 Harbor folders (median of 7)', ['', 'ms', 'limit: 3 × cat + node', 'peak MB', ''], rows);
}

function benchParquet(file) {
  const rows = [100_000, 1_000_000].map((count) => {
    spawnSync(process.execPath, [rowWriter, file, String(count)], { stdio: 'inherit' });
    const args = [cli, 'inspect', file, '--json'];
    const ms = medianMs([{ name: 'inspect', args }], 1).get('inspect');
    const megabytes = statSync(file).size / 2 ** 20;
    return [
      `${count} rows`,
      megabytes.toFixed(0),
      (ms / 1000).toFixed(1),
      ((1000 * ms) / count).toFixed(0),
      peakMb(args),
    ];
  });
  printTable('SWE-bench rows in Parquet, through inspect', ['', 'file MB', 's', 'µs a row', 'peak MB'], rows);
}
