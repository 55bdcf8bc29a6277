// Reading what benchmarks ship: folders beside `cat` on the same files, and a million rows in bounded memory.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBenchmarkFolders } from '../test/support/benchmark-folders.mjs';
import { cli, medianMs, peakMb, printTable, verdict } from './measure.mjs';
import { filesRead, writeTaskFolders } from './write-task-folders.mjs';

const poolFile = fileURLToPath(new URL('../data/ccb/pool.jsonl', import.meta.url));
const rowWriter = fileURLToPath(new URL('./write-million-rows.mjs', import.meta.url));

// The aim is 2; a machine that does other work at the same time needs room.
const timesCat = 3;
const planText = `name: folders
title: Folders
phases: [Work]
score: { name: size, weights: { size: 1 }, components: { size: { ramp: lines_changed, full: 100, unknown: 0.5 } } }
benchmarks:
  b: { source: { path: tasks }, phase: Work, select: { take: 100 } }
`;

export function benchSources() {
  const root = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  // A cache of its own, not the user's.
  process.env.XDG_CACHE_HOME = join(root, 'cache');
  benchFolders(join(root, 'folders'));
  benchTaskFolders(join(root, 'tasks'));
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

/** As many folders as SWE-bench has, read in full, beside `cat` on the files that are read. */
function benchTaskFolders(root) {
  writeTaskFolders(join(root, 'tasks'), 2519);
  const plan = join(root, 'plan.yaml');
  writeFileSync(plan, planText);
  mkdirSync(join(root, 'out'));
  const names = filesRead.map((name) => `-name ${name}`).join(' -o ');
  const cat = (which) => ['-c', `find "${join(root, 'tasks')}" -type f ${which} | xargs cat`];
  const inspect = [cli, 'inspect', join(root, 'tasks'), '--json'];
  const select = [cli, 'select', plan, '--quiet', '--out', join(root, 'out')];
  const cases = [
    { name: 'bare node', args: ['-e', '0'] },
    { name: 'cat, the files that formats read', command: 'sh', args: cat(`\\( ${names} \\)`) },
    { name: 'winnow inspect', args: inspect, beside: 'cat, the files that formats read' },
    { name: 'cat, all files', command: 'sh', args: cat('') },
    { name: 'winnow select --no-cache', args: [...select, '--no-cache'], beside: 'cat, all files' },
    { name: 'winnow select', args: select, beside: 'cat, all files' },
  ];
  const medians = medianMs(cases, 7);
  const rows = cases.map(({ name, args, beside }) => {
    const ms = medians.get(name);
    if (beside === undefined) return [name, ms.toFixed(0), '', '', '', ''];
    const node = medians.get('bare node');
    const limit = timesCat * medians.get(beside) + node;
    const times = ((ms - node) / medians.get(beside)).toFixed(1);
    return [name, ms.toFixed(0), times, limit.toFixed(0), peakMb(args), verdict(ms, limit)];
  });
  const title = '2,519 SWE-bench task folders of nine files (median of 7)';
  printTable(title, ['', 'ms', '× cat, without node', `limit: ${timesCat} × cat + node`, 'peak MB', ''], rows);
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
