import { describe, expect, it } from 'vitest';
import { outcomesOf } from '../../../test/support/drawn-samples.js';
import { idsOf, levelOf, manifestOf, plain, poolOf } from '../../../test/support/plain-samples.js';
import { faultsOf } from '../../../test/support/sample-plan.js';
import { postStratify, rake } from '../statistics/weighting.js';
import { adjustments } from './adjustments.js';
import { estimateMean, type ValuedTask } from './estimate-mean.js';
import { estimateResults } from './estimate-results.js';
import { calibrationFrom, mergeSmallCells } from './label-weights.js';
import type { SampledTask } from './sample.js';

type Values = ReadonlyMap<string, number>;

// Ten tasks of a hundred; the numbers are those of R's survey.
const values = [1, 0, 0, 1, 1, 0, 1, 0, 0, 0];
const languages = ['py', 'py', 'go', 'go', 'ts', 'ts', 'py', 'go', 'go', 'py'];
const sizes = ['S', 'L', 'S', 'L', 'S', 'L', 'S', 'L', 'S', 'L'];
const languageCounts = new Map([
  ['py', 45],
  ['go', 30],
  ['ts', 25],
]);
const sizeCounts = new Map([
  ['S', 60],
  ['L', 40],
]);

describe('moved weights', () => {
  const before = values.map(() => 10);
  const units = values.map((value): ValuedTask => {
    const task = { stratum: 'mine', stratumSize: 100, probability: 0.1, weight: 10, variance: 'even', balance: [] };
    return { task: task as unknown as SampledTask, value, noise: undefined, weight: 10 };
  });
  const languageRows = languages.map((language) => ['py', 'go', 'ts'].map((name) => (name === language ? 1 : 0)));

  function meanWith(result: object, rows: readonly (readonly number[])[]) {
    const weights = (result as { weights: readonly number[] }).weights;
    const factors = weights.map((weight) => weight / 10);
    return estimateMean(units, {
      scope: 'pool',
      calibration: calibrationFrom({ weights: before, factors, rows }, weights),
    });
  }

  it('by one label give the mean and the error of post-stratification', () => {
    const { mean, standardError } = meanWith(postStratify(before, languages, languageCounts), languageRows);
    expect(mean).toBeCloseTo(0.425, 12);
    expect(standardError).toBeCloseTo(0.15712, 5);
  });

  it('by two labels give those of raking', () => {
    const margins = [
      { cells: languages, targets: languageCounts },
      { cells: sizes, targets: sizeCounts },
    ];
    const rows = languageRows.map((row, i) => [...row, sizes[i] === 'S' ? 1 : 0, sizes[i] === 'L' ? 1 : 0]);
    const estimate = meanWith(rake(before, margins), rows);
    expect(estimate.mean).toBeCloseTo(0.48, 9);
    expect(estimate.standardError).toBeCloseTo(0.11908, 5);
    expect(estimate.effectiveSize).toBeCloseTo(9.212345, 6);
  });
});

/** The example three times over, so that every value has at least five tasks. */
const thrice = (() => {
  const ids = idsOf(manifestOf(plain(30), poolOf(300)));
  const rest = (counts: ReadonlyMap<string, number>, used: readonly string[]) =>
    [...counts].flatMap(([value, count]) =>
      Array.from({ length: 3 * count - 3 * used.filter((own) => own === value).length }, () => value),
    );
  const [otherLanguages, otherSizes] = [rest(languageCounts, languages), rest(sizeCounts, sizes).toReversed()];
  let next = 0;
  const tasks = poolOf(300, (id) => {
    const at = ids.indexOf(id);
    if (at >= 0) return { language: languages[at % 10] ?? '', category: sizes[at % 10] ?? '' };
    const other = next++;
    return { language: otherLanguages[other] ?? '', category: otherSizes[other] ?? '' };
  });
  const manifest = manifestOf(plain(30), tasks);
  return { manifest, tasks, values: new Map(idsOf(manifest).map((id, i) => [id, values[i % 10] as number])) };
})();
/** The error of n = 10 as that of n = 30: a third of the variance, and 30/29 for 10/9. */
const ofThirty = (error: number) => error * Math.sqrt(30 / 29 / (10 / 9) / 3);

