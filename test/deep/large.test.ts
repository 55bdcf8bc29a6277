import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generatedPlan, generatedTasks } from '../../bench/generate-pool.mjs';
import { explorerDataOf } from '../../src/explorer/host/explorer-data-of.js';
import { browserForFile } from '../support/browser.js';
import { startWinnow } from '../support/start-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A folder with a pool of so many tasks and its plan. */
function folderOf(count: number, plan: string): string {
  const folder = temporaryFolder();
  const lines = generatedTasks(count).map(({ id, fields }) => `${JSON.stringify({ id, ...fields })}\n`);
  writeFileSync(join(folder, 'pool.jsonl'), lines.join(''));
  writeFileSync(join(folder, 'plan.yaml'), plan);
  return folder;
}

/** Less than half of what Node would take by itself. */
const env = { NODE_OPTIONS: '--max-old-space-size=768' };

describe('100,000 tasks', () => {
  const open = browserForFile();

  it('are served to many at once within 768 MB, and shown', async () => {
    const server = await startWinnow(['view', 'plan.yaml'], folderOf(100_000, generatedPlan(100_000)), env);
    onTestFinished(async () => void (await server.stop()));
    const sizes = await Promise.all(
      Array.from({ length: 20 }, async () => (await (await fetch(server.url)).arrayBuffer()).byteLength),
    );
    expect(new Set(sizes).size).toBe(1);
    const page = await open(server.url);
    await page.getByText('100,000').first().waitFor();
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('results of 300,000 runs', () => {
  it('are read for a page as "assess" reads them: of tasks that the pool does not have, one each is kept', async () => {
    const folder = folderOf(1000, generatedPlan(1000));
    const ids = generatedTasks(1000).map(({ id }) => id);
    const rows = Array.from({ length: 300_000 }, (_, i) => {
      const id = i < 250_000 ? ids[i % 1000] : `stranger-${i % 10}`;
      return `${id},c,${1 + Math.floor(i / 10)},${i % 2}\n`;
    });
    writeFileSync(join(folder, 'results.csv'), `task,configuration,attempt,reward\n${rows.join('')}`);
    const { data } = await explorerDataOf({ plan: join(folder, 'plan.yaml'), results: [join(folder, 'results.csv')] });
    expect(data.results?.outcomes).toHaveLength(250_010);
    expect(data.results?.warnings.map(({ code }) => code)).toContain('outcomes/not-kept');
  });
});
