import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf, groupedTasks, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { documentOf } from '../../documents/forms.js';
import type { Selection } from '../../model/selection.js';
import type { TaskResult } from '../../outcomes/task-result.js';
import type { ConfigurationResults, PoolResults } from '../question/pool-results.js';
import type { AtEnds } from './comparison.js';
import { assessPower, mergePhases, type PowerOptions, powerSchema } from './power.js';

const tasks = groupedTasks({ a: 200, b: 126 });
const focus = (take: number): Selection => runText(samplePlan({ take }), tasks);
const inPoints = ({ low, high }: AtEnds<number | undefined>) =>
  [low, high].map((value) => (value === undefined ? undefined : Math.round(1000 * value) / 10));

/** A configuration whose k-th task has the rewards given, one digit a run; "-" has no score. */
function configuration(name: string, digits: readonly string[]): ConfigurationResults {
  const result = (text: string): TaskResult =>
    text === '-'
      ? { state: 'errored', rewards: [], unscored: 1, lacking: 0, retried: 0, scoreless: 1 }
      : {
          state: 'scored',
          rewards: [...text].map((digit) => Number(digit) / (digit > '1' ? 10 : 1)),
          unscored: 0,
          lacking: 0,
          retried: 0,
          scoreless: 0,
        };
  return { name, byTask: new Map(digits.map((text, i) => [`mine/t${String(i).padStart(2, '0')}`, result(text)])) };
}
const resultsOf = (...configurations: ConfigurationResults[]): PoolResults => ({ configurations, warnings: [] });
const repeat = (pattern: string, times: number): string[] => [...pattern.repeat(times)];

