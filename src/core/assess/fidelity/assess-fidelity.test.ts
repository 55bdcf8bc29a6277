import { describe, expect, it } from 'vitest';
import {
  assess,
  byFiles,
  figuresOf,
  outcomesOf,
  type Rewards,
  ranked,
  tasks,
  three,
} from '../../../../test/support/fidelity-systems.js';
import { groupedTasks, planTextOf, poolsOf, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import type { Selection } from '../../model/selection.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { poolResults } from '../question/pool-results.js';
import { assessFidelity } from './assess-fidelity.js';
import { fidelityEntry } from './fidelity-entry.js';
import { levelSentence, rankingSentence } from './fidelity-words.js';

describe('the fidelity of a ranked choice', () => {
  it('is off in the level where the order follows the outcome, and random draws are not', () => {
    const { systems, metrics, counted, biasInterval } = figuresOf(assess(ranked, three));
    expect(counted).toBe(3);
    for (const { name, rate, poolRate, error } of systems) {
      const rewardOf = three[name as keyof typeof three];
      const own = tasks.map((task, at) => ({ task, reward: rewardOf(task, at) as number }));
      const mean = (list: typeof own) => list.reduce((sum, { reward }) => sum + reward, 0) / list.length;
      const chosen = new Set(ranked.choices.map(({ task }) => task.id));
      expect(poolRate).toBeCloseTo(mean(own), 12);
      expect(rate).toBeCloseTo(mean(own.filter(({ task }) => chosen.has(task.id))), 12);
      expect(error).toBeCloseTo(rate - poolRate, 12);
    }
    expect(metrics.bias.value).toBeLessThan(-0.2);
    expect(metrics.bias.chance).toMatchObject({ standing: 'worse', mean: expect.closeTo(0, 1) });
    expect(biasInterval?.high).toBeLessThan(0);
    expect(biasInterval?.low).toBeLessThan(metrics.bias.value as number);
  });

  it('says so in words', () => {
    const row = assess(ranked, three).scopes[0]?.rows[0];
    expect(row && levelSentence(row)).toMatch(
      /^Its level is off by -\d+\.\d points on average over 3 systems, more than chance gives \(95% of random draws of 20 stay within -/,
    );
    expect(row && rankingSentence(row)).toMatch(/^Its ranking of the 3 systems /);
  });

  it('is the same in any order of tasks and results, and for the same seed', () => {
    const turned = runPlan(readPlan(samplePlan(byFiles)), poolsOf(tasks.toReversed()));
    const entry = (selection: Selection, flip: boolean, seed?: string) => {
      const { outcomes, ...rest } = outcomesOf(three);
      const results = poolResults(selection, { ...rest, outcomes: flip ? outcomes.toReversed() : outcomes });
      return JSON.stringify(fidelityEntry(assessFidelity(selection, results, { draws: 200, seed })));
    };
    expect(entry(turned, true)).toBe(entry(ranked, false));
    expect(entry(turned, true, 'x')).not.toBe(entry(ranked, false, 'y'));
    expect(entry(ranked, false)).not.toMatch(/NaN|-0[,}]/);
  });

  it('is judged at other sizes by the same rule', () => {
    const { scopes, notes } = assess(ranked, three, { sizes: [40, 20, 10, 100, 40] });
    expect(scopes[0]?.rows.map(({ selected, isSelection }) => [selected, isSelection])).toEqual([
      [20, true],
      [10, false],
      [40, false],
    ]);
    expect(notes.join('\n')).toContain('mine cannot be judged at 100 tasks: only 100 tasks are eligible');
    const forty = runText(samplePlan({ ...byFiles, take: 40 }), tasks);
    expect(figuresOf(assess(ranked, three, { sizes: [40] }), 1)).toEqual(figuresOf(assess(forty, three)));
  });

  it('keeps to the size asked for where an ensure rule adds tasks, and says when the floors are above it', () => {
    const ensure = [{ by: 'repo', values: ['c'], at_least: 4, prefer: ['files_changed desc'] }];
    const selection = runText(samplePlan({ ...byFiles, ensure }), tasks);
    const { scopes, notes } = assess(selection, three, { sizes: [12, 2] });
    expect(scopes[0]?.rows[1]?.selected).toBe(12);
    expect(notes.join('\n')).toMatch(/mine cannot be judged at 2 tasks: .*3/);
  });
});

it('cannot be smaller than its pins', () => {
  const pin = ['t01', 't02', 't03'];
  const selection = runText(samplePlan({ ...byFiles, pin }), tasks);
  const { notes } = assess(selection, three, { sizes: [2] });
  expect(notes.join('\n')).toMatch(/mine cannot be judged at 2 tasks: /);
});

describe('the random draws', () => {
  it('of a sample are its own design: right on average, with the error that the formula gives', () => {
    const selection = runText(samplePlan({ take: 20, group: { by: 'repo', at_least: 4 }, prefer: ['random'] }), tasks);
    const { systems } = figuresOf(assess(selection, three, { draws: 4000 }));
    for (const { name, chance } of systems) {
      const rewardOf = three[name as keyof typeof three];
      const variance = (selection.benchmarks[0]?.groups ?? []).reduce((sum, { ranking, allocated }) => {
        const values = ranking.map(
          (task) =>
            rewardOf(
              task,
              tasks.findIndex(({ id }) => id === task.id),
            ) as number,
        );
        const mean = values.reduce((total, value) => total + value, 0) / values.length;
        const spread = values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length - 1);
        return sum + (values.length / 100) ** 2 * (1 - allocated / values.length) * (spread / allocated);
      }, 0);
      expect(Math.abs(chance?.mean ?? 1)).toBeLessThan((4 * Math.sqrt(variance)) / Math.sqrt(4000));
      expect((chance?.size ?? 0) / Math.sqrt(variance)).toBeCloseTo(1, 1);
    }
  });

  it.each([
    ['systematic', { draw: { method: 'systematic', by: 'files_changed' } }],
    ['pareto', { draw: { method: 'pareto', by: 'lines_changed' } }],
    ['local-pivotal', { draw: { method: 'local-pivotal', by: ['files_changed'] } }],
    ['cube', { draw: { method: 'cube', by: ['files_changed'] } }],
  ])('follow the method of the plan: %s', (method, how) => {
    const selection = runText(samplePlan({ take: 20, pin: ['t07'], ...how }), tasks);
    const result = assess(selection, three);
    expect(result.scopes[0]).toMatchObject({ kind: 'representative', design: expect.stringContaining(method) });
    const { bias } = figuresOf(result).metrics;
    expect(Math.abs(bias.chance?.mean ?? 1)).toBeLessThan(0.03);
    expect(figuresOf(result).biasInterval).toBeUndefined();
  });

  it('that balance a field are nearer than those that do not, where the outcome follows it', () => {
    const size = (how: object) =>
      figuresOf(assess(runText(samplePlan({ take: 20, ...how }), tasks), three)).metrics.rmse.chance?.mean ?? 1;
    expect(size({ draw: { method: 'systematic', by: 'files_changed' } })).toBeLessThan(
      0.7 * size({ prefer: ['random'] }),
    );
  });

  it('of a sample hold the sample itself about as often as they should', () => {
    const within = Array.from({ length: 60 }, (_, seed) => {
      const selection = runText(samplePlan({ take: 20, prefer: ['random'] }, { seed }), tasks);
      return figuresOf(assess(selection, three, { seed: 'draws', draws: 400 })).metrics.bias.chance?.standing;
    });
    expect(within.filter((standing) => standing === 'within').length).toBeGreaterThan(50);
  });
});

