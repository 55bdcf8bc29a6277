import { describe, expect, it } from 'vitest';
import { learnedPool, manifestsOf } from '../../../test/support/learned-pools.js';
import { faultsOf } from '../../../test/support/sample-plan.js';
import type { Manifest } from '../manifest/manifest.js';
import { WinnowError } from '../model/errors.js';
import type { Outcome, RunResults } from '../model/outcome.js';
import type { LookOptions } from './look-question.js';
import { emptyRecord, type LooksDocument, readRecord, recordText, selectionMark } from './look-record.js';
import { takeLook } from './take-look.js';

const pool = learnedPool('mine', { seed: 'looks', tasks: 150, earlier: 12, later: 0 });
const manifest = manifestsOf([pool], { purpose: 'comparison', take: 50 }, undefined, 5)('seed');

/** Results of systems on these tasks; a reward follows from the place of the task in its selection. */
function resultsOn(
  tasks: Manifest['tasks'],
  rewardOf: (system: string, at: number) => number | undefined,
  systems: readonly string[] = ['a', 'b'],
): RunResults {
  const places = new Map(manifest.tasks.map(({ task_id }, at) => [task_id, at]));
  const outcomes = tasks.flatMap(({ task_id: taskId, benchmark }) =>
    systems.flatMap((configuration): Outcome[] => {
      const reward = rewardOf(configuration, places.get(taskId) ?? 0);
      const status = reward === undefined ? 'errored' : reward === 1 ? 'passed' : 'failed';
      return [{ taskId, benchmark, configuration, run: '', attempt: 1, place: {}, status, reward }];
    }),
  );
  return { outcomes, files: [], faults: [], warnings: [] };
}

const upTo = (look: number) => manifest.tasks.filter((task) => (task.look ?? 0) <= look);
const bWins = (system: string, at: number) => (system === 'b' ? (at % 7 === 0 ? 0 : 1) : at % 3 === 0 ? 1 : 0);
const even = (system: string, at: number) => (at % 4 < 2 ? at % 2 : (at + (system === 'a' ? 0 : 1)) % 2);
const first = emptyRecord(manifest);

function look(record: LooksDocument, results: RunResults, options: LookOptions = {}) {
  return takeLook(manifest, results, record, { baseline: 'a', ...options });
}

const codesOf = (work: () => unknown): readonly string[] => {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof WinnowError) return error.faults.map(({ code }) => code);
    throw error;
  }
};

describe('the schedule of a selection', () => {
  it('gives each task the first look that has it, in nested tiers of equal size', () => {
    expect(manifest.methodology.looks).toEqual({ sizes: [10, 20, 30, 40, 50], error_rate: 0.05 });
    expect([1, 2, 3, 4, 5].map((each) => upTo(each).length)).toEqual([10, 20, 30, 40, 50]);
    const strata = new Set(manifest.tasks.map(({ design }) => design?.stratum));
    expect(new Set(upTo(1).map(({ design }) => design?.stratum))).toEqual(strata);
  });

  it('is missing without looks in the plan', () => {
    const plain = manifestsOf([pool], { purpose: 'comparison', take: 50 })('seed');
    expect(plain.methodology.looks).toBeUndefined();
    expect(plain.tasks.every((task) => !('look' in task) || task.look === undefined)).toBe(true);
    const results = resultsOn(plain.tasks, bWins);
    expect(codesOf(() => takeLook(plain, results, emptyRecord(plain)))).toEqual(['looks/not-planned']);
  });
});

describe('what looks can’t be made of', () => {
  const hintsOf = (work: () => unknown) => faultsOf(work).map(({ hint = '' }) => hint);

  it('is a tier, whose selection has the looks', () => {
    const { looks: _, ...methodology } = manifest.methodology;
    const metadata = { ...manifest.metadata, tier: { name: 'first', size: 10 } };
    const tier = { ...manifest, methodology, metadata } as unknown as Manifest;
    const hints = hintsOf(() => takeLook(tier, resultsOn(upTo(1), even), first));
    expect(hints).toEqual(['Use the whole selection, in the parent folder.']);
  });

  it('is one system, or more than two, unless they are named', () => {
    for (const systems of [['a'], ['a', 'b', 'c', 'd']]) {
      const results = resultsOn(upTo(1), even, systems);
      expect(hintsOf(() => look(first, results))).toEqual([expect.stringContaining('--name NAME=')]);
    }
  });
});

