import { describe, expect, it } from 'vitest';
import { allOf, drawn, estimate, idOf, levelOf, type Result } from '../../../test/support/drawn-samples.js';
import { levelWords, tasksBehind } from './estimate-words.js';
import { notAbove } from './proven-level.js';

const cut = { cutToResults: true };

describe('a level and the results on the whole pool', () => {
  // 8 of 40 tasks were selected.
  const sample = drawn({ A: [40, 8] }, {});
  const every = Array.from({ length: 40 }, (_, i) => idOf('A', i));
  const others = every.filter((id) => !allOf(sample).includes(id));
  const results = (selected: Result, known: readonly (readonly [string, Result])[]) => ({
    a: new Map<string, Result>([...allOf(sample).map((id) => [id, selected] as const), ...known]),
  });

  it('is cut where they prove that it is lower', () => {
    const failed = others.slice(0, 10).map((id) => [id, 0] as const);
    const plain = levelOf(sample, results(1, []), cut);
    expect(plain.pool).toMatchObject({ mean: 1, high: 1 });
    expect(plain.proven).toEqual({
      low: 8 / 40,
      high: 1,
      tasks: 8,
      isOutside: false,
      isCut: false,
      isInterval: false,
    });
    const found = estimate(sample, results(1, failed), cut);
    const [reading] = found.configurations[0]?.readings ?? [];
    expect(reading?.proven).toMatchObject({ low: 8 / 40, high: 30 / 40, tasks: 18, isOutside: true, isCut: true });
    const { low = 0 } = plain.pool ?? {};
    // 75% would need all missing results to be passes.
    expect(reading?.pool).toMatchObject({ mean: (low + 0.75) / 2, low, high: 0.75 });
    expect(found.warnings.find(({ code }) => code === 'cut-to-results')?.message).toBe(
      'a has results on 18 tasks in the pool (10 of them not selected), so its level must be between 20.0% and 75.0%. The estimate and its interval are limited to this range.',
    );
  });

  it('is announced and only a lower limit where missing results counted as failed are cut', () => {
    const large = drawn({ A: [400, 80] }, {});
    const scored = allOf(large)
      .slice(0, 10)
      .map((id, i) => [id, i < 8 ? 1 : 0] as const);
    const passed = Array.from({ length: 400 }, (_, i) => idOf('A', i))
      .filter((id) => !allOf(large).includes(id))
      .slice(0, 80)
      .map((id) => [id, 1] as const);
    const found = estimate(large, { a: new Map<string, Result>([...scored, ...passed]) }, cut);
    const [level, failed] = found.configurations[0]?.readings ?? [];
    expect(level?.proven).toMatchObject({ low: 88 / 400, isOutside: false });
    expect(failed).toMatchObject({ pool: { mean: 88 / 400 }, proven: { isCut: true } });
    expect(failed && levelWords(failed, 400, true)).toMatch(/^pool: at least 22\.0%, from 80 tasks/);
    expect(found.warnings.find(({ code }) => code === 'cut-to-results')?.message).toBe(
      'a has results on 90 tasks in the pool (80 of them not selected), so its level must be between 22.0% and 99.5%. The level that counts missing results as failed is limited accordingly.',
    );
  });

  it('counts rewards in between', () => {
    const half = others.slice(0, 30).map((id) => [id, 0.5] as const);
    expect(levelOf(sample, results(1, half), cut).proven).toMatchObject({ low: 23 / 40, high: 25 / 40, tasks: 38 });
  });

  it('has the interval that they leave open if its own has none of it', () => {
    const failed = others.slice(0, 29).map((id) => [id, 0] as const);
    expect(levelOf(sample, results(1, failed), cut).pool).toMatchObject({
      mean: expect.closeTo(0.2375, 12),
      low: 0.2,
      high: 0.275,
    });
  });

  it('is that of all results if nearly every task has one', () => {
    const failed = others.slice(0, 30).map((id) => [id, 0] as const);
    const level = levelOf(sample, results(1, failed), cut);
    expect(level.pool).toMatchObject({ mean: expect.closeTo(8 / 38, 12), low: 0.2, high: 0.25 });
    expect(tasksBehind(level)).toBe(38);
  });

  it('leaves open all that a few missing results can change, in a sample of every task', () => {
    const whole = drawn({ A: [40, 40] }, {});
    const known = new Map<string, Result>(every.slice(2).map((id, i) => [id, i < 30 ? 1 : 0]));
    const [level, failed] = estimate(whole, { a: known }).configurations[0]?.readings ?? [];
    expect(level?.pool).toMatchObject({ mean: expect.closeTo(30 / 38, 12), low: 0.75, high: 0.8 });
    expect(failed?.pool).toMatchObject({ mean: 0.75, low: 0.75, high: 0.75 });
    const drawnAtRandom = drawn({ A: [40, 39] }, {});
    const all = new Map<string, Result>(allOf(drawnAtRandom).map((id, i) => [id, i < 30 ? 1 : 0]));
    expect(levelOf(drawnAtRandom, { a: all }).proven?.isInterval).toBe(false);
  });

  it('is exact if every task has a result', () => {
    const all = others.map((id, i) => [id, i % 2] as const);
    expect(levelOf(sample, results(1, all), cut).pool).toMatchObject({ mean: 0.6, low: 0.6, high: 0.6 });
  });

  it('is reported once for each kind of statement, with the number of systems that it applies to', () => {
    const some = results(
      1,
      others.slice(0, 10).map((id) => [id, 0] as const),
    ).a;
    const all = results(
      1,
      others.map((id) => [id, 0] as const),
    ).a;
    const { warnings } = estimate(sample, { a: all, b: some, c: some, d: all, e: some }, cut);
    const found = warnings.filter(({ code }) => code === 'cut-to-results').map(({ message }) => message);
    expect(found).toEqual([
      expect.stringMatching(
        /^a has .* is known: 20\.0%\. Winnow shows this range .* The same applies to 1 other system\.$/,
      ),
      expect.stringMatching(/^b has .* are limited to this range\. The same applies to 2 other systems\.$/),
    ]);
  });

  it('of runs in general is not cut, only that of these runs', () => {
    const failed = others.slice(0, 10).map((id) => [id, [0, 0]] as const);
    const { pool, proven } = levelOf(sample, results([1, 1, 1], failed), cut);
    expect(pool?.about).toBe('runs-counted');
    expect(pool?.high).toBe(1);
    expect(pool?.asRun?.high).toBe(0.75);
    expect(proven?.isCut).toBe(false);
  });

  it('is only reported as beyond them if the selection is the one asked for', () => {
    const failed = others.slice(0, 10).map((id) => [id, 0] as const);
    const found = estimate(sample, results(1, failed));
    const [reading] = found.configurations[0]?.readings ?? [];
    expect(reading).toMatchObject({
      pool: { mean: 1, high: 1 },
      proven: { high: 0.75, isOutside: true, isCut: false },
    });
    expect(found.warnings.find(({ code }) => code === 'beyond-results')?.message).toMatch(
      /uses only the selected tasks\.$/,
    );
  });

  it('with missing results counted as failed is never above the one that leaves them out', () => {
    const { pool, ...level } = levelOf(sample, results(1, []), cut);
    const figure = { ...pool, mean: 0.5, low: 0.3, high: 0.7 };
    const failed = { ...level, missingCountsAs: 'failed' as const, pool: { ...pool, mean: 0.6, low: 0.4, high: 0.65 } };
    expect(notAbove(failed, { ...level, pool: figure }).pool).toMatchObject({ mean: 0.5, low: 0.3, high: 0.65 });
  });
});
