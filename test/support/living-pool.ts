import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { at } from '../../src/core/lists/lists.js';
import { responseMatrix } from './response-matrix.js';
import { temporaryFolder } from './temporary-folder.js';

const tasks = 120;
const matrix = responseMatrix({ seed: 'living', tasks, earlier: 8, later: 5, duplicates: 0 });

/** The name of a task of the living pool. */
export function livingTask(i: number): string {
  return `task-${String(i).padStart(3, '0')}`;
}

/** Which table of results is meant: what the plan learns from, what newer systems made of every task, or of the first few. */
type Table = 'prior.csv' | 'newer.csv' | 'partial.csv';

function resultsText(table: Table): string {
  const rows = table === 'prior.csv' ? matrix.earlier : matrix.later;
  const count = table === 'partial.csv' ? 30 : tasks;
  const lines = rows.flatMap((row, j) =>
    Array.from({ length: count }, (_, i) => `${livingTask(i)},${table.slice(0, 5)}-${j},${at(row, i)}`),
  );
  return `task_id,config,reward\n${lines.join('\n')}\n`;
}

/** The tasks of the pool as a table; some may be missing or changed. */
export function livingTasks(without: readonly string[] = [], changed: readonly string[] = []): string {
  const rows = matrix.labels.flatMap((label, i) => {
    const id = livingTask(i);
    return without.includes(id)
      ? []
      : [`${id},${['go', 'python', 'rust'][label % 3]},${changed.includes(id) ? 'new' : 'old'}`];
  });
  return `id,language,text\n${rows.join('\n')}\n`;
}

/** The text of a plan on the living pool. */
function livingPlan(select: object, more: object = {}): string {
  return stringify({
    name: 'living',
    seed: 7,
    ...more,
    phases: ['Fix'],
    phase: 'Fix',
    score: { name: 'size', weights: { size: 1 }, components: { size: { constant: 1 } } },
    benchmarks: { pool: { source: { path: 'tasks.csv' }, prior: { path: 'prior.csv' }, select } },
  });
}

/** A folder with a pool of 120 tasks, results of eight earlier systems and of five newer ones, and a plan. */
export function livingFolder(select: object, more: object = {}, folder = temporaryFolder()): string {
  for (const table of ['prior.csv', 'newer.csv', 'partial.csv'] as const)
    writeFileSync(join(folder, table), resultsText(table));
  writeFileSync(join(folder, 'tasks.csv'), livingTasks());
  writeFileSync(join(folder, 'plan.yaml'), livingPlan(select, more));
  return folder;
}
