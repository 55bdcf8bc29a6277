import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf, groupedTasks, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { documentOf } from '../../documents/forms.js';
import type { Outcome, Outcomes } from '../../model/outcome.js';
import { measuredComponents } from '../../uplift/paired-tasks.js';
import { noiseWords } from './measured-uplift.js';
import { assessValidity, scoreBands, upliftCeiling, validitySchema } from './validity.js';

const selection = runText(samplePlan({ take: 10 }), groupedTasks({ a: 20, b: 20, c: 20 }));

/** One result; a reward of undefined errored. */
function outcome(
  taskId: string,
  configuration: string,
  reward: number | undefined,
  more: Partial<Outcome> = {},
): Outcome {
  const status = reward === undefined ? 'errored' : reward >= 1 ? 'passed' : 'failed';
  return { taskId, configuration, run: '', attempt: 1, status, reward, place: { file: 'r.csv' }, ...more };
}
const resultsOf = (...outcomes: Outcome[]): Outcomes => ({ outcomes, files: [], faults: [], warnings: [] });

/** Tasks outside the pool: score and the rewards of both arms. */
function paired(
  rows: readonly (readonly [score: number, before: number | undefined, after: number | undefined])[],
  benchmark = 'x',
) {
  return rows.flatMap(([score, before, after], i) => {
    const more = { benchmark, fields: { mcp_benefit_score: score } };
    return [outcome(`n${i}`, 'baseline', before, more), outcome(`n${i}`, 'tools', after, more)];
  });
}

describe('a score set against the uplift', () => {
  const rising = Array.from({ length: 40 }, (_, i) => [i / 40, 0.5, 0.3 + ((i * 7) % 11) / 40 + i / 100] as const);

  it('is found to predict what it does predict, within the benchmark too', () => {
    const { comparisons, score, notes } = assessValidity(selection, resultsOf(...paired(rising)));
    const [only] = comparisons;
    expect(score).toEqual({ from: 'results', name: 'mcp_benefit_score' });
    expect(notes.join('\n')).toMatch(/from the results column mcp_benefit_score.*40 of 40 tasks are not in the pool/);
    expect(only).toMatchObject({ configuration: 'tools', pairs: 40, outsidePool: 40, finding: 'predicts' });
    expect(only?.bands.map(({ pairs }) => pairs)).toEqual([14, 13, 13]);
    expect(only?.refit).toMatchObject({ tasks: 0, loss: undefined, offered: false });
  });

  it('is not taken for predicting where only benchmarks differ', () => {
    // Two benchmarks with scores and uplifts of their own, and chance within.
    const within = (base: number, score: number, name: string) =>
      paired(
        Array.from(
          { length: 30 },
          (_, i) => [score + ((i * 7) % 30) / 1000, 0.2, base + ((i * 13) % 30) / 100] as const,
        ),
        name,
      ).map((each) => ({ ...each, taskId: `${name}${each.taskId}` }));
    const [only] = assessValidity(selection, resultsOf(...within(0.2, 0.3, 'x'), ...within(0.6, 0.8, 'y'))).comparisons;
    expect(only?.correlation?.interval?.low).toBeGreaterThan(0);
    expect(Math.abs(only?.correlationWithinBenchmarks?.rankCorrelation ?? 1)).toBeLessThan(0.3);
    expect(only?.correlationWithinBenchmarks?.size).toBe(59);
    expect([only?.finding, (only?.scoreVarianceBetweenBenchmarks ?? 0) > 0.99]).toEqual(['not shown', true]);
  });

  it('says so when it goes the other way', () => {
    const falling = rising.map(([score, before, after]) => [1 - score, before, after] as const);
    expect(assessValidity(selection, resultsOf(...paired(falling))).comparisons[0]?.finding).toBe('opposite');
  });

  it('drops a pair when either arm errored or is absent, and counts it', () => {
    const rows = paired([...rising.slice(0, 10), [0.5, undefined, 1], [0.6, 0, undefined]]);
    const alone = outcome('extra', 'tools', 1, { benchmark: 'x', fields: { mcp_benefit_score: 0.5 } });
    const bare = [outcome('bare', 'baseline', 0, { benchmark: 'x' }), outcome('bare', 'tools', 1, { benchmark: 'x' })];
    const [only] = assessValidity(selection, resultsOf(...rows, alone, ...bare)).comparisons;
    expect(only?.pairs).toBe(10);
    expect(only?.dropped).toEqual({ errored: 2, notRun: 0, absent: 1, withoutScore: 1 });
  });

  it('takes the scores of the pool where the results have none, and can be told to', () => {
    const own = ['t01', 't02', 't03', 't04', 't05', 't06'].flatMap((id, i) => [
      outcome(id, 'baseline', 0),
      outcome(id.toUpperCase(), 'tools', (i % 3) / 2),
    ]);
    const { score, comparisons, notes } = assessValidity(selection, resultsOf(...own));
    expect(score).toEqual({ from: 'pool', name: 'size' });
    expect(comparisons[0]).toMatchObject({ pairs: 6, outsidePool: 0, helped: 4, hurt: 0, unchanged: 2 });
    expect(notes.join('\n')).toMatch(/6 names in the results match a task only if case is ignored/);
    const withColumn = own.map((each) => ({ ...each, fields: { mcp_benefit_score: 0.5, other: '0.7' } }));
    expect(assessValidity(selection, resultsOf(...withColumn)).score.from).toBe('results');
    expect(assessValidity(selection, resultsOf(...withColumn), { score: 'pool' }).score.from).toBe('pool');
    expect(assessValidity(selection, resultsOf(...withColumn), { score: 'other' }).score.name).toBe('other');
    const faults = faultsOf(() => assessValidity(selection, resultsOf(...withColumn), { score: 'nonsense' }));
    expect(faults).toMatchObject([
      { code: 'assess/score-column', hint: expect.stringContaining('mcp_benefit_score, other') },
    ]);
  });

  it('takes spellings that differ in letter case for one task, unless one arm has both', () => {
    const fields = { mcp_benefit_score: 0.5 };
    const folded = [outcome('Foo', 'baseline', 0, { fields }), outcome('foo', 'tools', 1, { fields })];
    expect(assessValidity(selection, resultsOf(...folded)).comparisons[0]?.pairs).toBe(1);
    const both = [...folded, outcome('Foo', 'tools', 0, { fields })];
    expect(assessValidity(selection, resultsOf(...both)).comparisons[0]).toMatchObject({
      pairs: 1,
      dropped: { absent: 1 },
    });
  });

  it('does not depend on the order of the results, and gives no number that JSON lacks', () => {
    const rows = paired(rising);
    const text = (list: readonly Outcome[]) =>
      JSON.stringify(documentOf(validitySchema(), assessValidity(selection, resultsOf(...list))));
    expect(text(rows.toReversed())).toBe(text(rows));
    expect(text(rows)).not.toMatch(/NaN|Infinity/);
  });
});

