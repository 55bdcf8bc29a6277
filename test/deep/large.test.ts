import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generatedPlan, generatedTasks } from '../../bench/generate-pool.mjs';
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
    const server = await startWinnow(['serve', 'plan.yaml'], folderOf(100_000, generatedPlan(100_000)), env);
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