describe('the power of a selection', () => {
  it('is that of the worked examples', () => {
    const { overall, discordance, tasksNeeded, sameBudget } = assessPower(focus(93), undefined);
    expect(discordance).toMatchObject({ from: 'default', low: 0.21, high: 0.4 });
    const given = [0.2, 0.3].map((psi) => assessPower(focus(93), undefined, { discordance: psi }));
    expect(given.map(({ overall: { detectable } }) => inPoints(detectable)[0])).toEqual([12.5, 15.6]);
    // 2.8016 √((σ²_δ + σ²_w / r) / 93), σ²_δ .068 and .116, σ²_w .168, r from 2 to 5.
    expect(overall.detectableByRepeats.slice(1).map(inPoints)).toEqual([
      [11.3, 13],
      [10.2, 12],
      [9.6, 11.5],
      [9.3, 11.2],
    ]);
    // Of McNemar's mid-p test, summed over all results; Connor's formula gives 154.6 and 233.1.
    const once = given.map((each) => each.tasksNeeded.find(({ difference }) => difference === 0.1)?.byRepeats[0]);
    expect(once).toMatchObject([{ low: 152 }, { low: 230 }]);
    expect(tasksNeeded.map(({ difference }) => difference)).toEqual([0.05, 0.1, 0.15, 0.2]);
    expect(sameBudget.runs).toBe(279);
    const errors = sameBudget.ways.map(({ tasks: n, repeats, standardError }) => [
      n,
      repeats,
      standardError.high.toFixed(3),
    ]);
    expect(errors).toEqual([
      [279, 1, '0.032'],
      [140, 2, '0.038'],
      [93, 3, '0.043'],
      [70, 4, '0.048'],
      [56, 5, '0.052'],
    ]);
  });

  it('of a wanted difference is exact', () => {
    const { overall } = assessPower(focus(93), undefined, { difference: 0.15, discordance: 0.3 });
    expect(overall.powerForWanted?.high).toBeCloseTo(0.7643, 4);
    expect(overall.powerForWantedExact).toEqual(overall.powerForWanted);
    expect(overall.detectableExact?.high).toBeCloseTo(0.157, 2);
  });

  it('is none for a handful of tasks, whatever the discordance and the runs', () => {
    for (const take of [1, 2, 5, 9]) {
      for (const repeats of [1, 5]) {
        const { overall, phases } = assessPower(focus(take), undefined, { repeats, discordance: 0.4 });
        expect([overall.testable, overall.detectable]).toEqual(['no', { low: undefined, high: undefined }]);
        expect(phases?.[0]?.testable).toBe('no');
      }
    }
  });

  it('shares alpha among all pairs of configurations', () => {
    const { level, contrasts, notes } = assessPower(focus(93), undefined, { configurations: 3 });
    expect([contrasts, level]).toEqual([3, 0.05 / 3]);
    expect(notes.join('\n')).toMatch(/Alpha is split over all 3 pairs/);
  });

  it('says how many runs are best for their cost', () => {
    const costs = { taskCost: 0.5, runCost: 1 };
    const { bestRepeats: best, twoRunsPayFrom } = assessPower(focus(93), undefined, costs).sameBudget;
    expect(best?.high.exact).toBeCloseTo(Math.sqrt((0.5 * 0.168) / 0.116), 12);
    expect(best?.high.whole).toBe(1);
    expect(twoRunsPayFrom.high).toBeCloseTo((2 * 0.116) / 0.168, 12);
    // At that cost one run and two are alike; above it two are better.
    expect(assessPower(focus(93), undefined, { taskCost: 1.5, runCost: 1 }).sameBudget.bestRepeats?.high.whole).toBe(2);
  });

  it('uses the effective size of a weighted sample', () => {
    const groups = { by: 'repo', share: 'equal' };
    const sample = runText(
      samplePlan({ take: 60, group: groups, prefer: ['random'] }),
      groupedTasks({ a: 300, b: 30 }),
    );
    const { kind, overall, notes } = assessPower(sample, undefined);
    expect(kind).toBe('representative');
    expect(overall.size).toBeCloseTo(sample.weighting?.effectiveSize ?? 0, 9);
    expect(overall.size).toBeLessThan(overall.tasks);
    expect(notes.join('\n')).toMatch(/60 tasks, effective n /);
  });

  it('falls with every task more, and never finds more than the configurations disagree on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 150 }), fc.double({ min: 0.05, max: 0.9, noNaN: true }), (take, psi) => {
        const [few, more] = [take, take + 40].map(
          (n) => assessPower(focus(n), undefined, { discordance: psi }).overall,
        );
        const [a, b] = [few?.detectable.low ?? psi, more?.detectable.low ?? psi];
        expect(b).toBeLessThanOrEqual(a);
        expect(a).toBeLessThanOrEqual(psi);
      }),
      { seed: 20_260_101, numRuns: 25 },
    );
  });
});

