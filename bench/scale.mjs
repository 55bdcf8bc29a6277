// How select grows with the pool: tasks in memory, and tables that a database counts, beside the same question in SQL.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cli, peakMb, printTable, verdict } from './measure.mjs';
import { largePlan, writeLargeTable } from './write-large-table.mjs';

const program = fileURLToPath(new URL('./select-in-memory.mjs', import.meta.url));
const question = fileURLToPath(new URL('./ask-duckdb.mjs', import.meta.url));

export async function benchScale() {
  benchMemory();
  await benchTables();
}

function benchMemory() {
  const sizes = [1_000, 10_000, 100_000];
  const results = sizes.map((count) => {
    const runs = Array.from({ length: 3 }, () =>
      JSON.parse(spawnSync(process.execPath, [program, String(count)], { encoding: 'utf8' }).stdout),
    );
    return { count, ...runs.sort((a, b) => a.selectMs - b.selectMs)[1] };
  });
  const rows = results.map(({ count, selected, selectMs, reportMs, peakMb: peak }) => [
    `${count} tasks`,
    selected,
    selectMs.toFixed(0),
    ((1000 * selectMs) / count).toFixed(1),
    reportMs.toFixed(0),
    peak.toFixed(0),
    count === 100_000 ? `${verdict(selectMs, 1000)} (limit 1000 ms), ${verdict(peak, 600)} (limit 600 MB)` : '',
  ]);
  const header = ['Select in memory (median of 3)', 'selected', 'select ms', 'µs a task', 'manifest ms', 'peak MB', ''];
  printTable('Scale', header, rows);
}

/** The whole command on a table, beside DuckDB alone; the larger table beside the smaller. */
async function benchTables() {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  try {
    const [million, ten] = [1_000_000, 10_000_000];
    const small = await measured(folder, million, 3);
    const lines = await measured(folder, million, 3, 'json', 'long');
    const shortLines = await measured(folder, million, 3, 'json');
    const large = await measured(folder, ten, 1);
    const rows = [
      ['DuckDB alone, 1,000,000 rows', seconds(small.sqlMs), '', '', ''],
      [
        'winnow select, 1,000,000 rows',
        seconds(small.ms),
        `${(small.ms / small.sqlMs).toFixed(2)} × DuckDB (limit 2.5)`,
        `${small.peak} (limit 700)`,
        `${verdict(small.ms / small.sqlMs, 2.5)}, ${verdict(small.peak, 700)}`,
      ],
      [
        'winnow select, 10,000,000 rows',
        seconds(large.ms),
        `${(large.ms / small.ms).toFixed(1)} × 1,000,000 rows (limit 12)`,
        `${large.peak} (limit 1500)`,
        `${verdict(large.ms / small.ms, 12)}, ${verdict(large.peak, 1500)}`,
      ],
    ];
    rows.push(
      ['DuckDB scans 1,000,000 JSON lines of 5.3 kB', seconds(lines.sqlMs), '', '', ''],
      [
        'winnow select, 1,000,000 JSON lines of 5.3 kB',
        seconds(lines.ms),
        `${(lines.ms / lines.sqlMs).toFixed(2)} × DuckDB (limit 3)`,
        `${lines.peak} (limit 700)`,
        `${verdict(lines.ms / lines.sqlMs, 3)}, ${verdict(lines.peak, 700)}`,
      ],
      ['DuckDB scans 1,000,000 JSON lines of 0.8 kB', seconds(shortLines.sqlMs), '', '', ''],
      [
        'winnow select, 1,000,000 JSON lines of 0.8 kB',
        seconds(shortLines.ms),
        `${(shortLines.ms / shortLines.sqlMs).toFixed(2)} × DuckDB`,
        `${shortLines.peak} (limit 700)`,
        verdict(shortLines.peak, 700),
      ],
    );
    printTable('Tables (1,000 tasks by repository)', ['', 's', 'ratio', 'peak MB', ''], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(folder, count, runs, format = 'parquet', texts = 'short') {
  const file = join(folder, `${count}.${format}`);
  await writeLargeTable(file, count, format, texts);
  const plan = join(folder, `${count}.yaml`);
  writeFileSync(plan, largePlan(`{ path: ${count}.${format}, format: table }`));
  const args = [cli, 'select', plan, '--out', join(folder, 'out'), '--force', '--quiet'];
  const [ours, theirs] = [[], []];
  // In turn, so that both see the same machine.
  for (let run = 0; run < runs; run++) {
    ours.push(timeOf(args));
    theirs.push(timeOf([question, file]));
  }
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  return { ms: median(ours), sqlMs: median(theirs), peak: peakMb(args) };
}

function timeOf(args) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
