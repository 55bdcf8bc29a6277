import { describe, expect, it } from 'vitest';
import { allOf, drawn, estimate, inOrder, type Result } from '../../../test/support/drawn-samples.js';
import { faultsOf } from '../../../test/support/sample-plan.js';

describe('runs that have no row', () => {
  const sample = drawn({ A: [400, 40] });
  const ids = allOf(sample);
  const each = (result: (at: number) => Result) =>
    inOrder(
      ids,
      ids.map((_, i) => result(i)),
    );
  const plain = each((i) => [i % 2, 1 - (i % 2), i % 2]);
  // Every task passes once or always; the failures of the second arm were thrown away.
  const tool = each((i) => (i % 4 === 0 ? [1, 1, 1] : 1));
  const required = { require: ['tool - plain >= 0'] };
  const told = (results: Parameters<typeof estimate>[1], options?: Parameters<typeof estimate>[2]) => {
    const { configurations, warnings, requirements } = estimate(sample, results, options);
    return {
      attempts: configurations.map(({ attempts: { expected, missing } }) => [expected, missing]),
      readings: configurations.map(({ readings }) => readings.map(({ pool }) => pool?.mean.toFixed(3))),
      partlyScored: configurations.map(({ coverage }) => coverage.partlyScored),
      warnings: warnings.filter(({ code }) => code.endsWith('-runs')),
      verdict: requirements?.[0]?.verdict,
    };
  };

  it('are counted, shown, warned of and never a yes', () => {
    const { attempts, readings, partlyScored, warnings, verdict } = told({ plain, tool }, required);
    expect(attempts).toEqual([
      [3, 0],
      [3, 60],
    ]);
    expect(readings).toEqual([['0.500'], ['1.000', '0.500']]);
    expect(partlyScored).toEqual([0, 30]);
    expect(warnings.map(({ code, message }) => [code, message.split(' The first')[0]])).toEqual([
      ['missing-runs', 'tool: 30 of 40 tasks have fewer than the usual 3 runs, and 60 of 120 runs have no result.'],
    ]);
    expect(verdict).toBe('cannot-tell');
  });

  it('are counted if those of a single system were thrown away by different numbers', () => {
    // Failed runs (of three) have no row: 10 tasks with 1 run, 14 with 2, 16 with 3.
    const { attempts, readings, warnings } = told({ tool: each((i) => (i < 10 ? 1 : i < 24 ? [1, 1] : [1, 1, 1])) });
    expect(attempts).toEqual([[2, 10]]);
    expect(readings).toEqual([['1.000', '0.875']]);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /10 of 80 runs have no result.* a different number of runs \(some have 3\), set it with --repeats N\.$/,
      ),
    ]);
  });

  it('are those that the caller counts on', () => {
    expect(told({ plain, tool }, { ...required, repeat: 1 })).toMatchObject({ verdict: 'yes', warnings: [] });
    const more = told({ plain, tool: each(() => 1) }, { ...required, repeat: 4 });
    expect(more).toMatchObject({
      attempts: [
        [4, 40],
        [4, 120],
      ],
      verdict: 'cannot-tell',
    });
    expect(more.warnings.map(({ code }) => code)).toEqual(['missing-runs', 'missing-runs']);
    expect(faultsOf(() => told({ plain }, { repeat: 1.5 })).map(({ code }) => code)).toEqual(['estimate/repeat']);
  });

  it('are those of the pilot', () => {
    const pilot = { goal: 'mean', repeats_per_arm: 3, runs: 240, budget: '240 runs' };
    const { manifest } = sample;
    const own = { ...sample, manifest: { ...manifest, methodology: { ...manifest.methodology, pilot } } };
    const once = estimate(own, { a: each(() => 1) });
    expect(once.configurations[0]?.attempts).toMatchObject({ expected: 3, missing: 80 });
    expect(once.warnings.map(({ message }) => message).join()).toContain(
      'fewer than the 3 runs that the pilot planned',
    );
  });

  it('are not made up of a few tasks that were run again', () => {
    const again = each((i) => (i < 3 ? [1, 1] : 1));
    const { attempts, readings, warnings } = told({ again });
    expect(attempts).toEqual([[1, 0]]);
    expect(readings).toEqual([['1.000']]);
    expect(warnings.map(({ message }) => message)).toEqual([
      'again: tasks have different numbers of runs (1 run: 37 tasks, 2 runs: 3 tasks). If some are missing, set the expected number with --repeats N.',
    ]);
  });

  it('are asked about where one configuration was run more often than the other', () => {
    const { attempts, warnings, verdict } = told({ plain, tool: each(() => 1) }, required);
    expect(attempts).toEqual([
      [3, 0],
      [1, 0],
    ]);
    expect(verdict).toBe('yes');
    expect(warnings.map(({ message }) => message)).toEqual([
      'the systems have different numbers of runs per task: plain 3, tool 1. If some are missing, set the expected number with --repeats 3.',
    ]);
  });
});