describe('looks at two systems', () => {
  it('begin with the tasks of the first look', () => {
    const { verdict, isOver, next, question } = look(first, { outcomes: [], files: [], faults: [], warnings: [] });
    expect({ verdict, isOver, question, look: next?.look }).toEqual({
      verdict: 'continue',
      isOver: false,
      question: undefined,
      look: 1,
    });
    expect(next?.tasks.map(({ id }) => id)).toEqual(upTo(1).map((task) => task.task_id));
  });

  it('stop with a verdict, and say how many runs that saves', () => {
    let record = first;
    const seen: string[] = [];
    for (let k = 1; k <= 5; k++) {
      const taken = look(record, resultsOn(upTo(k), bWins));
      record = taken.record;
      seen.push(taken.verdict);
      expect(taken.looks).toHaveLength(k);
      expect(taken.looks.at(-1)).toMatchObject({ tasks: 10 * k, planned: true, fraction: k / 5 });
      if (!taken.isOver) continue;
      expect(taken.runsSaved).toBe(2 * (50 - 10 * k));
      expect(taken.next).toBeUndefined();
      break;
    }
    expect(seen.at(-1)).toBe('better');
    expect(seen.length).toBeLessThan(5);
    const again = look(record, resultsOn(upTo(5), bWins));
    expect(again).toMatchObject({ verdict: 'better', isOver: true, isNew: false });
    expect(again.record).toBe(record);
    const turned = look(record, resultsOn(upTo(5), bWins), { baseline: 'b', system: 'a' });
    expect(turned).toMatchObject({ verdict: 'better', question: { system: 'b', baseline: 'a' } });
  });

  it('count a task as a tie if only rounding separates the two', () => {
    const sums = (system: string) => (system === 'a' ? 0.291 + 0.265 + 0.179 : 0.265 + 0.205 + 0.265) / 3;
    expect(look(first, resultsOn(upTo(1), sums)).evidence?.tasks).toEqual({ better: 0, worse: 0 });
  });

  it('count the results that came after a verdict, which stays as it is', () => {
    const decided = look(first, resultsOn(upTo(4), bWins));
    expect(decided).toMatchObject({ verdict: 'better', isOver: true });
    const more = upTo(5).filter((task) => task.look === 5);
    const again = look(decided.record, resultsOn([...upTo(4), ...more.slice(0, 3)], bWins));
    const unused = ({ warnings }: typeof again) => warnings.filter(({ code }) => code === 'looks-unused');
    expect(unused(decided)).toEqual([]);
    expect(again).toMatchObject({ verdict: 'better', isNew: false, evidence: decided.evidence });
    expect(unused(again).map(({ message }) => message)).toEqual([
      expect.stringContaining('the verdict was reached without the results on 3 tasks'),
    ]);
  });

  it('give an interval at a stop that matches the verdict, and holds over all looks', () => {
    const decided = look(first, resultsOn(upTo(4), bWins));
    const { estimate = 0 } = decided.evidence ?? {};
    expect(decided.interval).toMatchObject({ level: 0.95 });
    expect(decided.interval?.low).toBeGreaterThan(0);
    expect(decided.interval?.low).toBeLessThan(estimate);
    expect(decided.interval?.high).toBeGreaterThan(estimate);
    expect(look(decided.record, resultsOn(upTo(5), bWins)).interval).toEqual(decided.interval);
    const futile = look(first, resultsOn(upTo(4), even));
    expect(futile.interval?.low).toBeLessThan(0);
    expect(futile.interval?.high).toBeGreaterThan(0);
    expect(look(first, resultsOn(upTo(1), even)).interval).toBeUndefined();
    const passed = look(first, resultsOn(upTo(5), bWins), { require: 'b >= 0.6' });
    expect(passed).toMatchObject({ verdict: 'passed', interval: { level: 0.9 } });
    expect(passed.interval?.low).toBeGreaterThan(0.6);
  });

  it('spend the same on a look that skips others as on a planned one', () => {
    const skipped = look(first, resultsOn(upTo(3), even)).looks.at(-1);
    expect(skipped?.fraction).toBe(0.6);
    expect(skipped?.critical).toBeCloseTo(2.6686, 3);
    expect(skipped?.spent).toBeCloseTo(0.00762, 5);
  });

  it('stop when a difference would hardly be found, unless told otherwise', () => {
    const stopped = look(first, resultsOn(upTo(4), even));
    expect(stopped).toMatchObject({ verdict: 'no-difference', isOver: true });
    expect(stopped.chanceLeft).toBeLessThan(0.1);
    const waiting = look(stopped.record, resultsOn(upTo(4), even));
    expect(waiting).toMatchObject({ verdict: 'no-difference', isOver: true, isNew: false });
    const on = look(stopped.record, resultsOn(upTo(4), even), { futility: false });
    expect(on).toMatchObject({ verdict: 'continue', isOver: false, next: { look: 5 } });
    // Non-binding: results of the next tier are judged as planned.
    expect(look(stopped.record, resultsOn(upTo(5), even)).looks).toHaveLength(2);
  });

  it('wait for a tier that is half run, and look at it only when told to', () => {
    const late = upTo(2).filter((task) => task.look === 2);
    const half = upTo(2).filter((task) => !late.slice(0, 4).includes(task));
    const waiting = look(first, resultsOn(half, even));
    expect(waiting.looks).toMatchObject([{ tasks: 10, planned: true }]);
    expect(waiting.next).toMatchObject({
      look: 2,
      tasks: late.slice(0, 4).map(({ benchmark, task_id: id }) => ({ benchmark, id })),
    });
    const now = look(waiting.record, resultsOn(half, even), { now: true });
    expect(now.looks).toMatchObject([{ tasks: 10 }, { tasks: 16, planned: false, fraction: 0.32 }]);
    const after = look(now.record, resultsOn(upTo(2), even));
    expect(after.looks).toMatchObject([{ tasks: 10 }, { tasks: 16 }, { tasks: 20, planned: true }]);
    // What the look in between spent is no longer there for the planned one.
    const planned = look(waiting.record, resultsOn(upTo(2), even)).looks.at(-1);
    expect(after.looks.at(-1)?.spent).toBeCloseTo(planned?.spent ?? 0, 12);
    expect(after.looks.at(-1)?.critical).toBeGreaterThan(planned?.critical ?? 0);
  });

  it('do not count a run that errored, unless it is to count as failed', () => {
    const third = manifest.tasks.findIndex(({ task_id: id }) => id === upTo(1)[2]?.task_id);
    const broken = (system: string, at: number) => (at === third && system === 'b' ? undefined : even(system, at));
    const waiting = look(first, resultsOn(upTo(1), broken));
    expect(waiting.looks).toHaveLength(0);
    expect(waiting.next?.tasks.map(({ id }) => id)).toEqual([upTo(1)[2]?.task_id]);
    const counted = look(first, resultsOn(upTo(1), broken), { errorsFail: true });
    expect(counted.looks).toHaveLength(1);
    expect(counted.looks[0]?.added[2]?.rewards[1]).toBe(0);
    const scored = upTo(1).filter((_, at) => at !== 2);
    const [a, b] = ['a', 'b'].map((system) => scored.map((task) => even(system, manifest.tasks.indexOf(task))));
    const sum = (list: readonly number[] = []) => list.reduce((total, each) => total + each, 0);
    const points = ((100 * (sum(b) - sum(a))) / 9).toFixed(1);
    expect(counted.warnings.map(({ message }) => message)).toEqual([
      `0 errored runs of a and 1 of b count as failed. Without these runs, the difference is ${points} points on 9 tasks.`,
    ]);
  });
});

