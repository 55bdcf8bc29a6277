import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { browserForFile } from '../support/browser.js';
import { isDeep } from '../support/depth.js';
import { reportUrl } from '../support/explorer-page.js';
import { runWinnow } from '../support/run-winnow.js';
import { shippedResults } from '../support/suite-results.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const open = browserForFile();

/** Two systems of the public leaderboard, under the names that their runs get here. */
const systems = new Map([
  ['agent-a', shippedResults('verified', '20240620_sweagent_claude3.5sonnet')],
  ['agent-b', shippedResults('verified', '20250522_tools_claude-4-opus')],
]);

/** Writes what SWE-bench's harness leaves after a run of some tasks: a report for each system. */
function runHarness(folder: string, ids: readonly string[], run: string): void {
  for (const [system, rewards] of systems) {
    const resolved = ids.filter((id) => rewards.get(id) === 1);
    const report = {
      total_instances: ids.length,
      submitted_instances: ids.length,
      completed_instances: ids.length,
      resolved_instances: resolved.length,
      unresolved_instances: ids.length - resolved.length,
      completed_ids: ids,
      submitted_ids: ids,
      resolved_ids: resolved,
      unresolved_ids: ids.filter((id) => rewards.get(id) !== 1),
      error_ids: [],
      empty_patch_ids: [],
      incomplete_ids: [],
      schema_version: 2,
    };
    mkdirSync(join(folder, 'runs', system), { recursive: true });
    writeFileSync(join(folder, 'runs', system, `${system}.${run}.json`), JSON.stringify(report));
  }
}

it('goes from a suite by way of a runner to a verdict, an estimate and the page', async () => {
  const cwd = temporaryFolder();
  const winnow = (...args: readonly string[]) => {
    const { code, stdout, stderr } = runWinnow(args, { cwd });
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };
  const named = [...systems.keys()].flatMap((system) => ['--name', `${system}=runs/${system}`]);
  // Tier after tier: export the tasks, run them, look.
  let looked = JSON.parse(winnow('next', 'verified', '--to', 'ids', '--out', 'run-1', '--json'));
  let runs = 0;
  for (let tier = 1; looked.stop === false; tier++) {
    const ids = readFileSync(join(cwd, `run-${tier}/ids.txt`), 'utf8')
      .trim()
      .split('\n');
    expect(ids).toEqual(looked.next.tasks.map(({ task_id: id }: { task_id: string }) => id));
    runHarness(cwd, ids, `tier-${tier}`);
    runs += 2 * ids.length;
    const out = ['--to', 'ids', '--out', `run-${tier + 1}`];
    looked = JSON.parse(winnow('next', 'verified', 'runs/agent-a', 'runs/agent-b', ...named, ...out, '--json'));
  }
  expect(looked).toMatchObject({ verdict: 'better', question: { system: 'agent-b', baseline: 'agent-a' } });
  expect(runs + looked.runs_saved).toBe(200);
  expect(looked.runs_saved).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(join(cwd, 'winnow-looks/verified.json'), 'utf8')).questions).toHaveLength(1);

  // The level of the new system, from the tier that was run, and the truth.
  const printed = winnow('estimate', 'verified', 'runs/agent-b', ...named.slice(2));
  const [, level = 0, low = 0, high = 0] = (/([\d.]+)% \(([\d.]+) to ([\d.]+)\)/.exec(printed) ?? []).map(Number);
  const rewards = [...(systems.get('agent-b')?.values() ?? [])];
  const truth = (100 * rewards.filter((reward) => reward === 1).length) / rewards.length;
  expect(low).toBeLessThan(truth);
  expect(high).toBeGreaterThan(truth);

  // The page says the same.
  const page = await open(
    reportUrl(cwd, 'verified', '--results', 'runs/agent-a', '--results', 'runs/agent-b', ...named),
  );
  await page.getByRole('link', { name: 'All results' }).click();
  const tasks = looked.looks.at(-1).tasks;
  if (tasks < 100) await page.getByText(`all figures here are for its ${tasks} tasks`).waitFor();
  const row = page.getByRole('region', { name: 'Leaderboard' }).last().getByRole('row', { name: 'agent-b' });
  expect(await row.locator('[data-system]').textContent()).toContain(level.toFixed(1));
  await page.getByText(`agent-b is better than agent-a (after ${tasks} of 100 tasks`).waitFor();
});

it.runIf(isDeep)('shows full results as they are, and no looks at other systems', async () => {
  const cwd = temporaryFolder();
  const rewards = systems.get('agent-b') ?? new Map<string, number>();
  const ids = [...rewards.keys()];
  runHarness(cwd, ids, 'full');
  const exact = (100 * ids.filter((id) => rewards.get(id) === 1).length) / ids.length;
  const printed = runWinnow(['estimate', 'verified', 'runs/agent-b'], { cwd }).stdout;
  expect(printed).toContain(`${exact.toFixed(1)}%`);
  const page = await open(reportUrl(cwd, 'verified', '--results', 'runs/agent-b'));
  await page.getByRole('link', { name: 'All results' }).click();
  await page.getByText('The results cover all 500 tasks in the pool').waitFor();
  const row = page.getByRole('region', { name: 'Leaderboard' }).last().getByRole('row', { name: 'agent-b' });
  expect(await row.locator('[data-system]').textContent()).toContain(exact.toFixed(1));
});
