import { describe, expect, it } from 'vitest';
import { chosenIds, faultsOf, groupedTasks, planTextOf, runText } from '../../../test/support/sample-plan.js';
import type { Outcome, OutcomeStatus, Outcomes } from '../model/outcome.js';
import type { Selection } from '../model/selection.js';
import { replacementsOf } from './replacements-of.js';
import { type VettingOptions, vetTasks } from './vet-tasks.js';

/** A pool of 100 tasks, t00 to t99; t07 is excluded. */
const plan = (...more: readonly string[]) =>
  planTextOf({
    benchmarks: {
      mine: {
        select: { take: 10, prefer: ['score desc'], group: { by: 'repo' } },
        exclude: ['t07', ...more].map((id) => ({ id, reason: 'leaked' })),
      },
    },
  });
const tasks = groupedTasks({ a: 50, b: 50 });
const selection: Selection = runText(plan(), tasks);

const letters: Readonly<Record<string, OutcomeStatus>> = { p: 'passed', f: 'failed', e: 'errored', n: 'not-run' };

/** Runs of a configuration on a task, a letter each: passed, failed, errored, not run. */
function runs(taskId: string, verdicts: string, configuration = 'oracle'): Outcome[] {
  return [...verdicts].map((letter, index) => {
    const status = letters[letter] ?? 'errored';
    const reward = status === 'passed' ? 1 : status === 'failed' ? 0 : undefined;
    return { taskId, configuration, run: '', attempt: index + 1, status, reward, place: { file: 'r.csv' } };
  });
}
const resultsOf = (outcomes: readonly Outcome[]): Outcomes => ({ outcomes, files: [], faults: [], warnings: [] });
const vetted = (outcomes: readonly Outcome[], options: VettingOptions = {}) =>
  vetTasks(selection, resultsOf(outcomes), options);
const reasons = (outcomes: readonly Outcome[], options: VettingOptions = {}) =>
  Object.fromEntries(vetted(outcomes, options).proposals.map(({ id, reason }) => [id, reason]));
/** The runs given, and sound ones on every other task of the pool. */
const among = (outcomes: readonly Outcome[], sound = 'ppp') => {
  const own = new Set(outcomes.map(({ taskId }) => taskId));
  return [...outcomes, ...tasks.filter(({ id }) => !own.has(id)).flatMap(({ id }) => runs(id, sound))];
};
const codes = (outcomes: readonly Outcome[]) => vetted(outcomes).warnings.map(({ code }) => code);

describe('runs of the reference solution', () => {
  it('that all fail show a broken environment, with the evidence', () => {
    const { proposals } = vetted([...runs('t01', 'fff'), ...runs('t02', 'ppp'), ...runs('t03', 'ffe')]);
    expect(proposals.map(({ id, reason, evidence }) => [id, reason, evidence])).toEqual([
      ['t01', 'broken environment', 'the reference solution fails: 0 of 3 runs passed (system oracle, r.csv)'],
      [
        't03',
        'broken environment',
        'the reference solution fails: 0 of 2 runs passed, 1 more errored (system oracle, r.csv)',
      ],
    ]);
  });

  it('that errored or were not run are no verdict', () => {
    const outcomes = [...runs('t01', 'ee'), ...runs('t02', 'n'), ...runs('t03', 'pp'), ...runs('t04', 'pe')];
    expect(reasons(outcomes)).toEqual({});
    expect(vetted(outcomes).warnings).toMatchObject([
      { code: 'exclude/no-verdict', message: expect.stringMatching(/: 2 tasks have only runs that errored/) },
      { code: 'exclude/one-run', message: expect.stringMatching(/: 1 task has only one scored run/) },
    ]);
  });

  it('that disagree are flaky only beyond the tolerated rate and the number of tests', () => {
    // 100 tasks with 3 runs each, 1% tolerated. P(≥ 2 of 3 fail) = 3 · 0.01² · 0.99 + 0.01³ = 0.000298, times 100 tests
    // = 0.0298; P(≥ 1 of 3) = 1 − 0.99³ = 0.029701, times 99 > 1.
    const outcomes = among([...runs('t01', 'pff'), ...runs('t02', 'ppf')]);
    const { proposals, undecided, tested } = vetted(outcomes);
    expect(tested).toBe(100);
    expect(proposals.map(({ id, reason }) => [id, reason])).toEqual([['t01', 'flaky']]);
    expect(proposals[0]?.objections[0]?.pValue).toBeCloseTo(0.0298, 10);
    expect(proposals[0]?.evidence).toBe(
      'the verdict on the reference solution changes: 1 of 3 runs passed, p = 0.03 if 1% of runs fail by accident (exact binomial test, Holm-adjusted for 100 tests) (system oracle, r.csv)',
    );
    expect(undecided).toMatchObject([{ id: 't02', objections: [{ pValue: 1, verdict: 'undecided' }] }]);
    expect(codes(outcomes)).toEqual(['exclude/undecided']);
  });

  it('that disagree once among a few tests are flaky, and always where no accident is tolerated', () => {
    // 1 test: 1 − 0.99³ = 0.0297; 2 tests: 0.0594.
    expect(reasons(runs('t01', 'ppf'))).toEqual({ t01: 'flaky' });
    expect(reasons([...runs('t01', 'ppf'), ...runs('t02', 'ppp')])).toEqual({});
    expect(reasons(among(runs('t01', 'ppf')), { tolerated: 0 })).toEqual({ t01: 'flaky' });
  });

  it('that are known by several names are added up', () => {
    const { kinds, proposals } = vetted([...runs('t01', 'f', 'Gold'), ...runs('t01', 'ff', 'oracle__model')]);
    expect(kinds.map(({ run, configurations }) => [run.name, configurations])).toEqual([
      ['reference', ['Gold', 'oracle__model']],
    ]);
    expect(proposals[0]?.evidence).toContain('0 of 3 runs passed (systems Gold and oracle__model, r.csv)');
  });

  it('that fail on most tasks speak against the set-up', () => {
    const failing = ['t01', 't02', 't03'].flatMap((id) => runs(id, 'ff'));
    expect(codes([...failing, ...runs('t04', 'pp'), ...runs('t05', 'pp')])).toEqual(['exclude/set-up']);
    expect(codes([...failing, ...['t04', 't05', 't06'].flatMap((id) => runs(id, 'pp'))])).toEqual([]);
  });
});

