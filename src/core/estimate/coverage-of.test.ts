import { describe, expect, it } from 'vitest';
import {
  allOf,
  bits,
  drawn,
  estimate,
  inOrder,
  levelOf,
  outcomesOf,
  type Result,
  type Strata,
  three,
  threeValues,
} from '../../../test/support/drawn-samples.js';
import { faultsOf } from '../../../test/support/sample-plan.js';
import type { Outcome } from '../model/outcome.js';
import { estimateResults } from './estimate-results.js';
import { estimateRequired } from './requirements.js';

describe('what is missing', () => {
  const strata: Strata = { A: [40, 4], B: [25, 3], C: [6, 2] };
  const sample = drawn(strata);
  const [a1 = '', a2 = '', a3 = '', , b1 = '', b2 = '', b3 = ''] = allOf(sample);
  const partial = new Map<string, Result>([
    [a1, 1],
    [a2, 'errored'],
    [a3, 0],
    [b1, 'not-run'],
    [b2, 1],
    [b3, 1],
  ]);

  it('is counted by stratum: errored, not run, absent', () => {
    const [a] = estimate(sample, { a: partial }).configurations;
    expect(a?.coverage).toEqual({
      selected: 9,
      scored: 4,
      errored: 1,
      notRun: 1,
      absent: 3,
      partlyScored: 0,
      incomplete: [
        { stratum: 'mine/A', selected: 4, scored: 2, errored: 1, notRun: 0, absent: 1, partlyScored: 0 },
        { stratum: 'mine/B', selected: 3, scored: 2, errored: 0, notRun: 1, absent: 0, partlyScored: 0 },
        { stratum: 'mine/C', selected: 2, scored: 0, errored: 0, notRun: 0, absent: 2, partlyScored: 0 },
      ],
    });
  });

  it('is read both ways', () => {
    const [a] = estimate(sample, { a: partial }).configurations;
    const [absent, failed] = a?.readings ?? [];
    expect(a?.readings.map(({ missingCountsAs, tasks }) => [missingCountsAs, tasks])).toEqual([
      ['absent', 4],
      ['failed', 9],
    ]);
    // Left out: C has no result and drops from what the figure speaks for.
    expect(absent?.pool?.mean).toBeCloseTo((40 * 0.5 + 25) / 65, 12);
    expect(absent?.pool?.population).toBeCloseTo(65, 9);
    expect(failed?.pool?.mean).toBeCloseTo((40 * 0.25 + 25 * (2 / 3)) / 71, 12);
    expect(failed?.pool?.population).toBeCloseTo(71, 9);
  });

  it('warns of a stratum without a result', () => {
    const { warnings } = estimate(sample, { a: partial });
    expect(warnings.map(({ code }) => code)).toEqual([
      'missing-results',
      'errors-missing',
      'empty-stratum',
      'one-look',
    ]);
    expect(warnings[2]?.message).toMatch(/^a: no results in stratum mine\/C\./);
  });

  it('is made up for within its stratum only', () => {
    const results = inOrder(
      allOf(sample).filter((id) => id !== a2),
      bits('11100001'),
    );
    const { pool } = levelOf(sample, { a: results });
    expect(pool.population).toBeCloseTo(71, 9);
    expect(pool.mean).toBeCloseTo((40 * 1 + 25 * 0 + 6 * 0.5) / 71, 12);
    // The error is that of the three tasks of the stratum that have a result, of 40.
    const variance = (6 / 71) ** 2 * (1 - 2 / 6) * (0.5 / 2);
    expect(pool.standardError).toBeCloseTo(Math.sqrt(variance), 12);
  });

  it('is not read twice when nothing is missing', () => {
    const [a] = estimate(sample, { a: inOrder(allOf(sample), bits('101100110')) }).configurations;
    expect(a?.readings.map(({ missingCountsAs }) => missingCountsAs)).toEqual(['absent']);
    expect(a?.coverage.incomplete).toEqual([]);
  });

  it('within a task with other runs is a failed run, or none', () => {
    const ids = allOf(sample);
    const twice = outcomesOf({
      a: inOrder(
        ids,
        bits('101100110').map((bit) => [bit, bit]),
      ),
    });
    const outcomes = twice.outcomes.map(
      (outcome): Outcome =>
        outcome.taskId === a1 && outcome.attempt === 2 ? { ...outcome, status: 'errored', reward: undefined } : outcome,
    );
    const [a] = estimateResults(sample.manifest, { ...twice, outcomes }).configurations;
    expect(a?.attempts).toMatchObject({ expected: 2, unscored: 1, retried: 0 });
    const [absent, failed] = a?.readings ?? [];
    expect((absent?.pool?.mean ?? 0) - (failed?.pool?.mean ?? 0)).toBeCloseTo((40 / 71) * (0.5 / 4), 12);
  });

  it('counts runs that errored as failed if asked for, and others that are missing as missing', () => {
    const values = [1, 0, 1, 1, 'errored', 'not-run', 1, 1, 0] as const;
    const outcomes = outcomesOf({ a: inOrder(allOf(sample), values) });
    const zeros = outcomesOf({
      a: inOrder(
        allOf(sample),
        values.map((each) => (each === 'errored' ? 0 : each)),
      ),
    });
    const found = estimateResults(sample.manifest, outcomes, { errorsFail: true });
    expect(found.configurations).toEqual(estimateResults(sample.manifest, zeros).configurations);
    expect(found.warnings).toContainEqual({
      code: 'errors-failed',
      message: '1 errored run counts as failed (--errors-fail).',
    });
    expect(estimateResults(sample.manifest, outcomes).warnings).toContainEqual({
      code: 'errors-missing',
      message:
        '1 run errored. "winnow status" exports it for a rerun. Add --errors-fail if the system caused the error.',
    });
    expect(estimateResults(sample.manifest, zeros).warnings.map(({ code }) => code)).not.toContain('errors-missing');
  });

  it('is nothing where a task has all its runs, whatever errored before', () => {
    const scored = outcomesOf({ a: inOrder(allOf(sample), bits('101100110')) });
    const errored = ({ taskId, attempt }: Outcome): Outcome => ({
      ...{ taskId, configuration: 'a', run: '', attempt, place: {} },
      ...({ status: 'errored', reward: undefined } as const),
    });
    const later = scored.outcomes.map((outcome) => ({ ...outcome, attempt: 2 }));
    const first = scored.outcomes.map(errored);
    // One task was tried again, most were, or the first run broke as a whole.
    for (const retried of [1, 6, 9]) {
      const outcomes = [...first.slice(0, retried), ...later.slice(0, retried), ...scored.outcomes.slice(retried)];
      const { configurations, warnings, requirements } = estimateRequired(
        sample.manifest,
        { ...scored, outcomes },
        { require: ['a >= 0'] },
      );
      const [a] = configurations;
      expect(a?.attempts).toEqual({ fewest: 1, most: 1, unscored: 0, expected: 1, missing: 0, retried });
      expect(a?.coverage).toMatchObject({ scored: 9, partlyScored: 0, incomplete: [] });
      expect(a?.readings.map(({ missingCountsAs }) => missingCountsAs)).toEqual(['absent']);
      expect(requirements?.[0]?.verdict).toBe('yes');
      expect(warnings.filter(({ code }) => code.endsWith('-runs')).map(({ code }) => code)).toEqual(['retried-runs']);
    }
  });

  it('drops a pair only where one side lacks it', () => {
    const whole = inOrder(allOf(sample), bits('000000000'));
    const [difference] = estimate(sample, { a: whole, b: partial }).differences;
    expect(difference?.readings.map(({ missingCountsAs, pairs, gained }) => [missingCountsAs, pairs, gained])).toEqual([
      ['absent', 4, 3],
      ['failed', 9, 3],
    ]);
  });
});

