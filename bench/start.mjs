// How fast a command starts and the main job runs, beside node alone: ratios within one run.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, medianMs, peakMb, printTable, verdict } from './measure.mjs';
import { writeTaskFolders } from './write-task-folders.mjs';

export function benchStart() {
  const out = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  const tasks = join(out, 'tasks');
  writeTaskFolders(tasks, 1);
  const results = join(out, 'my-model.run1.json');
  writeFileSync(results, reportOnSuite());
  const cases = [
    { name: 'bare node', args: ['-e', '0'], limit: 1 },
    { name: 'winnow --version', args: [cli, '--version'], limit: 1.4 },
    { name: 'winnow inspect (one task)', args: [cli, 'inspect', tasks, '--json'], limit: 2 },
    { name: 'winnow select (main job)', args: [cli, 'select', 'ccb', '--out', join(out, 'selection')], limit: 3 },
    // Half a second on a machine where node takes 45 ms.
    {
      name: 'select a suite',
      args: [cli, 'select', 'verified', '--tier', '50', '--out', join(out, 'suite')],
      limit: 11,
    },
    {
      name: 'export a suite',
      args: [cli, 'export', 'verified', '--tier', '50', '--to', 'swe-bench', '--out', join(out, 'run')],
      limit: 11,
    },
    { name: 'estimate from a suite', args: [cli, 'estimate', 'verified', results], limit: 11 },
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

/** A report of SWE-bench on all tasks of the suite verified. */
function reportOnSuite() {
  const pool = readFileSync(new URL('../data/verified/pool.jsonl', import.meta.url), 'utf8');
  const ids = pool
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  const [resolved, unresolved] = [0, 1].map((rest) => ids.filter((_, i) => i % 2 === rest));
  return JSON.stringify({ submitted_ids: ids, resolved_ids: resolved, unresolved_ids: unresolved, schema_version: 2 });
}