describe('the tasks to run next', () => {
  const idOf = (at: number) => upTo(1)[at]?.task_id;
  const placeOf = (id: string | undefined) => manifest.tasks.findIndex(({ task_id }) => task_id === id);
  /** System a errors on the first three tasks of the first look, b on the third. */
  const broken = (system: string, at: number) =>
    (system === 'a' ? [0, 1, 2] : [2]).some((each) => placeOf(idOf(each)) === at) ? undefined : bWins(system, at);
  const repeated = (results: RunResults, runs: (system: string) => number): RunResults => ({
    ...results,
    outcomes: [...results.outcomes].flatMap((outcome) =>
      Array.from({ length: runs(outcome.configuration) }, (_, i) => ({ ...outcome, attempt: i + 1 })),
    ),
  });
  const listed = ({ next }: ReturnType<typeof look>) =>
    next?.systems.map(({ name, tasks, runs }) => [name, tasks.map(({ id }) => id), ...runs]);

  it('are those that each system lacks', () => {
    const taken = look(first, resultsOn(upTo(1), broken));
    expect(listed(taken)).toEqual([
      ['a', [idOf(0), idOf(1), idOf(2)], 1, 1],
      ['b', [idOf(2)], 1, 1],
    ]);
  });

  it('are waited for if both systems lack a repeat of all of them', () => {
    const twice = repeated(resultsOn(upTo(1), even), () => 2);
    const once = resultsOn(
      upTo(2).filter((task) => task.look === 2),
      even,
    );
    const both = { ...once, outcomes: [...twice.outcomes, ...once.outcomes] };
    expect(look(first, both, { repeat: 2 }).waiting).toEqual([
      { system: 'a', absent: 10, errored: 0, of: 10, runs: 2 },
      { system: 'b', absent: 10, errored: 0, of: 10, runs: 2 },
    ]);
    expect(look(first, twice, { repeat: 2 }).waiting).toEqual([]);
  });

  it('count as saved only as runs that were not made, or errored', () => {
    const decided = look(first, resultsOn(upTo(4), bWins));
    expect(decided).toMatchObject({ verdict: 'better', runsSaved: 20 });
    const late = manifest.tasks.findIndex(({ look: at }) => at === 5);
    const errs = (system: string, at: number) => (at === late && system === 'b' ? undefined : bWins(system, at));
    expect(look(decided.record, resultsOn(upTo(5), errs))).toMatchObject({ isOver: true, runsSaved: 1 });
  });

  it('are to be run as often as the tasks before, by both systems', () => {
    const even3 = look(
      first,
      repeated(resultsOn(upTo(1), even), () => 3),
    );
    expect(even3).toMatchObject({ looks: [{ tasks: 10 }], runsPerTask: 3, warnings: [] });
    expect(listed(even3)?.map(([, , fewest]) => fewest)).toEqual([3, 3]);
    const uneven = repeated(resultsOn(upTo(1), even), (system) => (system === 'a' ? 3 : 1));
    const waiting = look(first, uneven);
    expect(waiting).toMatchObject({ looks: [], warnings: [{ code: 'unequal-runs' }] });
    expect(waiting.next?.systems.map(({ name, tasks, runs }) => [name, tasks.length, runs[0]])).toEqual([
      ['a', 0, Number.POSITIVE_INFINITY],
      ['b', 10, 2],
    ]);
    expect(look(first, uneven, { repeat: 1 }).looks).toHaveLength(1);
    // More runs of later tasks leave a look that was made as it is.
    const { record } = look(first, resultsOn(upTo(1), even));
    const once = resultsOn(upTo(1), even);
    const later = repeated(
      resultsOn(
        upTo(3).filter((task) => task.look !== 1),
        even,
      ),
      () => 3,
    );
    expect(look(record, { ...once, outcomes: [...once.outcomes, ...later.outcomes] }).looks).toHaveLength(2);
  });

  it('include repeats of single tasks that only one system has', () => {
    const results = resultsOn(upTo(1), even);
    const more = resultsOn(upTo(1).slice(0, 3), even, ['a']).outcomes;
    const second = [...more].map((outcome) => ({ ...outcome, attempt: 2 }));
    const some = { ...results, outcomes: [...results.outcomes, ...second] };
    const waiting = look(first, some);
    expect(waiting).toMatchObject({
      isNew: false,
      looks: [],
      runsPerTask: 1,
      waiting: [{ system: 'b', absent: 3, errored: 0, of: 10, runs: 2 }],
      warnings: [
        { code: 'unequal-runs', message: expect.stringContaining(`b has fewer runs than a on 3 tasks: ${idOf(0)}, `) },
      ],
    });
    expect(listed(waiting)?.[1]).toEqual(['b', [idOf(0), idOf(1), idOf(2)], 1, 1]);
    expect(look(first, some, { repeat: 1 }).looks).toHaveLength(1);
    const { record } = look(first, results);
    expect(look(record, some)).toMatchObject({ isNew: false, waiting: [], warnings: [] });
  });

  it('leave results of later looks unused, with a warning', () => {
    const tiers = manifest.tasks.filter(({ look: at }) => at === 1 || at === 3);
    const { looks, warnings } = look(first, resultsOn(tiers, even));
    expect(looks).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: 'looks-unused', message: expect.stringContaining('10 tasks') }]);
  });

  it('name --errors-fail if an earlier look used it', () => {
    const { record } = look(first, resultsOn(upTo(1), broken), { errorsFail: true });
    expect(() => look(record, resultsOn(upTo(2), broken))).toThrow(/--errors-fail/);
    expect(look(record, resultsOn(upTo(2), broken), { errorsFail: true }).looks).toHaveLength(2);
  });
});