describe('what cannot be said', () => {
  const said = (...outcomes: Outcome[]) => {
    const assessment = assessValidity(selection, resultsOf(...outcomes));
    expect(JSON.stringify(documentOf(validitySchema(), assessment))).not.toMatch(/NaN|Infinity/);
    return { finding: assessment.comparisons[0]?.finding, notes: assessment.notes.join('\n') };
  };

  it('is said with the reason', () => {
    expect(said(outcome('t01', 'one', 1))).toMatchObject({
      finding: undefined,
      notes: expect.stringMatching(/results contain only one\./),
    });
    expect(said()).toMatchObject({ notes: expect.stringMatching(/contain no systems/) });
    expect(
      said(
        ...paired([
          [0.5, 0, 1],
          [0.5, 0, 0],
          [0.5, 1, 0],
          [0.5, 1, 1],
        ]),
      ),
    ).toMatchObject({
      finding: 'cannot say',
      notes: expect.stringMatching(/4 pairs is undefined, because all scores are equal\./),
    });
    expect(
      said(
        ...paired([
          [0.1, 0, 0],
          [0.2, 1, 1],
          [0.3, 0, 0],
        ]),
      ),
    ).toMatchObject({
      finding: 'cannot say',
      notes: expect.stringMatching(/because all uplifts are equal\./),
    });
    expect(said(...paired([[0.1, 0, 1]])).finding).toBe('cannot say');
    expect(said(outcome('n', 'baseline', 1), outcome('m', 'tools', 1))).toMatchObject({
      finding: 'cannot say',
      notes: expect.stringMatching(/no task has both a score and a result in each arm/),
    });
  });

  it('needs results, and a baseline that is there', () => {
    expect(faultsOf(() => assessValidity(selection, undefined))).toMatchObject([{ code: 'assess/no-results' }]);
    const three = ['a', 'b', 'c'].map((name) => outcome('t01', name, 1));
    expect(assessValidity(selection, resultsOf(...three))).toMatchObject({ baseline: undefined, comparisons: [] });
    expect(assessValidity(selection, resultsOf(...three)).notes[0]).toMatch(/Choose one with --baseline: a, b, c/);
    expect(assessValidity(selection, resultsOf(...three), { baseline: 'b' }).comparisons).toHaveLength(2);
    expect(assessValidity(selection, resultsOf(...three.slice(0, 2)))).toMatchObject({ baseline: 'a' });
    expect(faultsOf(() => assessValidity(selection, resultsOf(...three), { baseline: 'd' }))).toMatchObject([
      { code: 'assess/baseline', hint: 'Systems in the results: a, b, c.' },
    ]);
  });

  it('refuses two results for the same attempt, and leaves out a task with two scores', () => {
    const double = [outcome('n', 'a', 1), outcome('n', 'a', 0), outcome('n', 'b', 0)];
    expect(faultsOf(() => assessValidity(selection, resultsOf(...double)))).toMatchObject([{ code: 'results/double' }]);
    const [first, second] = paired([[0.5, 0, 1]]) as [Outcome, Outcome];
    const other = { ...second, fields: { mcp_benefit_score: 0.6 } };
    expect(said(first, other).notes).toMatch(/Skipped 1 task with different scores in different rows/);
  });
});

