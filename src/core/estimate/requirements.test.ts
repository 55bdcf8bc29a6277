import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/support/sample-plan.js';
import type { DifferenceEstimate, Estimate, PairedFigure, PoolFigure } from './pool-estimate.js';
import { judgeRequirement, readEarly, readRequirements } from './requirements.js';

const figure = (mean: number, low: number, high: number): PoolFigure => ({
  mean,
  low,
  high,
  standardError: 0.05,
  tasks: 100,
  population: 500,
  effectiveSize: 100,
  degreesOfFreedom: 99,
  about: 'as-run',
  asRun: undefined,
});
const paired = (mean: number, low: number, high: number): PairedFigure => ({
  mean,
  low,
  high,
  standardError: 0.05,
  method: 'sign flips',
  exact: true,
  degreesOfFreedom: 99,
  pValue: 0.5,
  about: 'systems',
  adjusted: undefined,
});

type Ends = readonly [mean: number, low: number, high: number];

function estimateOf(levels: readonly Ends[], pairs: readonly Ends[] = [], kind: Estimate['kind'] = 'representative') {
  const reading = { missingCountsAs: 'absent', tasks: 100, selectedMean: 0.5, parts: [] } as const;
  const coverage = { selected: 100, scored: 100, errored: 0, notRun: 0, absent: 0, partlyScored: 0, incomplete: [] };
  const attempts = { fewest: 1, most: 1, unscored: 0, expected: 1, missing: 0, retried: 0 };
  const own = (name: string) => ({
    name,
    coverage,
    attempts,
    runVariance: undefined,
    readings: levels.map((ends) => ({ ...reading, pool: kind === 'focus' ? undefined : figure(...ends) })),
  });
  const differences: readonly DifferenceEstimate[] = [
    {
      first: 'baseline',
      second: 'new',
      readings: pairs.map((ends) => ({
        missingCountsAs: 'absent',
        pairs: 100,
        selectedMean: 0,
        gained: 1,
        lost: 1,
        same: 98,
        test: { name: 'sign flips', pValue: 0.5 },
        pool: paired(...ends),
        parts: [],
        variance: undefined,
      })),
    },
  ];
  const configurations = ['baseline', 'new'].map(own);
  const facts = {
    plan: 'p',
    title: 'P',
    version: 1,
    kind,
    claim: '',
    scope: 'pool',
    level: 0.95,
    selected: 100,
    population: 500,
  } as const;
  return {
    ...facts,
    weighting: undefined,
    assistance: undefined,
    order: undefined,
    levels: { shown: 2, joint: false },
    levelWeight: 'pool',
    configurations,
    differences,
    warnings: [],
  } satisfies Estimate;
}

const judge = (text: string, estimate: Estimate) => {
  const [requirement] = readRequirements([text], ['baseline', 'new', 'a - b']);
  if (requirement === undefined) throw new Error('no requirement');
  return judgeRequirement(requirement, estimate);
};

