// How commands grow with the selection: 10,000, 20,000 and 40,000 selected tasks, half of the pool. Time is that of the
// processor, and what counts is the ratio within this run: what a task takes in the largest selection against the smallest.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedPlan, generatedTasks } from './generate-pool.mjs';
import { cli, printTable, verdict } from './measure.mjs';

const sizes = (process.env.WINNOW_BENCH_SELECTED ?? '10000,20000,40000').split(',').map(Number);
const preload = new URL('./peak-memory.mjs', import.meta.url).href;
/** So much more is left to sorting and to a busy machine. */
const mostGrowth = 1.3;

const commands = [
  ['select', ['select', 'plan.yaml', '--out', 'selection', '--quiet']],
  ['check', ['check', 'selection']],
  ['explain', ['explain', 'TASK', '--plan', 'plan.yaml']],
  ['estimate', ['estimate', 'selection', 'results.csv', '--baseline', 'base']],
  ['status', ['status', 'selection', 'results.csv']],
  ['diff', ['diff', 'selection', 'selection']],
  ['export', ['export', 'selection', '--to', 'ids', '--out', 'export']],
  ['report', ['report', 'plan.yaml', '--html', 'page.html']],
  ...['balance', 'power'].map((name) => [`assess ${name}`, ['assess', name, 'selection']]),
  ['assess sensitivity', ['assess', 'sensitivity', 'selection', '--draws', '20']],
  ...['fidelity', 'validity', 'ceiling', 'misfit'].map((name) => [
    `assess ${name}`,
    ['assess', name, 'selection', '--results', 'results.csv'],
  ]),
];

export function benchLarge() {
  const folders = sizes.map(folderOf);
  try {
    const rows = commands.map(([name, args]) => {
      const runs = folders.map(({ folder, first }) =>
        measure(
          args.map((arg) => (arg === 'TASK' ? first : arg)),
          folder,
        ),
      );
      const perTask = runs.map(({ ms }, i) => ms / sizes[i]);
      const growth = perTask.at(-1) / perTask[0];
      return [
        name,
        ...runs.map(({ ms }) => (ms / 1000).toFixed(1)),
        growth.toFixed(2),
        ...runs.map(({ mb }) => mb.toFixed(0)),
        `${verdict(growth, mostGrowth)} (limit ${mostGrowth} × a task)`,
      ];
    });
    const heads = sizes.map((size) => `${size / 1000}k s`);
    const peaks = sizes.map((size) => `${size / 1000}k MB`);
    printTable('Large selections, drawn at random, half of the pool', ['', ...heads, 'growth', ...peaks, ''], rows);
  } finally {
    for (const { folder } of folders) rmSync(folder, { recursive: true, force: true });
  }
}

function folderOf(selected) {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  const tasks = generatedTasks(2 * selected);
  writeFileSync(
    join(folder, 'pool.jsonl'),
    tasks.map(({ id, fields }) => `${JSON.stringify({ id, ...fields })}\n`).join(''),
  );
  const plan = generatedPlan(tasks.length)
    .replace('name: generated', 'name: generated\nseed: 1')
    .replace(/take: \d+/, `take: ${selected}`)
    .replace(/prefer: .*\n\s*ensure: .*/, 'prefer: [random]');
  writeFileSync(join(folder, 'plan.yaml'), plan);
  const rows = tasks.flatMap(({ id }, i) =>
    ['base', 'new'].map((name, arm) => `${id},${name},${(i * 7 + arm * 3) % 10 < 4 + arm ? 1 : 0}\n`),
  );
  writeFileSync(join(folder, 'results.csv'), `task,configuration,reward\n${rows.join('')}`);
  return { folder, first: tasks[0].id };
}

function measure(args, cwd) {
  rmSync(join(cwd, 'export'), { recursive: true, force: true });
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, cli, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms: Number(/cpu (\d+)/.exec(stderr)?.[1]), mb: Number(/peak (\d+)/.exec(stderr)?.[1]) };
}
