import { describe, expect, it } from 'vitest';
import { estimate, levelOf, rewardsOf } from '../../../test/support/assisted-levels.js';
import { estimateText } from '../../../test/support/estimate-text.js';
import { learnedPool, manifestsOf } from '../../../test/support/learned-pools.js';
import { faultsOf, planTextOf, runText, tasksOf } from '../../../test/support/sample-plan.js';
import { schemaOf } from '../documents/forms.js';
import { at } from '../lists/lists.js';
import { type Manifest, makeManifest } from '../manifest/manifest.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';
import { adjustments } from './adjustments.js';
import { estimateSchema } from './pool-estimate.js';

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
    const place = wanted[String(task.fields['repo'])]?.shift() ?? 0;
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
    expect(figure.assisted?.slopes).toEqual([{ benchmark: 'mine', slope: expect.closeTo(0.786672, 5) }]);
    expect([figure.tasks, figure.population, figure.degreesOfFreedom]).toEqual([7, 12, 5]);
    expect(schemaOf(estimateSchema()).safeParse(JSON.parse(estimateText(found))).success).toBe(true);
  });

  it('is nearer to certainty than the plain estimate beside it, which is that of the design', () => {
    const { pool: figure, found } = levelOf(manifest, truth);
    const [plain] = [levelOf(manifest, truth, { scope: 'beyond' }).pool];
    expect(figure.assisted?.plain.mean).toBeCloseTo(plain.mean, 12);
    expect(figure.effectiveSize).toBeGreaterThan(40);
    expect((figure.high - figure.low) / 2).toBeLessThan(figure.assisted?.randomHalfWidth ?? 0);
    expect(found.assistance).toMatch(/how difficult each task was for earlier systems\. Figures by label/);
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
    expect(readings.map(({ missingCountsAs }) => missingCountsAs)).toEqual(['absent', 'failed']);
    expect(readings.map((reading) => reading.pool?.population)).toEqual([120, 120]);
    const [absent, failed] = readings.map((reading) => reading.pool);
    const told = Object.values(some).filter((reward) => reward !== undefined).length;
    expect([absent?.tasks, failed?.tasks]).toEqual([told, 40]);
    expect(absent?.standardError).toBeGreaterThan(levelOf(manifest, truth).pool.standardError);
    const empty = warnings.find(({ code }) => code === 'empty-stratum');
    expect(empty?.message).toMatch(/its level is predicted from earlier systems/);
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
    const { requirements } = estimate(manifest, { new: truth }, { require: [`new >= ${figure.low - 1e-6}`] });
    expect(requirements?.map(({ verdict }) => verdict)).toEqual(['yes']);
    const between = (figure.low + (figure.assisted?.plain.low ?? 0)) / 2;
    expect(between).toBeLessThan(figure.low);
  });

  it('says where results given besides are not used', () => {
    const prior = { outcomes: [], files: [], faults: [], warnings: [] };
    expect(levelOf(manifest, truth, { adjust: adjustments({ prior }) }).warnings.map(({ code }) => code)).toEqual([
      'prior-not-used',
    ]);
    const moved = levelOf(manifest, truth, { adjust: adjustments({ weightBy: ['repo'] }) });
    expect(moved.pool.assisted).toBeUndefined();
    expect(moved.warnings.map(({ code }) => code)).toContain('not-assisted');
  });
});

it('warns of a system that difficulty was learned from', () => {
  const [learnedFrom = ''] = at(manifest.benchmarks, 0).prior_systems;
  expect(learnedFrom).not.toBe('');
  const codes = (name: string) => estimate(manifest, { [name]: truth }).warnings.map(({ code }) => code);
  expect(codes(learnedFrom)).toContain('learned-from');
  expect(codes('new')).not.toContain('learned-from');
});
