import { describe, expect, it } from 'vitest';
import { laterEstimate, learnedPool, manifestsOf } from '../../../test/support/learned-pools.js';
import { faultsOf, planTextOf, runText, tasksOf } from '../../../test/support/sample-plan.js';
import { estimateSchema } from '../contracts/estimate-document.js';
import { at } from '../lists/at.js';
import { type Manifest, makeManifest } from '../manifest/manifest.js';
import type { Outcome } from '../model/outcome.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';
import { type EstimateOptions, estimateResults } from './estimate-results.js';
import { estimateText } from './estimate-text.js';

type Rewards = Readonly<Record<string, number | readonly number[] | undefined>>;

/** What one configuration, or several, made of the selected tasks; a task without a reward has no result. */
function estimate(manifest: Manifest, byName: Readonly<Record<string, Rewards>>, options: EstimateOptions = {}) {
  const outcomes = Object.entries(byName).flatMap(([configuration, rewards]) =>
    Object.entries(rewards).flatMap(([taskId, given]) =>
      (given === undefined ? [] : [given].flat()).map((reward, run): Outcome => {
        const status = reward === 1 ? 'passed' : 'failed';
        return { taskId, configuration, run: '', attempt: run + 1, place: {}, status, reward };
      }),
    ),
  );
  return estimateResults(manifest, { outcomes, files: [], faults: [], warnings: [] }, options);
}

function levelOf(manifest: Manifest, rewards: Rewards, options: EstimateOptions = {}) {
  const found = estimate(manifest, { new: rewards }, options);
  const { readings } = at(found.configurations, 0);
  const { pool, parts } = at(readings, 0);
  if (pool === undefined) throw new Error('no figure for the pool');
  return { pool, parts, readings, warnings: found.warnings, found };
}

/** Every selected task by its id, with a result by its place. */
function rewardsOf({ tasks }: Manifest, rule: (place: number) => number | readonly number[] | undefined): Rewards {
  return Object.fromEntries(tasks.map(({ task_id: id }, place) => [id, rule(place)]));
}

const pool = learnedPool('mine', { seed: 'assisted', tasks: 120, earlier: 8, later: 3 });
const level = manifestsOf([pool], { purpose: 'level', take: 40 });
const manifest = level('a');
const row = at(pool.matrix.later, 1);
const truth = rewardsOf(manifest, (place) => at(row, pool.ids.indexOf(at(manifest.tasks, place).task_id)));

/** The twelve tasks of the worked example, of which 2, 8 and 11, 5 and 7, 0 and 6 are drawn from three bands. */
function workedManifest(): Manifest {
  const x = [
    1.823519, 1.823519, -0.034658, 1.823519, 0.927623, 0.632512, 0.927623, 0.034658, -1.823519, 0.034658, -1.823519,
    -1.823519,
  ];
  const bands = [2, 2, 0, 2, 1, 1, 2, 1, 0, 1, 0, 0];
  const places = { 'band 0': 3, 'band 1': 2, 'band 2': 2 };
  const text = planTextOf({
    seed: 1,
    benchmarks: { mine: { select: { group: { by: 'repo', share: 'fixed', places }, prefer: ['random'] } } },
  });
  const made = makeManifest(
    runText(text, tasksOf(bands.map((band) => ({ repo: `band ${band}`, files_changed: 1 })))),
    'test',
  );
  const ids = Object.keys(made.task_hashes['mine'] ?? {});
  const wanted: Readonly<Record<string, number[]>> = { 'band 0': [2, 8, 11], 'band 1': [5, 7], 'band 2': [0, 6] };
  const tasks = made.tasks.map((task) => {
    const place = wanted[String(task.repo)]?.shift() ?? 0;
    if (task.design === null) throw new Error('no design');
    return { ...task, task_id: at(ids, place), design: { ...task.design, ease: at(x, place) } };
  });
  const forecast = { verdict: 'helps', share: null, equivalent_random_tasks: null, detectable: null, tau: null };
  const learned = {
    purpose: 'level',
    systems: 3,
    design: '',
    quota_cost: null,
    forecast: { ...forecast, half_width: { design: 0.1, random: 0.2 } },
    ease: x.map((each) => [each, 1]),
    ease_unknown: 0,
  };
  return { ...made, tasks, benchmarks: made.benchmarks.map((benchmark) => ({ ...benchmark, learned })) };
}