describe('weights moved to the counts of the pool', () => {
  it('post-stratify by one label', () => {
    const { pool, weighting, warnings } = levelOf(thrice.manifest, thrice.values, {
      adjust: adjustments({ weightBy: ['language'] }),
    });
    expect(pool.mean).toBeCloseTo(0.425, 9);
    expect(pool.standardError).toBeCloseTo(ofThirty(0.15712), 5);
    expect(weighting).toBe('post-stratified by language');
    expect(warnings.map(({ code }) => code)).toEqual([]);
    expect(levelOf(thrice.manifest, thrice.values).pool.mean).toBeCloseTo(0.4, 12);
  });

  it('rake by several, and warn of many cells', () => {
    const weightBy = ['language', 'category'];
    const { pool, weighting, warnings } = levelOf(thrice.manifest, thrice.values, {
      adjust: adjustments({ weightBy }),
    });
    expect(pool.mean).toBeCloseTo(0.48, 9);
    expect(pool.standardError).toBeCloseTo(ofThirty(0.11908), 5);
    expect(pool.effectiveSize).toBeCloseTo(3 * 9.212345, 5);
    expect(weighting).toBe('raked by language and category');
    expect(warnings.map(({ code }) => code)).toEqual(['many-cells']);
  });

  it('are the same whichever label comes first', () => {
    const [one, other] = [
      ['language', 'category'],
      ['category', 'language'],
    ].map((weightBy) => levelOf(thrice.manifest, thrice.values, { adjust: adjustments({ weightBy }) }).pool);
    expect(one?.mean).toBeCloseTo(other?.mean ?? 0, 8);
    expect(one?.standardError).toBeCloseTo(other?.standardError ?? 0, 8);
  });

  it('give each language, when moved by it, the share it has', () => {
    const { parts } = levelOf(thrice.manifest, thrice.values, {
      adjust: adjustments({ weightBy: ['language'] }),
      by: ['language'],
    });
    const mean = (language: string) => parts.find(({ value }) => value === language)?.pool?.mean ?? Number.NaN;
    expect(mean('py')).toBeCloseTo(0.5, 12);
    expect(0.45 * mean('py') + 0.3 * mean('go') + 0.25 * mean('ts')).toBeCloseTo(0.425, 9);
  });

  it('put values with fewer than five tasks together, and say so', () => {
    const ids = idsOf(manifestOf(plain(40), poolOf(200)));
    const few = ['c', 'c', 'java', 'java', 'rust', 'rust'];
    const tasks = poolOf(200, (id, i) => {
      const at = ids.indexOf(id);
      const language = at >= 0 ? (few[at] ?? (at < 23 ? 'go' : 'py')) : (['c', 'go', 'py'][i % 3] ?? '');
      return { language };
    });
    const manifest = manifestOf(plain(40), tasks);
    const own = new Map(idsOf(manifest).map((id, i) => [id, i % 2]));
    const { pool, warnings } = levelOf(manifest, own, { adjust: adjustments({ weightBy: ['language'] }) });
    expect(warnings.map(({ code }) => code)).toEqual(['merged-cells']);
    expect(warnings[0]?.message).toMatch(/^c, java and rust \(language\) are weighted as one group/);
    const count = (wanted: readonly string[]) =>
      tasks.filter(({ fields }) => wanted.includes(String(fields['language']))).length;
    const cell = (wanted: readonly string[]) => {
      const inside = manifest.tasks.filter(({ fields }) => wanted.includes(String(fields['language'])));
      return inside.reduce((sum, { task_id: id }) => sum + (own.get(id) ?? 0), 0) / inside.length;
    };
    const cells = [['c', 'java', 'rust'], ['go'], ['py']];
    const expected = cells.reduce((sum, wanted) => sum + (count(wanted) / 200) * cell(wanted), 0);
    expect(pool.mean).toBeCloseTo(expected, 9);
  });

  it('go on putting together until there are five', () => {
    const counts = new Map([
      ['a', 50],
      ['b', 30],
      ['c', 20],
      ['d', 1],
    ]);
    const sampled = (own: Readonly<Record<string, number>>) =>
      Object.entries(own).flatMap(([value, count]) => Array.from({ length: count }, () => value));
    // The value that was not drawn at all goes with the smallest that were.
    expect(mergeSmallCells(sampled({ a: 9, b: 6, c: 5 }), counts)).toMatchObject({ together: ['d', 'c'] });
    expect(mergeSmallCells(sampled({ a: 9, b: 4, c: 1, d: 1 }), counts).together).toEqual(['c', 'd', 'b']);
    expect(mergeSmallCells(sampled({ a: 9, b: 6, c: 5, d: 5 }), counts).together).toEqual([]);
    const merged = mergeSmallCells(sampled({ a: 9, b: 6, c: 3, d: 2 }), counts);
    expect([...merged.targets]).toEqual([
      ['a', 50],
      ['b', 30],
      ['c + d', 21],
    ]);
    expect(new Set(merged.cells)).toEqual(new Set(['a', 'b', 'c + d']));
  });

  it('are refused where no two groups have five tasks', () => {
    const ids = idsOf(manifestOf(plain(10), poolOf(100)));
    const tasks = poolOf(100, (id, i) => ({ language: languages[Math.max(ids.indexOf(id), i % 10)] ?? 'py' }));
    const manifest = manifestOf(plain(10), tasks);
    const own = new Map(idsOf(manifest).map((id, i) => [id, i % 2]));
    const few = new Map([...own].slice(0, 7));
    const faults = faultsOf(() => levelOf(manifest, few, { adjust: adjustments({ weightBy: ['language'] }) }));
    expect(faults.map(({ code }) => code)).toEqual(['estimate/calibration']);
    expect(faults[0]?.message).toMatch(/can't weight by language: 7 tasks with results can't form two groups/);
  });

  it('are refused by a label that there is not, with the one that is meant', () => {
    const faults = faultsOf(() =>
      levelOf(thrice.manifest, thrice.values, { adjust: adjustments({ weightBy: ['langage', 'phase', 'size'] }) }),
    );
    expect(faults.map(({ code }) => code)).toEqual(['estimate/label', 'estimate/label']);
    expect(faults[0]?.message).toMatch(
      /"langage" is not a label .* Did you mean "language"\? Labels: benchmark, phase, language/,
    );
  });

  it('are moved by labels or assisted by earlier results, not both', () => {
    const prior = outcomesOf({ old: thrice.values });
    const faults = faultsOf(() =>
      levelOf(thrice.manifest, thrice.values, { adjust: adjustments({ weightBy: ['language'], prior }) }),
    );
    expect(faults.map(({ code }) => code)).toEqual(['estimate/calibration']);
  });

  it('move those of a difference too', () => {
    const none = new Map([...thrice.values].map(([id]) => [id, 0]));
    const outcomes = outcomesOf({ a: none, b: thrice.values });
    const { differences } = estimateResults(thrice.manifest, outcomes, {
      adjust: adjustments({ weightBy: ['language', 'category'] }),
    });
    expect(differences[0]?.readings[0]?.pool?.mean).toBeCloseTo(0.48, 9);
  });
});

