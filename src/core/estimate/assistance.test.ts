import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth.js';
import { outcomesOf } from '../../../test/support/drawn-samples.js';
import { idsOf, levelOf, manifestOf, plain, poolOf } from '../../../test/support/plain-samples.js';
import { faultsOf, planTextOf, withSeed } from '../../../test/support/sample-plan.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Task } from '../model/task.js';
import { readPlan } from '../plan/read-plan.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { adjustments } from './adjustments.js';
import { sampleOf } from './sample.js';

describe('levels assisted by earlier results that are given', () => {
  const stream = randomStreamFor('weighting test', 'pool');
  /** Tasks from easy to hard, each solved now about as often as it was before. */
  const tasks = poolOf(200);
  const ease = tasks.map((_, i) => [0.03, 0.03, 0.05, 0.1, 0.3, 0.7, 0.9, 0.95, 0.97, 0.97][i % 10] ?? 0);
  const truth = new Map(tasks.map(({ id }, i) => [id, stream.double() < (ease[i] ?? 0) ? 1 : 0]));
  const earlier = (configurations: number, list: readonly Task[] = tasks) =>
    outcomesOf(
      Object.fromEntries(
        Array.from({ length: configurations }, (_, k) => [
          `old${k}`,
          new Map(
            list.map(({ id }) => [id, stream.double() < (ease[tasks.findIndex((t) => t.id === id)] ?? 0) ? 1 : 0]),
          ),
        ]),
      ),
    );
  const prior = earlier(6);
  const poolMean = [...truth.values()].reduce((sum, value) => sum + value) / 200;
  const valuesOn = (manifest: Manifest) => new Map(idsOf(manifest).map((id) => [id, truth.get(id) ?? 0]));

  it.runIf(isDeep)('is right on average, and nearer the pool than the plain mean', () => {
    const plan = plain(40);
    const errors = { plain: [] as number[], moved: [] as number[] };
    let covered = 0;
    const draws = 300;
    for (let draw = 0; draw < draws; draw++) {
      const manifest = manifestOf(withSeed(plan, `regression ${draw}`), tasks);
      const own = valuesOn(manifest);
      errors.plain.push(levelOf(manifest, own).pool.mean - poolMean);
      const { pool } = levelOf(manifest, own, { adjust: adjustments({ prior }) });
      errors.moved.push(pool.mean - poolMean);
      if (pool.low <= poolMean && poolMean <= pool.high) covered += 1;
    }
    const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
    const rmse = (list: readonly number[]) => Math.sqrt(mean(list.map((error) => error * error)));
    // Within four errors of the simulation.
    expect(Math.abs(mean(errors.moved))).toBeLessThan((4 * rmse(errors.moved)) / Math.sqrt(draws) + 0.002);
    expect(rmse(errors.moved)).toBeLessThan(0.85 * rmse(errors.plain));
    expect(covered / draws).toBeGreaterThan(0.92);
  });

  it('says what it leans on, and gives the plain figure beside it', () => {
    const manifest = manifestOf(plain(40), tasks);
    const own = valuesOn(manifest);
    const { pool, warnings, assistance, weighting } = levelOf(manifest, own, { adjust: adjustments({ prior }) });
    expect(weighting).toBeUndefined();
    expect(assistance).toMatch(/^the level on the pool accounts for how difficult each task was for earlier systems/);
    expect(warnings).toEqual([]);
    const plainPool = levelOf(manifest, own).pool;
    expect(pool.assisted?.plain).toMatchObject({ mean: plainPool.mean, low: plainPool.low, high: plainPool.high });
    expect(pool.assisted?.slopes).toMatchObject([{ benchmark: 'mine' }]);
    expect(pool.effectiveSize).toBeGreaterThan(40);
    expect((pool.high - pool.low) / 2).toBeLessThan(pool.assisted?.randomHalfWidth ?? 0);
  });

  it('is no worse than the plain mean where the earlier results are all the same', () => {
    const manifest = manifestOf(plain(40), tasks);
    const same = outcomesOf({ old: new Map(tasks.map(({ id }) => [id, 1])) });
    const { pool } = levelOf(manifest, valuesOn(manifest), { adjust: adjustments({ prior: same }) });
    expect(pool.mean).toBeCloseTo(levelOf(manifest, valuesOn(manifest)).pool.mean, 9);
  });

  it('warns where the results do not follow the earlier ones', () => {
    const manifest = manifestOf(plain(40), tasks);
    const turned = outcomesOf({ old: new Map(tasks.map(({ id }) => [id, 1 - (truth.get(id) ?? 0)])) });
    const { warnings } = levelOf(manifest, valuesOn(manifest), { adjust: adjustments({ prior: turned }) });
    expect(warnings.map(({ code }) => code)).toEqual(['low-slope']);
    expect(warnings[0]?.message).toMatch(/ids may match the wrong tasks, or this system may differ from earlier ones/);
  });

  it('counts the tasks without an earlier result, and estimates them apart', () => {
    const manifest = manifestOf(plain(40), tasks);
    const { pool, warnings } = levelOf(manifest, valuesOn(manifest), {
      adjust: adjustments({ prior: earlier(3, tasks.slice(0, 150)) }),
    });
    expect(warnings.map(({ code }) => code)).toEqual(['prior-unknown']);
    expect(warnings[0]?.message).toMatch(/^mine: 50 of 200 tasks have no earlier results/);
    expect(pool.population).toBe(200);
  });

  it('is refused where the earlier results are of other tasks', () => {
    const manifest = manifestOf(plain(40), tasks);
    const others = outcomesOf({ old: new Map([['elsewhere', 1]]) });
    const faults = faultsOf(() => levelOf(manifest, valuesOn(manifest), { adjust: adjustments({ prior: others }) }));
    expect(faults.map((fault) => fault.message)).toEqual(['none of the earlier results are on tasks in the pool.']);
  });

  it('speaks of the pool alone: beyond it figures stay plain, and it says so', () => {
    const manifest = manifestOf(plain(40), tasks);
    const own = valuesOn(manifest);
    const beyond = levelOf(manifest, own, { adjust: adjustments({ prior }), scope: 'beyond' });
    expect(beyond.pool.assisted).toBeUndefined();
    expect(beyond.pool.low).toBe(levelOf(manifest, own, { scope: 'beyond' }).pool.low);
    expect(beyond.warnings.map(({ code }) => code)).toContain('not-assisted');
  });

  it('leaves excluded tasks and those that "where" leaves out of the pool', () => {
    const some = poolOf(60, (_, i) => ({ files_changed: i }));
    const text = planTextOf({
      seed: 1,
      benchmarks: {
        mine: {
          select: { take: 25, where: { files_changed: { at_least: 10 } }, prefer: ['random'] },
          exclude: [{ id: 't059', reason: 'duplicate' }],
        },
      },
    });
    const manifest = manifestOf(readPlan(text), some);
    const sample = sampleOf(manifest, new Set(['mine']));
    expect(sample.population).toBe(49);
    expect(sample.populationIds).toHaveLength(49);
    expect(sample.populationIds.map(({ id }) => id)).not.toContain('t059');
    expect(sample.populationIds.map(({ id }) => id)).not.toContain('t009');
  });
});