describe('runs of a no-op agent', () => {
  it('that all pass show a trivial task, and a failing reference solution comes first', () => {
    const nop = [...runs('t01', 'p', 'nop'), ...runs('t02', 'ff', 'nop'), ...runs('t03', 'pp', 'nop')];
    expect(reasons(nop)).toEqual({ t01: 'trivial', t03: 'trivial' });
    const both = vetted([...nop, ...runs('t03', 'f'), ...runs('t01', 'ppf')], { tolerated: 0 });
    expect(both.proposals).toMatchObject([
      {
        id: 't01',
        reason: 'trivial',
        evidence: expect.stringMatching(/changes.*; the no-op agent passes: 1 of 1 run/),
      },
      { id: 't03', reason: 'broken environment' },
    ]);
  });

  it('that pass sometimes show a flaky one', () => {
    expect(reasons(runs('t01', 'pff', 'Do nothing'))).toEqual({ t01: 'flaky' });
  });
});

describe('other runs', () => {
  it('of agents say nothing, however they disagree', () => {
    const { others, proposals, tested } = vetted([...runs('t01', 'pfpf', 'agent'), ...runs('t02', 'pp')]);
    expect([proposals, tested]).toEqual([[], 1]);
    expect(others).toEqual([{ name: 'agent', results: 4 }]);
  });

  it('of one submission that is graded again must agree, whichever way', () => {
    const regraded = [...runs('t01', 'ppff', 'again'), ...runs('t02', 'ffff', 'again'), ...runs('t03', 'p', 'again')];
    const options = { named: new Map([['regraded', ['again']]]) };
    expect(reasons(regraded, options)).toEqual({ t01: 'flaky' });
    // P(≥ 2 of 4) = 0.00059203, times 2 tests.
    expect(vetted(regraded, options).proposals[0]?.objections[0]?.pValue).toBeCloseTo(0.00118406, 12);
  });
});

describe('the tasks', () => {
  it('that are excluded already are not proposed again', () => {
    const { proposals, alreadyExcluded } = vetted([...runs('t07', 'ff'), ...runs('T08', 'ff'), ...runs('x', 'ff')]);
    expect(proposals.map(({ id }) => id)).toEqual(['t08']);
    expect(alreadyExcluded).toMatchObject([{ id: 't07', reason: 'broken environment', excludedFor: 'leaked' }]);
    expect(codes([...runs('T08', 'pp'), ...runs('x', 'ff')])).toEqual(['results-unknown', 'results-case']);
  });

  it('that go out are paired with those that come in for them', () => {
    const [first = ''] = chosenIds(selection);
    const after = runText(plan(first), tasks);
    const [came] = chosenIds(after).filter((id) => !chosenIds(selection).includes(id));
    expect(replacementsOf(selection, after)).toEqual({
      comesIn: [`mine/${came}`],
      goesOut: [`mine/${first}`],
      replacedBy: new Map([[`mine/${first}`, `mine/${came}`]]),
    });
  });

  it('do not depend on the order of the results', () => {
    const outcomes = among([...runs('t01', 'pff'), ...runs('t02', 'ff'), ...runs('t03', 'pp', 'nop')]);
    expect(vetted(outcomes.toReversed()).proposals).toEqual(vetted(outcomes).proposals);
  });
});

describe('what is refused', () => {
  const faults = (outcomes: readonly Outcome[], options?: VettingOptions) =>
    faultsOf(() => vetted(outcomes, options)).map(({ code, message }) => [code, message]);

  it('is results without a validity run, with the configurations found', () => {
    expect(faults([...runs('t01', 'p', 'agent'), ...runs('t01', 'p', 'Other')])).toEqual([
      ['exclude/no-validity-runs', expect.stringMatching(/Found: Other, agent\.$/)],
    ]);
  });

  it('is a name that is not there or means two kinds', () => {
    const named = new Map([
      ['reference', ['agnt', 'agent']],
      ['no-op', ['AGENT']],
    ]);
    expect(faults(runs('t01', 'p', 'agent'), { named })).toEqual([
      ['exclude/unknown-configuration', expect.stringMatching(/"agnt".*Did you mean "agent"\? Found: agent\.$/)],
      ['exclude/two-kinds', expect.stringMatching(/--reference and --no-op/)],
    ]);
  });

  it.each([-0.1, 0.5, Number.NaN])('is a tolerated share of %s', (tolerated) => {
    expect(faults(runs('t01', 'p'), { tolerated })).toMatchObject([['exclude/tolerated', expect.any(String)]]);
  });
});