describe('a requirement', () => {
  it.each<[string, Ends, 'yes' | 'no' | 'cannot-tell']>([
    ['new - baseline >= 0', [0.1, 0, 0.2], 'yes'],
    ['new - baseline > 0', [0.1, 0, 0.2], 'cannot-tell'],
    ['new - baseline >= 0', [0.1, -0.01, 0.2], 'cannot-tell'],
    ['new - baseline >= 0', [-0.1, -0.2, -0.01], 'no'],
    ['new - baseline >= -5%', [0, -0.04, 0.04], 'yes'],
    ['baseline - new <= 0', [0.1, 0.02, 0.2], 'yes'],
    ['new >= 0.5', [0.6, 0.51, 0.7], 'yes'],
    ['new >= 50%', [0.4, 0.3, 0.49], 'no'],
    ['new < 0.5', [0.4, 0.3, 0.49], 'yes'],
    ['new >= 0.5', [0.55, 0.45, 0.65], 'cannot-tell'],
  ])('%s with %j: %s', (text, ends, verdict) => {
    expect(judge(text, estimateOf([ends], [ends])).verdict).toBe(verdict);
  });

  it('is never met by no results, by no interval, or by one of two readings', () => {
    expect(judge('new >= 0', estimateOf([])).verdict).toBe('cannot-tell');
    expect(judge('new - baseline >= -1', estimateOf([], [])).verdict).toBe('cannot-tell');
    expect(judge('new >= 0', estimateOf([[0.5, 0.4, 0.6]], [], 'focus')).verdict).toBe('cannot-tell');
    const both = estimateOf([
      [0.6, 0.55, 0.65],
      [0.5, 0.45, 0.55],
    ]);
    const { verdict, message } = judge('new >= 0.5', both);
    expect(verdict).toBe('cannot-tell');
    expect(message).toMatch(
      /% \(.*\) ignoring missing results, but .*% \(.*\) counting them as failed. Run the missing tasks/,
    );
  });

  it('is not met if missing results of the other system could turn it', () => {
    const ends: Ends = [0.4, 0.17, 0.58];
    const estimate = estimateOf([ends, ends], [ends, ends]);
    const withMissing = (name: string, scored: number): Estimate => ({
      ...estimate,
      configurations: estimate.configurations.map((each) =>
        each.name === name ? { ...each, coverage: { ...each.coverage, selected: 100, scored } } : each,
      ),
    });
    expect(judge('new > baseline', withMissing('new', 60)).verdict).toBe('yes');
    expect(judge('new > baseline', withMissing('baseline', 90)).verdict).toBe('yes');
    const { verdict, message } = judge('new > baseline', withMissing('baseline', 60));
    expect(verdict).toBe('cannot-tell');
    expect(message).toContain(
      'but 0.0 points (-23.0 to 18.0) if all missing tasks of "baseline" passed. Run the missing tasks',
    );
  });

  it('is told with the digits that set an end of the interval apart from the limit', () => {
    const narrow: Ends = [0.2, 0.0004, 0.4];
    expect(judge('new > baseline', estimateOf([narrow], [narrow])).message).toContain('(0.04 to 40.00)');
  });

  it('that cannot be told names no number of runs that every task has already', () => {
    const variance = { tasks: 0.0001, runsFirst: 0.01, runsSecond: 0.01, degreesOfFreedom: 99 };
    const repeatsAt = (expected: number) => {
      const estimate = estimateOf([], [[0.02, -0.01, 0.05]]);
      const configurations = estimate.configurations.map((own) => ({
        ...own,
        attempts: { ...own.attempts, expected },
      }));
      const differences = estimate.differences.map((pair) => ({
        ...pair,
        readings: pair.readings.map((reading) => ({ ...reading, variance })),
      }));
      return judge('new - baseline >= 0', { ...estimate, configurations, differences } as typeof estimate);
    };
    expect(repeatsAt(1).repeatsNeeded).toBe(2);
    expect(repeatsAt(1).message).toContain('225 tasks, or 2 runs per task, would');
    expect(repeatsAt(2).repeatsNeeded).toBeUndefined();
    expect(repeatsAt(2).message).toContain('About 225 tasks would');
  });

  it('that cannot be told says that the pool is too small', () => {
    const { tasksNeeded, message } = judge('new - baseline >= 0', estimateOf([], [[0.1, -0.2, 0.4]]));
    expect(tasksNeeded).toBe(900);
    expect(message).toContain('it would take about 900 tasks, and the pool has 500 tasks.');
  });

  it('that cannot be told says how many tasks would tell', () => {
    // Half the interval is twice the margin: four times the tasks, of a pool that shrinks nothing.
    expect(judge('new - baseline >= 0', estimateOf([], [[0.1, -0.1, 0.3]])).tasksNeeded).toBe(400);
    // Of a pool of 500: 1/n = (1/100 − 1/500)/4 + 1/500.
    expect(judge('new >= 0.5', estimateOf([[0.6, 0.4, 0.8]])).tasksNeeded).toBe(250);
    const { tasksNeeded, message } = judge('new >= 0.5', estimateOf([[0.5, 0.4, 0.6]]));
    expect(tasksNeeded).toBeUndefined();
    expect(message).toMatch(/more tasks would not settle it/);
  });

  it.each([
    ['new', /can't be parsed/],
    ['new >= much', /compares with "much", which is neither a number nor a system/],
    ['new > baselin', /Did you mean "baseline"\?/],
    ['nwe >= 0.5', /names "nwe", but the results have no such system\. Did you mean "new"\?/],
    ['new - new >= 0', /with itself/],
    ['new >= 50', /has a limit of 50; expected 0 to 1/],
  ])('that is wrong is refused: %s', (text, message) => {
    const faults = faultsOf(() => readRequirements([text], ['baseline', 'new']));
    expect(faults.map(({ code }) => code)).toEqual(['estimate/require']);
    expect(faults[0]?.message).toMatch(message);
  });

  it.each([
    ['new >= 70', '70%, which is "new >= 0.7"'],
    ['new - baseline >= -5', '-5%, which is "new - baseline >= -0.05"'],
    ['new - baseline >= -5 points', '"new - baseline >= -0.05"'],
    ['0.7 <= new', '"new >= 0.7"'],
    ['new >= baseline - 0.05', '"new - baseline >= -0.05"'],
    ['new > baseline + 5%', '"new - baseline > 5%"'],
  ])('in another notation is refused with one that is read: %s', (text, meant) => {
    const names = ['baseline', 'new'];
    expect(faultsOf(() => readRequirements([text], names))[0]?.hint).toBe(`Did you mean ${meant}?`);
    const [, written] = /"(.+)"/.exec(meant) ?? [];
    expect(readRequirements([written ?? ''], names)).toHaveLength(1);
    if (!/baseline [+-] /.test(text.replace(/^.*[<>]/, '')))
      expect(faultsOf(() => readEarly(text))[0]?.hint).toBe(`Did you mean ${meant}?`);
  });

  it('may name a system that ends like a margin, or that is a number', () => {
    expect(readRequirements(['new >= agent - 0.5'], ['agent - 0.5', 'new'])[0]?.baseline).toBe('agent - 0.5');
    expect(() => readEarly('new >= agent - 0.5')).not.toThrow();
    expect(readRequirements(['7 >= 0.5'], ['7'])[0]?.configuration).toBe('7');
  });

  it('may compare two configurations as people write it', () => {
    const [one] = readRequirements(['new > baseline'], ['baseline', 'new']);
    expect(one).toEqual({
      text: 'new > baseline',
      configuration: 'new',
      baseline: 'baseline',
      relation: '>',
      limit: 0,
    });
  });

  it('may name a configuration with a minus in its name', () => {
    const [one, two] = readRequirements(['a - b >= 0.5', 'a - b - new >= 0'], ['a - b', 'new']);
    expect([one?.configuration, one?.baseline]).toEqual(['a - b', undefined]);
    expect([two?.configuration, two?.baseline]).toEqual(['a - b', 'new']);
  });
});