describe('near-duplicate systems', () => {
  it('count once, by the one with more results', () => {
    const copy: Rewards = (task, at) => (at === 3 ? undefined : three.high(task, at));
    const result = assess(ranked, { ...three, copy });
    expect(result.nearDuplicates.map(({ systems }) => systems)).toEqual([['copy', 'high']]);
    const { systems, counted, metrics } = figuresOf(result);
    expect(counted).toBe(3);
    expect(systems.map(({ name, counted: isIn }) => [name, isIn])).toEqual([
      ['copy', false],
      ['high', true],
      ['low', true],
      ['middle', true],
    ]);
    expect(metrics.bias.value).toBeCloseTo(figuresOf(assess(ranked, three)).metrics.bias.value ?? 0, 12);
  });
});

describe('several benchmarks', () => {
  const yours = groupedTasks({ a: 40 }, 'yours');
  const benchmarks = { mine: { select: byFiles }, yours: { select: { take: 10, prefer: ['random'] }, distinct: true } };
  const selection = runText(planTextOf({ seed: 1, benchmarks }), tasks, yours);
  const results = (systems: Readonly<Record<string, Rewards>>) =>
    poolResults(selection, outcomesOf(systems, [...tasks, ...yours]));

  it('are judged together and each for itself', () => {
    const { scopes } = assessFidelity(selection, results(three), { draws: 200 });
    expect(scopes.map(({ benchmark, kind, eligible }) => [benchmark, kind, eligible])).toEqual([
      [undefined, 'focus', 140],
      ['mine', 'focus', 100],
      ['yours', 'representative', 40],
    ]);
  });

  it('are not judged together when no system ran both, and one can be asked for alone', () => {
    const only =
      (benchmark: string): Rewards =>
      (task, at) =>
        task.benchmark === benchmark ? three.high(task, at) : undefined;
    const apart = assessFidelity(selection, results({ a: only('mine'), b: only('yours') }), { draws: 200 });
    expect(apart.scopes.map(({ benchmark }) => benchmark)).toEqual(['mine', 'yours']);
    expect(apart.notes.join('\n')).toContain('nothing is said of them together');
    const one = assessFidelity(selection, results(three), { draws: 200, benchmark: 'yours' });
    expect(one.scopes.map(({ benchmark }) => benchmark)).toEqual(['yours']);
  });
});