describe('looks are refused', () => {
  const one = look(first, resultsOn(upTo(1), even)).record;

  it('when results that were counted are gone or changed', () => {
    expect(codesOf(() => look(one, resultsOn(upTo(1).slice(1), even)))).toEqual(['looks/shrunk']);
    const changed = manifest.tasks.findIndex(({ look: at }) => at === 1);
    const flipped = (system: string, at: number) => (at === changed ? 1 - even(system, at) : even(system, at));
    expect(codesOf(() => look(one, resultsOn(upTo(1), flipped)))).toEqual(['looks/changed']);
  });

  it('when the same results come under other names', () => {
    const renamed = resultsOn(upTo(1), (system, at) => even(system === 'x' ? 'a' : 'b', at), ['x', 'y']);
    for (const baseline of ['x', 'y']) {
      const [{ code, hint } = { code: '' }] = faultsOf(() => look(one, renamed, { baseline }));
      expect([code, hint]).toEqual(['looks/renamed', expect.stringContaining('--name EARLIER-NAME=PRESENT-NAME')]);
    }
  });

  it('when a requirement turns a recorded one around, which can be asked in the same direction', () => {
    const results = resultsOn(upTo(1), even);
    const { record } = look(first, results, { require: 'b - a >= 0' });
    expect(() => look(record, results, { require: 'a - b >= 0' })).toThrow(
      /the recorded question about these systems is "b - a >= 0"/,
    );
    const [hint] = faultsOf(() => look(record, results, { require: 'a - b >= 0' })).map(({ hint: each }) => each);
    expect(hint).toContain("is 'b - a <= 0'");
    expect(look(record, results, { require: 'b - a <= 0' }).looks).toHaveLength(1);
  });

  it('when the question is not clear', () => {
    expect(codesOf(() => takeLook(manifest, resultsOn(upTo(1), even), first))).toEqual(['looks/question']);
    expect(takeLook(manifest, resultsOn(upTo(1).slice(1), even), first)).toMatchObject({ isNew: false });
    expect(takeLook(manifest, resultsOn(upTo(2), even), one).looks).toHaveLength(2);
    const named = resultsOn(upTo(1), even, ['a', 'baseline']);
    expect(takeLook(manifest, named, first).question).toMatchObject({ system: 'a', baseline: 'baseline' });
    const three = resultsOn(upTo(1), bWins, ['a', 'b', 'c']);
    expect(codesOf(() => look(first, three))).toEqual(['looks/question']);
    expect(look(first, three, { baseline: 'c', system: 'b' }).question).toMatchObject({ system: 'b', baseline: 'c' });
    expect(codesOf(() => look(first, resultsOn(upTo(1), bWins, ['a'])))).toEqual(['looks/question']);
    expect(codesOf(() => look(first, three, { baseline: 'd' }))).toEqual(['looks/question']);
  });

  it('when the record was edited, is damaged, or belongs to another schedule', () => {
    const text = recordText(one);
    expect(readRecord(text, manifest, 'looks.json')).toEqual(one);
    for (const [from, to] of [
      [/"z": [-0-9.e]+/, '"z": 1.5'],
      [/"error_rate": 0.05/, '"error_rate": 0.2'],
    ] as const)
      expect(codesOf(() => readRecord(text.replace(from, to), manifest, 'f'))).toEqual(['looks/edited']);
    expect(codesOf(() => readRecord(recordText(first), manifest, 'f'))).toEqual(['looks/edited']);
    expect(codesOf(() => readRecord('{}', manifest, 'f'))).toEqual(['looks/unreadable']);
    expect(codesOf(() => readRecord('no json', manifest, 'f'))).toEqual(['looks/unreadable']);
    const three = manifestsOf([pool], { purpose: 'comparison', take: 50 }, undefined, 3)('seed');
    expect(selectionMark(three)).not.toBe(selectionMark(manifest));
    expect(codesOf(() => readRecord(text, three, 'f'))).toEqual(['looks/other-selection']);
  });
});

