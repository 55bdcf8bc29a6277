import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { generatedPlan, generatedTasks } from '../../bench/generate-pool.mjs';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('the page', () => {
  it.each([
    ['page.js', 300_000],
    ['page.css', 10_000],
  ])('has a small %s, compressed', (name, most) => {
    expect(gzipSync(readFileSync(join(projectRoot, 'dist/explorer', name))).length).toBeLessThanOrEqual(most);
  });

  it('has at most three times the table of its pool, besides its own script and styles', async () => {
    const folder = temporaryFolder();
    const tasks = generatedTasks(5000).map(({ id, fields }) => ({ id, ...fields }));
    const columns = Object.keys(tasks[0] ?? {});
    const rows = tasks.map((task) => columns.map((column) => String(Reflect.get(task, column) ?? '')).join(','));
    const csv = `${[columns.join(','), ...rows].join('\n')}\n`;
    writeFileSync(join(folder, 'pool.csv'), csv);
    writeFileSync(join(folder, 'plan.yaml'), generatedPlan(5000).replaceAll('pool.jsonl', 'pool.csv'));
    const { code } = runWinnow(['report', './plan.yaml', '--html', 'page.html'], { cwd: folder });
    expect(code).toBe(0);
    const own = ['page.js', 'page.css'].map((name) => statSync(join(projectRoot, 'dist/explorer', name)).size);
    const rest = statSync(join(folder, 'page.html')).size - own.reduce((sum, each) => sum + each, 0);
    expect(rest / csv.length).toBeLessThan(3);
  });
});
