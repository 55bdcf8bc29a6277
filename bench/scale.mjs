// How select grows with the pool: the time of runPlan alone, tasks in memory, each size in a process of its own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printTable, verdict } from './measure.mjs';

const program = fileURLToPath(new URL('./select-in-memory.mjs', import.meta.url));

export function benchScale() {
  const sizes = [1_000, 10_000, 100_000];
  const results = sizes.map((count) => {
    const runs = Array.from({ length: 3 }, () =>
      JSON.parse(spawnSync(process.execPath, [program, String(count)], { encoding: 'utf8' }).stdout),
    );
    return { count, ...runs.sort((a, b) => a.selectMs - b.selectMs)[1] };
  });
  const rows = results.map(({ count, selected, selectMs, reportMs, peakMb }) => [
    `${count} tasks`,
    selected,
    selectMs.toFixed(0),
    ((1000 * selectMs) / count).toFixed(1),
    reportMs.toFixed(0),
    peakMb.toFixed(0),
    count === 100_000 ? `${verdict(selectMs, 1000)} (limit 1000 ms), ${verdict(peakMb, 600)} (limit 600 MB)` : '',
  ]);
  const header = ['Select in memory (median of 3)', 'selected', 'select ms', 'µs a task', 'manifest ms', 'peak MB', ''];
  printTable('Scale', header, rows);
}
