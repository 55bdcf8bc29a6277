import { describe, expect, it } from 'vitest';
import { groupedTasks, planTextOf, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { documentOf } from '../../documents/document-of.js';
import { asSelected, reselectorOf } from './reselect.js';
import { assessSensitivity, sensitivitySchema } from './sensitivity.js';

const tasks = groupedTasks({ a: 14, b: 9, c: 6 });
const methods = [
  ['random', { prefer: ['random'] }],
  ['systematic', { draw: { method: 'systematic', by: 'score' } }],
  ['pareto', { draw: { method: 'pareto', by: 'score' } }],
  ['local-pivotal', { draw: { method: 'local-pivotal', by: ['score', 'repo'] } }],
  ['cube', { draw: { method: 'cube', by: ['score', 'lines_changed'] } }],
] as const;
const select = { take: 10, pin: ['t04'], group: { by: 'repo', at_least: 1 } };

describe('the sensitivity of a sample', () => {
  it.each(methods)('can be assessed, and the weights of the plan give the sample again: %s', (_, method) => {
    const selection = runText(samplePlan({ ...select, ...method }), tasks);
    expect(reselectorOf(selection)(selection.plan.score.weights)).toEqual(asSelected(selection));
    const sensitivity = assessSensitivity(selection, { draws: 30 });
    expect(sensitivity.selected).toBe(10);
    expect(sensitivity.ties.places).toBe(0);
    expect(sensitivity.tasks.find(({ taskId }) => taskId === 't04')).toMatchObject({ selected: true, frequency: 1 });
    expect(JSON.stringify(documentOf(sensitivitySchema(), sensitivity))).not.toMatch(/NaN|undefined/);
  });

  it('is none where only chance decides: nothing moves whatever the weights', () => {
    for (const take of [4, 10, 25]) {
      const selection = runText(samplePlan({ ...select, take, prefer: ['random'] }), tasks);
      const { changes, deciding, tasks: frequencies, ties, ...stability } = assessSensitivity(selection, { draws: 50 });
      expect(stability).toMatchObject({ overlap: { mean: 1, min: 1 }, core: take, swing: 0, newcomers: 0 });
      expect(changes.map(({ moved }) => moved)).toEqual(changes.map(() => 0));
      expect(deciding?.tasks ?? 0).toBe(0);
      expect(frequencies.map(({ frequency }) => frequency)).toEqual(Array(take).fill(1));
      expect(ties.places).toBe(0);
    }
  });

  it('is none for draws by fields that the weights leave alone', () => {
    for (const method of ['systematic', 'pareto', 'local-pivotal', 'cube']) {
      const selection = runText(samplePlan({ ...select, draw: { method, by: 'lines_changed' } }), tasks);
      expect(assessSensitivity(selection, { draws: 20 }).overlap.min).toBe(1);
    }
  });

  it('of a sample beside ranks is that of the ranks', () => {
    const benchmarks = { mine: { select: { take: 6, prefer: ['random'] } }, yours: { select: { take: 6 } } };
    const text = planTextOf({ seed: 42, weights: { size: 0.5, depth: 0.5 }, benchmarks });
    const selection = runText(text, tasks, groupedTasks({ a: 20 }, 'yours'));
    const parts = assessSensitivity(selection, { draws: 100, concentration: 5 }).benchmarks;
    expect(parts[0]?.overlap.min).toBe(1);
    expect(parts[1]?.overlap.min).toBeLessThan(1);
  });
});