describe('results that do not fit', () => {
  const sample = drawn(three);
  const codes = (run: () => unknown) => faultsOf(run).map(({ code }) => code);

  it('are refused when none is of a selected task', () => {
    const faults = faultsOf(() => estimate(sample, { a: new Map([['other', 1]]) }));
    expect(faults.map(({ code }) => code)).toEqual(['results/no-overlap']);
    expect(faults[0]?.message).toMatch(/none of the 9 selected tasks\. They contain tasks such as "other", but/);
  });

  it.each([0.5, 1, 0, Number.NaN, 95])('refuses the level %d', (level) => {
    const results = { a: inOrder(allOf(sample), threeValues) };
    expect(codes(() => estimate(sample, results, { level }))).toEqual(['estimate/level']);
  });

  it('names the configurations that there are when the baseline is none of them', () => {
    const results = { alpha: inOrder(allOf(sample), threeValues), beta: inOrder(allOf(sample), threeValues) };
    const [fault] = faultsOf(() => estimate(sample, results, { baseline: 'alpa' }));
    expect(fault?.message).toBe('the results have no system "alpa". Did you mean "alpha"? Found: alpha, beta.');
  });

  it('passes on what could not be read', () => {
    const fault = { code: 'outcomes/broken', message: 'broken.' };
    const outcomes = { ...outcomesOf({ a: inOrder(allOf(sample), threeValues) }), faults: [fault] };
    expect(faultsOf(() => estimateResults(sample.manifest, outcomes))).toEqual([fault]);
  });

  it('passes on what had to be decided while reading', () => {
    const warning = { code: 'outcomes/crashes-as-failures', message: 'Crashes are stored as failures.' };
    const outcomes = { ...outcomesOf({ a: inOrder(allOf(sample), threeValues) }), warnings: [warning] };
    expect(estimateResults(sample.manifest, outcomes).warnings).toContainEqual(warning);
  });

  it('says of partial rewards that their mean is taken, not that some pass', () => {
    const warning = { code: 'outcomes/partial-rewards', message: 'Those of at least 1 count as passed.' };
    const outcomes = {
      ...outcomesOf({
        a: inOrder(
          allOf(sample),
          threeValues.map(() => 0.5),
        ),
      }),
      warnings: [warning],
    };
    const { warnings } = estimateResults(sample.manifest, outcomes);
    expect(warnings.map(({ code }) => code)).toEqual(['mean-rewards']);
    expect(warnings[0]?.message).toMatch(/^9 rewards are between 0 and 1, so the figures are mean rewards/);
  });

  it('tells a task with some attempts unscored from one that is whole', () => {
    const plain = outcomesOf({ a: inOrder(allOf(sample), [[1, 1, 1], ...threeValues.slice(1)]) });
    const first = plain.outcomes[0]?.taskId;
    const outcomes = plain.outcomes.map((outcome) =>
      outcome.taskId === first && outcome.attempt > 1
        ? { ...outcome, status: 'errored' as const, reward: undefined }
        : outcome,
    );
    const [once] = estimateResults(sample.manifest, { ...plain, outcomes }).configurations;
    expect(once?.attempts).toMatchObject({ expected: 1, unscored: 0, retried: 2 });
    const [a] = estimateResults(sample.manifest, { ...plain, outcomes }, { repeat: 3 }).configurations;
    expect(a?.attempts).toEqual({ fewest: 1, most: 1, unscored: 2, expected: 3, missing: 16, retried: 0 });
    expect(a?.coverage).toMatchObject({ scored: 9, partlyScored: 9 });
    expect(a?.readings.map(({ missingCountsAs }) => missingCountsAs)).toEqual(['absent', 'failed']);
  });
});