describe('the level of a selection that was drawn with earlier results', () => {
  it('has the worked numbers', () => {
    const worked = workedManifest();
    const passed = { t02: 0, t08: 0, t11: 1, t05: 1, t07: 0, t00: 1, t06: 1 };
    const { pool: figure, found } = levelOf(worked, passed);
    expect(figure.mean).toBeCloseTo(0.614916, 6);
    expect(figure.standardError ** 2).toBeCloseTo(0.015259, 6);
    expect([figure.low, figure.high]).toEqual([expect.closeTo(0.333333, 6), expect.closeTo(0.75, 6)]);
    expect(figure.assisted?.slopes).toEqual([{ benchmark: 'mine', slope: expect.closeTo(0.786672, 5), isLow: false }]);
    expect([figure.tasks, figure.population, figure.degreesOfFreedom]).toEqual([7, 12, 5]);
    expect(estimateSchema().safeParse(JSON.parse(estimateText(found))).success).toBe(true);
  });

  it('is nearer to certainty than the plain estimate beside it, which is that of the design', () => {
    const { pool: figure, found } = levelOf(manifest, truth);
    const [plain] = [levelOf(manifest, truth, { scope: 'beyond' }).pool];
    expect(figure.assisted?.plain.mean).toBeCloseTo(plain.mean, 12);
    expect(figure.effectiveSize).toBeGreaterThan(40);
    expect((figure.high - figure.low) / 2).toBeLessThan(figure.assisted?.randomHalfWidth ?? 0);
    expect(found.assistance).toMatch(/leans on how hard earlier systems found each task; by phase, language/);
  });

  it('needs nothing but the manifest as it is read back', () => {
    const read = JSON.parse(JSON.stringify(manifest)) as Manifest;
    expect(estimateText(estimate(read, { new: truth }))).toBe(estimateText(estimate(manifest, { new: truth })));
  });

  it.each([0, 1])('where every result is %i reaches that end, and is no shorter than so few results allow', (y) => {
    const { pool: figure } = levelOf(
      manifest,
      rewardsOf(manifest, () => y),
    );
    expect([figure.low, figure.high][y]).toBe(y);
    expect(figure.high - figure.low).toBeGreaterThan(0.05);
    expect(figure.mean >= figure.low && figure.mean <= figure.high).toBe(true);
  });

  it('of all tasks is a point, and with repeats as sure as the runs', () => {
    const all = manifestsOf([pool], { purpose: 'level', take: 120 })('a');
    const { pool: figure } = levelOf(
      all,
      rewardsOf(all, (place) => place % 2),
    );
    expect([figure.mean, figure.low, figure.high]).toEqual([expect.closeTo(0.5, 9), figure.mean, figure.mean]);
    const { pool: repeated } = levelOf(
      all,
      rewardsOf(all, (place) => [place % 2, place % 3 === 0 ? 1 : 0]),
    );
    expect(repeated.about).toBe('runs-counted');
    expect(repeated.low).toBeLessThan(repeated.mean);
    expect(repeated.asRun?.low).toBeCloseTo(repeated.asRun?.high ?? 0, 12);
  });

  it('counts in what another run would change', () => {
    const runs = rewardsOf(
      manifest,
      (place) => [truth[at(manifest.tasks, place).task_id], place % 2].flat() as number[],
    );
    const { pool: figure } = levelOf(manifest, runs);
    expect(figure.about).toBe('runs-counted');
    expect(figure.asRun?.low).toBeGreaterThan(figure.low);
    expect(figure.asRun?.high).toBeLessThan(figure.high);
  });

  it('makes up for missing results, and lets the curve stand for a band without any', () => {
    const [lost] = manifest.tasks.map(({ group }) => group.value);
    const isLost = (place: number) => at(manifest.tasks, place).group.value === lost;
    const some = rewardsOf(manifest, (place) => (isLost(place) ? undefined : truth[at(manifest.tasks, place).task_id]));
    const { readings, warnings } = levelOf(manifest, some);
    expect(readings.map(({ reading }) => reading)).toEqual(['absent', 'failed']);
    expect(readings.map((reading) => reading.pool?.population)).toEqual([120, 120]);
    const [absent, failed] = readings.map((reading) => reading.pool);
    const told = Object.values(some).filter((reward) => reward !== undefined).length;
    expect([absent?.tasks, failed?.tasks]).toEqual([told, 40]);
    expect(absent?.standardError).toBeGreaterThan(levelOf(manifest, truth).pool.standardError);
    const empty = warnings.find(({ code }) => code === 'empty-stratum');
    expect(empty?.message).toMatch(/what to expect from earlier results stands for it/);
  });

  it('estimates tasks that no earlier system ran apart, by size', () => {
    const partly = learnedPool('mine', { seed: 'assisted', tasks: 120, earlier: 8, later: 1 }, 24);
    const drawn = manifestsOf([partly], { purpose: 'level', take: 40 })('a');
    const unknown = new Set(
      drawn.tasks.filter(({ design }) => design?.ease === undefined).map(({ task_id: id }) => id),
    );
    expect(drawn.benchmarks[0]?.learned?.ease_unknown).toBe(24);
    const byKind = (known: number, other: number) =>
      levelOf(
        drawn,
        rewardsOf(drawn, (place) => (unknown.has(at(drawn.tasks, place).task_id) ? other : known)),
      ).pool.mean;
    expect(byKind(1, 0) - byKind(1, 1)).toBeCloseTo(-24 / 120, 9);
    const noneKnown = rewardsOf(drawn, (place) =>
      unknown.has(at(drawn.tasks, place).task_id) ? undefined : place % 2,
    );
    expect(levelOf(drawn, noneKnown).pool.population).toBe(96);
  });

  it('speaks of the eligible tasks alone: not of excluded ones, nor of those that "where" leaves out', () => {
    const select = { purpose: 'level', take: 30, where: { files_changed: { at_least: 3 } } };
    const [gone] = pool.ids.filter((_, i) => i % 9 >= 2).slice(5);
    const text = planTextOf({
      seed: 1,
      benchmarks: {
        mine: { prior: { path: 'x.csv' }, select, exclude: [{ id: gone, reason: 'duplicate' }] } as object,
      },
    });
    const some = makeManifest(runPlan(readPlan(text), new Map([['mine', pool.pool]])), 'test');
    const { pool: figure } = levelOf(
      some,
      rewardsOf(some, (place) => place % 2),
    );
    expect(figure.population).toBe(pool.ids.filter((_, i) => i % 9 >= 2).length - 1);
    expect(figure.assisted).toBeDefined();
  });

  it('counts pinned tasks as known', () => {
    const pin = pool.ids.slice(0, 10);
    const pinned = manifestsOf([pool], { purpose: 'level', take: 40, pin })('a');
    const isPinned = new Set(pin);
    const of = (reward: number) =>
      levelOf(
        pinned,
        rewardsOf(pinned, (place) => (isPinned.has(at(pinned.tasks, place).task_id) ? reward : place % 2)),
      ).pool;
    // A pinned task stands for itself alone, whatever it does to the curve.
    expect((of(1).assisted?.plain.mean ?? 0) - (of(0).assisted?.plain.mean ?? 0)).toBeCloseTo(10 / 120, 9);
    expect(Math.abs(of(1).mean - of(0).mean - 10 / 120)).toBeLessThan(0.02);
  });

  it('refuses a manifest that tells the ease of other tasks than are eligible', () => {
    const benchmarks = manifest.benchmarks.map((benchmark) => ({
      ...benchmark,
      learned: benchmark.learned && { ...benchmark.learned, ease: [[0, 1e12]] },
    }));
    const faults = faultsOf(() => estimate({ ...manifest, benchmarks } as Manifest, { new: truth }));
    expect(faults.map(({ code }) => code)).toEqual(['estimate/learned']);
  });

  it('is what a requirement is judged by', () => {
    const { pool: figure } = levelOf(manifest, truth);
    const { judgements } = estimate(manifest, { new: truth }, { require: [`new >= ${figure.low - 1e-6}`] });
    expect(judgements?.map(({ verdict }) => verdict)).toEqual(['yes']);
    const between = (figure.low + (figure.assisted?.plain.low ?? 0)) / 2;
    expect(between).toBeLessThan(figure.low);
  });

  it('says where results given besides are not used', () => {
    const prior = { outcomes: [], files: [], faults: [], warnings: [] };
    expect(levelOf(manifest, truth, { prior }).warnings.map(({ code }) => code)).toEqual(['prior-not-used']);
    const moved = levelOf(manifest, truth, { weightBy: ['repo'] });
    expect(moved.pool.assisted).toBeUndefined();
    expect(moved.warnings.map(({ code }) => code)).toContain('not-assisted');
  });
});