describe('a level against a threshold', () => {
  const solves = (share: number) => (_: string, at: number) => ((7 * at) % 10 < 10 * share ? 1 : 0);
  const require = (limit: number, relation = '>=') => ({ require: `a ${relation} ${limit}` });

  it('passes, fails, or goes on, one-sided', () => {
    const good = resultsOn(upTo(3), solves(0.9), ['a']);
    expect(look(first, good, require(0.5))).toMatchObject({ verdict: 'passed', isOver: true, runsSaved: 20 });
    expect(look(first, good, require(0.5, '<='))).toMatchObject({ verdict: 'failed', isOver: true });
    expect(look(first, resultsOn(upTo(3), solves(0.2), ['a']), require(0.6))).toMatchObject({ verdict: 'failed' });
    expect(look(first, resultsOn(upTo(2), solves(0.6), ['a']), require(0.5))).toMatchObject({ verdict: 'continue' });
  });

  it('has the information of its share of the pool', () => {
    const [made] = look(first, resultsOn(upTo(2), solves(0.6), ['a']), require(0.5)).looks;
    expect(made?.fraction).toBeCloseTo((1 / 50 - 1 / 150) / (1 / 20 - 1 / 150), 12);
    expect(made?.spent).toBeLessThan(0.05);
  });

  it('is not judged on the tasks that happened to finish first', () => {
    const half = resultsOn(upTo(2).slice(0, 17), solves(0.9), ['a']);
    expect(codesOf(() => look(first, half, { ...require(0.5), now: true }))).toEqual(['looks/half-run']);
  });

  it('is not judged on tasks that were not drawn at random', () => {
    const ranked = manifestsOf([pool], { purpose: 'direction', take: 50 }, undefined, 5)('seed');
    const results = resultsOn(ranked.tasks, solves(0.9), ['a']);
    expect(codesOf(() => takeLook(ranked, results, emptyRecord(ranked), require(0.5)))).toEqual(['looks/question']);
  });

  it('reminds of other questions that were asked', () => {
    const good = resultsOn(upTo(1), solves(0.9), ['a']);
    const { record } = look(first, good, require(0.5));
    const { warnings } = look(record, good, require(0.6));
    expect(warnings.map(({ code }) => code)).toEqual(['looks-other-questions']);
  });
});
