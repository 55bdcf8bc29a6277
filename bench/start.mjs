// How fast a command starts and the main job runs, beside node alone: ratios within one run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, medianMs, peakMb, printTable, verdict } from './measure.mjs';
import { writeTaskFolders } from './write-task-folders.mjs';

export function benchStart() {
  const out = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  const tasks = join(out, 'tasks');
  writeTaskFolders(tasks, 1);
  const cases = [
    { name: 'bare node', args: ['-e', '0'], limit: 1 },
    { name: 'winnow --version', args: [cli, '--version'], limit: 1.4 },
    { name: 'winnow inspect (one task)', args: [cli, 'inspect', tasks, '--json'], limit: 2 },
    { name: 'winnow select (main job)', args: [cli, 'select', 'ccb', '--out', join(out, 'selection')], limit: 3 },
  ];
  const medians = medianMs(cases, 21);
  const bare = medians.get('bare node');
  const rows = cases.map(({ name, args, limit }) => {
    const ms = medians.get(name);
    return [name, ms.toFixed(0), (ms / bare).toFixed(2), limit.toFixed(1), peakMb(args), verdict(ms / bare, limit)];
  });
  printTable('Start (median of 21)', ['', 'ms', '× bare node', 'limit', 'peak MB', ''], rows);
  rmSync(out, { recursive: true });
}