it('bands keep equal scores together and cover every task once', () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -2, max: 2 }));
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 40 }), (list) => {
      const tasks = list.map(([score, uplift], i) => ({ benchmark: 'x', taskId: String(i), score, uplift }));
      const bands = scoreBands(tasks);
      expect(bands.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(tasks.length);
      bands.forEach(({ from, to, mean, interval }, i) => {
        expect(from).toBeLessThanOrEqual(to);
        if (i > 0) expect(from).toBeGreaterThan(bands[i - 1]?.to ?? -Infinity);
        if (interval !== undefined) expect(interval.low <= mean && mean <= interval.high).toBe(true);
      });
    }),
    { seed: 20_260_101 },
  );
});

it('the ceiling is assumed for single runs, and measured where there are repeats', () => {
  const once = upliftCeiling([{ cluster: 'x', without: [0], with: [1] }]);
  // √(.116 / (.116 + .168)).
  expect(once).toMatchObject({ from: 'default', repeats: 1, largestCorrelation: expect.closeTo(0.639, 3) });
  const runs = (digits: string) => [...digits].map(Number);
  const without = ['110', '000', '101', '111', '001', '000'].map(runs);
  const other = ['111', '010', '111', '110', '111', '000'].map(runs);
  const repeated = Array.from({ length: 24 }, (_, i) => {
    return { cluster: 'x', without: without[i % 6] as number[], with: other[i % 6] as number[] };
  });
  const measured = upliftCeiling(repeated);
  expect(measured).toMatchObject({ from: 'results', repeats: 3 });
  expect(measured.varianceOfRuns).toBeCloseTo(1 / 6 + 1 / 9, 12);
  expect(measured.largestCorrelation).toBeLessThan(1);
});

describe('the noise of a run', () => {
  const arms = (with_: readonly number[], without: readonly number[]) =>
    Array.from({ length: 30 }, (_, i) => ({
      cluster: 'one',
      with: with_.map((reward, k) => (i % 2 === 0 ? reward : 1 - (with_[k] ?? 0))),
      without: i % 3 === 0 ? without : without.map((reward) => 1 - reward),
    }));

  it.each([
    ['repeats', arms([1, 0], [0, 0]), /^measured on 30 tasks with repeats$/],
    [
      'one run that passes or fails',
      arms([1], [0]),
      /estimated from the pass rates of 30 tasks, because fewer than 20 tasks/,
    ],
    ['one run with a part of the reward', arms([0.4], [0.3]), /^from published CodeScaleBench figures, because/],
  ])('is known from %s', (_, pairs, words) => {
    const { noiseBy, components } = measuredComponents(pairs);
    expect(noiseWords({ noiseBy, tasks: components.tasks })).toMatch(words);
  });
});
