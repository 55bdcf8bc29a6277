import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth.js';
import { planTextOf, poolsOf, withSeed } from '../../../test/support/sample-plan.js';
import { makeManifest } from '../manifest/manifest.js';
import type { Outcome } from '../model/outcome.js';
import type { Selection } from '../model/selection.js';
import type { Task } from '../model/task.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';
import { estimateResults } from './estimate-results.js';

const table = readFileSync(new URL('../../../examples/outcomes/swebench-pro-agents.csv', import.meta.url), 'utf8');
const [[, ...columns] = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.split(','));
/** The tasks that every system was tried on. */
const tried = rows.filter((cells) => cells.every((cell) => cell !== ''));
const baseline = 'claude-sonnet-4-paper';
const others = ['claude-4sonnet-10132025', 'gpt-4o-paper', 'kimi-k2-instruct-10132025'];

const tasks = tried.map(([id = '']): Task => {
  const [, repo = ''] = /^instance_(.+?)-[0-9a-f]{40}/.exec(id) ?? [];
  return { benchmark: 'mine', id, fields: { repo } };
});
const outcomes = new Map(
  tried.map(([taskId = '', ...cells]) => [
    taskId,
    [baseline, ...others].map((configuration): Outcome => {
      const cell = cells[columns.indexOf(configuration)];
      const status = cell === '1' ? 'passed' : 'failed';
      return { taskId, configuration, run: '', attempt: 1, status, reward: Number(cell), place: {} };
    }),
  ]),
);
const rateOf = (system: string) =>
  tried.filter((cells) => cells[1 + columns.indexOf(system)] === '1').length / tried.length;

/** The hashes of the tasks are most of the work, and an estimate does not need them. */
function withoutHashes({ benchmarks, ...selection }: Selection): Selection {
  return { ...selection, benchmarks: benchmarks.map((each) => ({ ...each, sourceTasks: [] })) };
}

it.runIf(isDeep)(
  'holds the difference of the pool about as often as it says, from a stratified sample with unequal weights',
  () => {
    const select = { take: 60, group: { by: 'repo', share: 'equal', at_least: 2 }, prefer: ['random'] };
    const plan = readPlan(planTextOf({ seed: 0, benchmarks: { mine: { select } } }));
    const pools = poolsOf(tasks);
    const draws = 2000;
    const totals = new Map(others.map((name) => [name, { covered: 0, sum: 0, outside: 0 }]));
    for (let draw = 0; draw < draws; draw++) {
      const manifest = makeManifest(withoutHashes(runPlan(withSeed(plan, `draw ${draw}`), pools)), 'test');
      const list = manifest.tasks.flatMap(({ task_id: id }) => outcomes.get(id) ?? []);
      const given = { outcomes: list, files: [], faults: [], warnings: [] };
      for (const { second, readings } of estimateResults(manifest, given, { baseline }).differences) {
        const [figure, total] = [readings[0]?.pool, totals.get(second)];
        if (figure === undefined || total === undefined) throw new Error('no difference');
        const truth = rateOf(second) - rateOf(baseline);
        expect(figure.about).toBe('systems');
        total.sum += figure.mean - truth;
        if (figure.low <= truth && truth <= figure.high) total.covered += 1;
        if (figure.mean < figure.low || figure.mean > figure.high) total.outside += 1;
      }
    }
    expect(tried.length).toBeGreaterThan(400);
    for (const { covered, sum, outside } of totals.values()) {
      expect(covered / draws).toBeGreaterThanOrEqual(0.92);
      expect(Math.abs(sum / draws)).toBeLessThan(0.01);
      expect(outside).toBe(0);
    }
  },
);
