import { describe, expect, it } from 'vitest';
import { groupedTasks, planTextOf, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { documentOf } from '../../documents/forms.js';
import { WinnowError } from '../../model/errors.js';
import type { Task } from '../../model/task.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { affordableDraws, asSelected, reselectorOf } from './reweighting.js';
import { assessSensitivity, sensitivitySchema } from './sensitivity.js';

interface PlanParts {
  readonly weights?: string;
  readonly take?: number | 'all';
  readonly more?: string;
  readonly seed?: string;
}

function selectionOf({ weights = '{ size: 0.5, depth: 0.5 }', take = 4, more = '', seed = '' }: PlanParts, order = 1) {
  const plan = readPlan(`
name: tiny
${seed}
phases: [Fix]
phase: Fix
score:
  name: test
  weights: ${weights}
  components: { size: { ramp: files_changed, full: 20 }, depth: { ramp: lines_changed, full: 20 } }
benchmarks:
  mine: { source: { path: unused }, expect: 20, select: { take: ${take} }${more} }
`);
  // The more files, the fewer lines: the two components want opposite tasks.
  const tasks = Array.from({ length: 20 }, (_, i): Task => {
    const fields = { files_changed: i + 1, lines_changed: 20 - i };
    return { benchmark: 'mine', id: `t${String(i).padStart(2, '0')}`, fields };
  });
  return runPlan(plan, new Map([['mine', { tasks: order === 1 ? tasks : tasks.toReversed(), problems: [] }]]));
}

describe('selecting again', () => {
  it.each([
    ['a plain plan', {}],
    ['unequal weights', { weights: '{ size: 0.7, depth: 0.3 }' }],
    [
      'an exclusion',
      { weights: '{ size: 0.7, depth: 0.3 }', more: ', exclude: [{ id: t19, reason: other, evidence: test }]' },
    ],
    [
      'an exclusion with a replacement',
      {
        weights: '{ size: 0.7, depth: 0.3 }',
        more: ', exclude: [{ id: t19, reason: other, evidence: test, replacement: t03 }]',
      },
    ],
  ])('with the weights of the plan gives the selection: %s', (_, parts) => {
    const selection = selectionOf(parts);
    expect(reselectorOf(selection)(selection.plan.score.weights)).toEqual(asSelected(selection));
  });
});

describe('the sensitivity to the weights', () => {
  it('finds that the weights decide everything where the components disagree', () => {
    // Equal weights tie all tasks; whichever is heavier takes its own end of the pool.
    const { benchmarks, changes, deciding, ties, tasks, ...stability } = assessSensitivity(selectionOf({}));
    expect(ties).toEqual({ places: 4, tied: 20, distinctScores: 1, scores: 20 });
    expect(stability.core).toBe(0);
    expect(stability.newcomers).toBe(4);
    expect(stability.overlap.min).toBe(0);
    expect(benchmarks.map(({ name, selected, eligible }) => [name, selected, eligible])).toEqual([['mine', 4, 20]]);
    expect(deciding).toEqual({ components: ['size', 'depth'], tasks: 4, tiedPlaces: 0 });
    expect(changes.map(({ component, change, weight, moved }) => [component, change, weight, moved])).toEqual([
      ['size', 'raised', 0.625, 4],
      ['size', 'lowered', 0.375, 0],
      ['size', 'left out', 0, 0],
      ['depth', 'raised', 0.625, 0],
      ['depth', 'lowered', 0.375, 4],
      ['depth', 'left out', 0, 4],
    ]);
    expect(tasks.map(({ taskId, selected }) => [taskId, selected])).toEqual([
      ...['t00', 't01', 't02', 't03'].map((id) => [id, true]),
      ...['t16', 't17', 't18', 't19'].map((id) => [id, false]),
    ]);
    // One of the two ends is in at every draw.
    expect((tasks[0]?.frequency ?? 0) + (tasks[7]?.frequency ?? 0)).toBeCloseTo(1, 12);
  });

  it('compares ranks with the scores of the plan', () => {
    const { scoreCorrelation, changes } = assessSensitivity(selectionOf({ weights: '{ size: 0.9, depth: 0.1 }' }));
    expect(scoreCorrelation?.p95).toBe(1);
    expect(
      changes.find(({ component, change }) => component === 'size' && change === 'left out')?.scoreCorrelation,
    ).toBe(-1);
    expect(assessSensitivity(selectionOf({})).scoreCorrelation).toBeUndefined();
  });

  it('gives the same bytes for the same seed, whatever the order of the tasks, and others for another', () => {
    const text = (order: number, seed?: string) =>
      JSON.stringify(
        documentOf(
          sensitivitySchema(),
          assessSensitivity(selectionOf({ weights: '{ size: 0.55, depth: 0.45 }' }, order), { seed }),
        ),
      );
    expect(text(1)).toBe(text(-1));
    expect(text(1, 'a')).toBe(text(-1, 'a'));
    expect(text(1, 'a')).not.toBe(text(1, 'b'));
  });

  it('draws the same first hundred of five hundred', () => {
    const selection = selectionOf({ weights: '{ size: 0.55, depth: 0.45 }' });
    const once = assessSensitivity(selection, { draws: 1, seed: 'x' });
    expect(once).toMatchObject({ draws: 1, overlap: { min: once.overlap.mean } });
    const few = assessSensitivity(selection, { draws: 100, seed: 'x' }).overlap.min;
    expect(assessSensitivity(selection, { draws: 500, seed: 'x' }).overlap.min).toBeLessThanOrEqual(few);
  });

  it('takes fewer draws of a large pool, and never too few', () => {
    expect([0, 20_000, 40_000, 1_000_000].map(affordableDraws)).toEqual([500, 500, 250, 50]);
  });

  it('takes the seed of the plan, or the one given, or "0", and says which', () => {
    const from = (selection: ReturnType<typeof selectionOf>, seed?: string) => {
      const result = assessSensitivity(selection, { seed, draws: 1 });
      return [result.seed, result.seedFrom, result.notes.some((note) => note.includes('seed'))];
    };
    expect(from(selectionOf({ seed: 'seed: 42' }))).toEqual(['42', 'plan', false]);
    expect(from(selectionOf({ seed: 'seed: 42' }), '7')).toEqual(['7', 'option', false]);
    expect(from(selectionOf({}))).toEqual(['0', 'default', true]);
  });
});

describe('where there is nothing to find', () => {
  it('says that one component cannot be perturbed', () => {
    const { changes, deciding, notes, ...stability } = assessSensitivity(
      selectionOf({ weights: '{ size: 1, depth: 0 }' }),
      { draws: 20 },
    );
    expect(stability).toMatchObject({ overlap: { mean: 1, min: 1 }, core: 4, swing: 0, newcomers: 0 });
    expect([changes, deciding]).toEqual([[], undefined]);
    expect(notes.join('\n')).toMatch(/Only the size component has a weight, so there is nothing to vary/);
    expect(notes.join('\n')).toMatch(/Weights of 0 stay 0, .*: depth\./);
  });

  it('says that a benchmark taken whole depends on no weight', () => {
    const { notes, ...stability } = assessSensitivity(selectionOf({ take: 'all' }), { draws: 20 });
    expect(stability).toMatchObject({ overlap: { mean: 1, min: 1 }, core: 20 });
    expect(notes.join('\n')).toMatch(/Every benchmark is selected in full/);
  });

  it('refuses options out of range, all at once', () => {
    const faults = (options: Parameters<typeof assessSensitivity>[1]) => {
      try {
        assessSensitivity(selectionOf({}), options);
        return [];
      } catch (error) {
        return (error as WinnowError).faults.map(({ code }) => code);
      }
    };
    expect(faults({ draws: 0, concentration: 0 })).toEqual(['assess/draws', 'assess/concentration']);
    expect(faults({ draws: 1.5 })).toEqual(['assess/draws']);
    expect(faults({ draws: Number.NaN })).toEqual(['assess/draws']);
    expect(faults({ concentration: Number.POSITIVE_INFINITY })).toEqual(['assess/concentration']);
    expect(faults({ draws: 1, concentration: 0.001 })).toEqual([]);
    expect(() => assessSensitivity(selectionOf({}), { draws: -1 })).toThrow(WinnowError);
  });
});

describe('the sensitivity of a sample', () => {
  const tasks = groupedTasks({ a: 14, b: 9, c: 6 });
  const methods = [
    ['random', { prefer: ['random'] }],
    ['systematic', { draw: { method: 'systematic', by: 'score' } }],
    ['pareto', { draw: { method: 'pareto', by: 'score' } }],
    ['local-pivotal', { draw: { method: 'local-pivotal', by: ['score', 'repo'] } }],
    ['cube', { draw: { method: 'cube', by: ['score', 'lines_changed'] } }],
  ] as const;
  const select = { take: 10, pin: ['t04'], group: { by: 'repo', at_least: 1 } };

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