describe('the discordance of a user’s own results', () => {
  // Of each ten tasks one alone solves two, the other one.
  const a = configuration('a', repeat('1100011000', 5));
  const b = configuration('b', repeat('0010011000', 5));

  it('is the share of tasks that only one solves, by pair', () => {
    const { discordance, notes } = assessPower(focus(93), resultsOf(a, b));
    expect(discordance).toMatchObject({ from: 'results', low: 0.3, high: 0.3 });
    expect(discordance.pairs).toEqual([
      {
        a: 'a',
        b: 'b',
        tasks: 50,
        discordance: 0.3,
        difference: expect.any(Number),
        partialRewards: false,
        use: 'used',
      },
    ]);
    expect(notes.join('\n')).not.toMatch(/discordance is assumed/);
  });

  it('is given up where there is one system, too few tasks, no common task, or no task that tells two apart', () => {
    const short = configuration('b', repeat('01', 5));
    const none = configuration('b', repeat('-', 50));
    const cases: [PoolResults, RegExp][] = [
      [resultsOf(a), /only one system/],
      [resultsOf(a, short), /fewer than 20 scored tasks/],
      [resultsOf(a, none), /fewer than 20 scored tasks/],
      [resultsOf(a, { ...a, name: 'c' }), /identical results\): a vs c/],
    ];
    for (const [results, reason] of cases) {
      const { discordance, notes } = assessPower(focus(93), results);
      expect(discordance).toMatchObject({ from: 'default', low: 0.21, high: 0.4 });
      expect(notes.join('\n')).toMatch(reason);
    }
  });

  it('of partial rewards is a mean squared difference, which bounds no difference', () => {
    const partial = assessPower(
      focus(93),
      resultsOf(configuration('a', repeat('52', 20)), configuration('b', repeat('25', 20))),
    );
    expect(partial.discordance).toMatchObject({ partialRewards: true });
    expect(partial.discordance.low).toBeCloseTo(0.09, 12);
    // Δ √93 = 1.959964 · .3 + .841621 √(.09 − Δ²)
    expect(partial.overall.detectable.low).toBeCloseTo(0.086053, 5);
    expect(partial.overall.detectableExact).toBeUndefined();
  });

  it('comes with the noise of the runs where there are repeats', () => {
    const runs = (name: string, cells: readonly string[]) => configuration(name, cells);
    const first = runs('a', Array.from({ length: 20 }, () => ['110', '000', '101', '111', '001', '000']).flat());
    const second = runs('b', Array.from({ length: 20 }, () => ['111', '010', '111', '110', '111', '000']).flat());
    const { variances, notes } = assessPower(focus(93), resultsOf(first, second));
    expect([variances.within.from, variances.effect.from]).toEqual(['results', 'results']);
    expect(variances.within.low).toBeCloseTo(1 / 6 + 1 / 9, 12);
    expect(notes.join('\n')).not.toMatch(/assumed/);
  });

  it('does not depend on the order of tasks and gives no number that JSON lacks', () => {
    const turned = (each: ConfigurationResults) => ({ ...each, byTask: new Map([...each.byTask].reverse()) });
    const once = assessPower(focus(93), resultsOf(a, b));
    expect(assessPower(focus(93), resultsOf(turned(a), turned(b)))).toEqual(once);
    expect(JSON.stringify(documentOf(powerSchema(), once))).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('merging phases', () => {
  const phase = (name: string, size: number) => {
    const choices = Array.from({ length: size }, () => ({}) as never);
    return { row: { name, size } as never, choices };
  };
  const merge = (sizes: readonly number[], needed: number) =>
    mergePhases(
      sizes.map((size, i) => phase(`p${i}`, size)),
      (choices) => ({ size: choices.length, detectable: { low: undefined, high: undefined } }),
      { difference: undefined, needed },
    );

  it('takes the smallest together, in the order of the plan where they tie', () => {
    expect(merge([2, 9, 9, 49, 13, 4, 5, 2], 37)).toMatchObject({
      groups: [{ phases: ['p0', 'p7', 'p5', 'p6', 'p1', 'p2', 'p4'], tasks: 44 }],
      left: [],
    });
    expect(merge([5, 5, 5, 5, 40], 10).groups.map(({ phases }) => phases)).toEqual([
      ['p0', 'p1'],
      ['p2', 'p3'],
    ]);
  });

  it('does not call the whole selection a merging, and names what stays too small', () => {
    expect(merge([10, 10], 15)).toMatchObject({ groups: [], left: ['p0', 'p1'] });
    expect(merge([3, 40], 15)).toMatchObject({ groups: [], left: ['p0'] });
  });
});

describe('options out of range', () => {
  it.each<[PowerOptions, RegExp]>([
    [{ alpha: 0.95 }, /alpha must be above 0 and below 0\.5; found 0\.95/],
    [{ power: 1 }, /power must be above alpha and below 1; found 1/],
    [{ difference: 15 }, /difference must be above 0 and at most 1; found 15/],
    [{ difference: 0.4, discordance: 0.3 }, /difference must be at most the discordance, 0\.3; found 0\.4/],
    [{ discordance: 0 }, /discordance must be above 0 and at most 1; found 0/],
    [{ repeats: 1.5 }, /repeats must be a whole number from 1 to 100; found 1\.5/],
    [{ configurations: 1 }, /configurations must be a whole number from 2 to 1000; found 1/],
    [{ taskCost: 1 }, /run-cost must be above 0; found nothing/],
  ])('%j are refused', (options, message) => {
    const faults = faultsOf(() => assessPower(focus(20), undefined, options));
    expect(faults.map((fault) => fault.message).join('\n')).toMatch(message);
  });
});