describe('several benchmarks', () => {
  const other = learnedPool('other', { seed: 'other', tasks: 60, earlier: 6, later: 3 });
  const both = manifestsOf([pool, other], {}, { purpose: 'level', take: 60 })('a');

  it('have a curve each, and are combined by size', () => {
    const { configurations } = laterEstimate(both, [pool, other]);
    const whole = configurations[0]?.readings[0]?.pool;
    expect(whole?.assisted?.slopes.map(({ benchmark }) => benchmark)).toEqual(['mine', 'other']);
    const outcomes = rewardsOf(both, (place) => {
      const { task_id: id } = at(both.tasks, place);
      const from = id.startsWith('mine') ? pool : other;
      return at(at(from.matrix.later, 0), from.ids.indexOf(id));
    });
    const { parts, pool: figure } = levelOf(both, outcomes, { by: ['benchmark'] });
    const [mine, second] = parts.map((each) => each.pool);
    expect(figure.mean).toBeCloseTo(whole?.mean ?? 0, 12);
    expect(figure.mean).toBeCloseTo((120 * (mine?.mean ?? 0) + 60 * (second?.mean ?? 0)) / 180, 12);
    expect(figure.standardError ** 2).toBeCloseTo(
      ((120 * (mine?.standardError ?? 0)) / 180) ** 2 + ((60 * (second?.standardError ?? 0)) / 180) ** 2,
      12,
    );
    expect(figure.population).toBe(180);
  });

  it('of which one has no pass do not take it for known', () => {
    const isOther = (place: number) => at(both.tasks, place).benchmark === 'other';
    const { parts, pool: figure } = levelOf(
      both,
      rewardsOf(both, (place) => (isOther(place) ? 0 : place % 2)),
      { by: ['benchmark'] },
    );
    const [mine, second] = parts.map((each) => each.pool);
    const size = second?.tasks ?? 0;
    const rate = 0.5 / (size + 1);
    const least = (rate * (1 - rate) * (1 - size / 60)) / size;
    expect(second?.standardError ?? 1).toBeLessThan(Math.sqrt(least));
    expect(figure.standardError ** 2).toBeCloseTo(((2 / 3) * (mine?.standardError ?? 0)) ** 2 + least / 9, 12);
  });

  it('of which one was drawn without earlier results join it by its plain estimate', () => {
    const plainOther = {
      ...both,
      benchmarks: both.benchmarks.map(({ learned, ...benchmark }) =>
        benchmark.name === 'mine' && learned !== undefined ? { ...benchmark, learned } : benchmark,
      ),
    };
    const {
      parts,
      pool: figure,
      found,
    } = levelOf(
      plainOther,
      rewardsOf(plainOther, (place) => place % 2),
      { by: ['benchmark'] },
    );
    const [mine, second] = parts.map((each) => each.pool);
    expect([mine?.assisted === undefined, second?.assisted === undefined]).toEqual([false, true]);
    expect(figure.mean).toBeCloseTo((120 * (mine?.mean ?? 0) + 60 * (second?.mean ?? 0)) / 180, 12);
    expect(found.assistance).toMatch(/^the level of the pool and of mine leans/);
  });

  it('of which one ranks give the level of the sample alone, and the order of the other', () => {
    const text = planTextOf({
      seed: 1,
      benchmarks: {
        mine: { prior: { path: 'x.csv' }, select: { purpose: 'level', take: 40 } },
        other: { prior: { path: 'x.csv' }, select: { purpose: 'ranking', take: 20 } },
      } as never,
    });
    const mixed = makeManifest(
      runPlan(readPlan(text), new Map([pool, other].map((each) => [each.name, each.pool]))),
      'test',
    );
    const found = laterEstimate(mixed, [pool, other]);
    expect(found.kind).toBe('focus');
    expect(found.configurations[0]?.readings[0]?.pool).toBeUndefined();
    expect(found.order).toMatchObject({ benchmarks: ['other'], selected: 20 });
    expect(found.order?.claim).toMatch(/no level of the pool/);
    const { readings } = at(
      estimate(mixed, { new: rewardsOf(mixed, (place) => place % 2) }, { by: ['benchmark'] }).configurations,
      0,
    );
    const figures = readings[0]?.parts.map((part) => part.pool?.assisted !== undefined);
    expect(figures).toEqual([true, false]);
  });
});

it('warns of a system that difficulty was learned from', () => {
  const [learnedFrom = ''] = at(manifest.benchmarks, 0).prior_systems;
  expect(learnedFrom).not.toBe('');
  const codes = (name: string) => estimate(manifest, { [name]: truth }).warnings.map(({ code }) => code);
  expect(codes(learnedFrom)).toContain('learned-from');
  expect(codes('new')).not.toContain('learned-from');
});