describe('warnings of moved weights', () => {
  it('are those of every configuration, not of the first alone', () => {
    const [, ...rest] = [...thrice.values].filter(
      ([id]) => thrice.tasks.find((task) => task.id === id)?.fields['language'] === 'ts',
    );
    const isLeftOut = new Set(rest.map(([id]) => id));
    const few = new Map([...thrice.values].filter(([id]) => !isLeftOut.has(id)));
    const warnings = (configurations: Readonly<Record<string, Values>>) =>
      estimateResults(thrice.manifest, outcomesOf(configurations), {
        adjust: adjustments({ weightBy: ['language'] }),
      }).warnings.map(({ code }) => code);
    expect(warnings({ a: few, b: thrice.values })).toContain('merged-cells');
    expect(warnings({ a: thrice.values, b: few })).toContain('merged-cells');
  });

  it('do not call a value small that was only put with one that no drawn task has', () => {
    const ids = idsOf(manifestOf(plain(30), poolOf(90)));
    const tasks = poolOf(90, (id, i) => {
      const at = ids.indexOf(id);
      return { language: at < 0 && i % 9 === 0 ? 'rare' : at >= 0 && at < 12 ? 'go' : 'py' };
    });
    const manifest = manifestOf(plain(30), tasks);
    const own = new Map(idsOf(manifest).map((id, i) => [id, i % 2]));
    const { warnings } = levelOf(manifest, own, { adjust: adjustments({ weightBy: ['language'] }) });
    const message = warnings.find(({ code }) => code === 'merged-cells')?.message ?? '';
    expect(message).toMatch(/rare/);
    // Of "go" there are 12 tasks with a result.
    expect(message).not.toMatch(/go.*each alone has fewer than 5/);
  });
});

describe('weights moved where a stratum has no result', () => {
  // A quarter of the first stratum is go, and nearly all of the second, which has no result.
  const tasks = poolOf(120, (_, i) => {
    const isGo = i < 80 ? i % 4 === 0 : i % 10 !== 0;
    return { repo: i < 80 ? 'a' : 'b', language: isGo ? 'go' : 'c' };
  });
  const manifest = manifestOf(plain(60, { group: { by: 'repo' } }), tasks);
  const own = new Map(
    manifest.tasks
      .filter(({ fields }) => fields['repo'] === 'a')
      .map(({ task_id: id, fields }) => [id, fields['language'] === 'go' ? 1 : 0]),
  );

  it('drop the stratum from what the figure speaks for while they stand as drawn', () => {
    const { pool, warnings } = levelOf(manifest, own);
    expect(pool.population).toBeCloseTo(80, 9);
    expect(warnings.map(({ code }) => code)).toEqual(['missing-results', 'empty-stratum', 'one-look']);
  });

  it('give a figure for as many tasks as they were moved to, or none', () => {
    const faults = faultsOf(() => {
      const { pool } = levelOf(manifest, own, { adjust: adjustments({ weightBy: ['language'] }) });
      const share = (count: number) =>
        tasks.slice(0, count).filter(({ fields }) => fields['language'] === 'go').length / count;
      // With the counts of all tasks the mean is one of all tasks, and must not be called one of 80.
      expect(pool.mean).toBeCloseTo(share(Math.round(pool.population)), 9);
    });
    expect(faults.every(({ code }) => code === 'estimate/calibration')).toBe(true);
  });
});
