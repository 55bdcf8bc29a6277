import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { figuresOfR } from '../../../test/support/r/figures-of-r.js';
import { groupBy } from '../lists/lists.js';
import { clusterVariance } from './cluster-variance.js';
import { boundariesAt } from './spending.js';
import { surveyVariance, unequalVariance } from './survey-variance.js';
import { calibratedResiduals, rake } from './weighting.js';

// test/support/r/comparing.R works out every figure here with R's survey, clubSandwich and rpact.
const sample = new URL('../../../test/support/r/sample.csv', import.meta.url);
const tasks = parse<Readonly<Record<string, string>>>(readFileSync(sample, 'utf8'), { columns: true });
const column = (name: string) => tasks.map((task) => task[name] ?? '');
const numbers = (name: string) => column(name).map(Number);
const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
const figures = (name: string) => figuresOfR('comparing', name);

const [strata, sizes, drawn] = [column('stratum'), numbers('size'), numbers('drawn')];
const byStratum = sizes.map((size, i) => size / (drawn[i] ?? 0));

describe('calibration, as R’s survey has it', () => {
  const margin = (name: string, targets: Readonly<Record<string, number>>) => ({
    cells: column(name),
    targets: new Map(Object.entries(targets)),
  });
  const margins = [margin('language', { go: 90, py: 220, ts: 90 }), margin('length', { L: 150, S: 250 })];
  const chances = numbers('chance');
  const ways = [
    ['random', tasks.map(() => 400 / 60), (z: readonly number[]) => ({ influences: [z], fractions: [0.15] })],
    [
      'strata',
      byStratum,
      (z: readonly number[]) => {
        const groups = [...groupBy([...z.keys()], (i) => strata[i] ?? '').values()];
        return {
          influences: groups.map((own) => own.map((i) => z[i] ?? 0)),
          fractions: groups.map(([first = 0]) => 1 / (byStratum[first] ?? 1)),
        };
      },
    ],
    ['unequal', chances.map((chance) => 1 / chance), undefined],
  ] as const;
  const cases = ways.flatMap((way) =>
    ['solved', 'reward'].flatMap((value) =>
      (['post-stratified', 'raked'] as const).map((kind) => [kind, way[0], value, way] as const),
    ),
  );

  it.each(cases)('%s_%s_%s', (kind, name, value, [, weights, strataOf]) => {
    const used = kind === 'raked' ? margins : margins.slice(0, 1);
    const raked = rake(weights, used);
    if (!('weights' in raked)) throw new Error(raked.problem);
    const y = numbers(value);
    const total = sum(raked.weights);
    const mean = sum(raked.weights.map((weight, i) => weight * (y[i] ?? 0))) / total;
    const rows = y.map((_, i) =>
      used.flatMap(({ cells, targets }) => [...targets.keys()].map((key) => +(cells[i] === key))),
    );
    const factors = raked.weights.map((weight, i) => weight / (weights[i] ?? 1));
    const { residuals, corrected } = calibratedResiduals(
      { weights, factors, rows },
      y.map((each) => each - mean),
    );
    const errorOf = (list: readonly number[]) => {
      const z = list.map((each, i) => ((weights[i] ?? 0) * each) / total);
      const parts = strataOf?.(z);
      if (parts === undefined) return Math.sqrt(unequalVariance(z, chances));
      const { influences, fractions } = parts;
      return Math.sqrt(
        surveyVariance(influences.map((own, i) => ({ influences: own, fraction: fractions[i] ?? 0 }))).variance,
      );
    };
    const [expected = 0, error = 0] = figures(`${kind}_${name}_${value}`);
    expect(mean).toBeCloseTo(expected, 9);
    // For unequal chances R has Brewer's formula; the figure of Deville's is worked out in R from its residuals.
    if (name !== 'unequal') expect(errorOf(residuals)).toBeCloseTo(error, 9);
    else {
      expect(errorOf(residuals)).toBeCloseTo(figures(`${kind}_deville_${value}`)[0] ?? 0, 9);
      expect(Math.abs(errorOf(residuals) / error - 1)).toBeLessThan(0.06);
    }
    // The interval takes residuals enlarged by their leverage.
    expect(errorOf(corrected)).toBeGreaterThan(errorOf(residuals));
    if (kind === 'raked' && value === 'solved') {
      for (const [i, weight] of figures(`raked_${name}_weights`).entries()) {
        expect(raked.weights[i]).toBeCloseTo(weight, 7);
      }
    }
  });
});

describe('the variance of a mean by clusters, as clubSandwich has it (CR2, Satterthwaite)', () => {
  const repos = column('repo');
  const clusterings = {
    repo: repos,
    small: repos.map((repo, i) => `${repo} ${(i + 1) % 5}`),
    one_of_two: repos.map((repo) => (repo === 'django' ? repo : 'other')),
  };
  const cases = Object.entries(clusterings).flatMap(([name, clusters]) =>
    ['solved', 'reward'].flatMap((value) =>
      [['even', tasks.map(() => 1)] as const, ['design', byStratum] as const].map(
        ([kind, weights]) => [name, value, kind, clusters, weights] as const,
      ),
    ),
  );

  it.each(cases)('cr2_%s_%s_%s', (name, value, kind, clusters, weights) => {
    const y = numbers(value);
    const groups = [...groupBy([...y.keys()], (i) => clusters[i] ?? '').values()];
    const found = clusterVariance(
      groups.map((own) => ({ values: own.map((i) => y[i] ?? 0), weights: own.map((i) => weights[i] ?? 0) })),
    );
    const [, variance = 0, freedom = 0] = figures(`cr2_${name}_${value}_${kind}`);
    expect((found?.variance ?? 0) / variance).toBeCloseTo(1, 8);
    expect(found?.degreesOfFreedom).toBeCloseTo(freedom, 8);
  });
});

describe('boundaries of planned looks, as rpact has them (typeOfDesign = "asOF")', () => {
  const equal = (looks: number) => Array.from({ length: looks }, (_, i) => (i + 1) / looks);
  const schedules = {
    two: equal(2),
    three: equal(3),
    five: equal(5),
    eight: equal(8),
    uneven: [0.3, 0.35, 0.8, 0.9, 1],
    tiers: [0.25, 0.5, 1],
  };

  it.each(Object.entries(schedules))('%s', (name, fractions) => {
    for (const error of [0.025, 0.05]) {
      const found = boundariesAt(fractions, error);
      const spent = figures(`spent_${name}_${error}`);
      for (const [look, critical] of figures(`boundaries_${name}_${error}`).entries()) {
        expect(found[look]?.critical).toBeCloseTo(critical, 5);
        expect(found[look]?.spent).toBeCloseTo(spent[look] ?? Number.NaN, 7);
      }
    }
  });

  it('five equal looks have the published ones', () => {
    const criticals = figures('boundaries_five_0.025').map((critical) => critical.toFixed(3));
    expect(criticals).toEqual(['4.877', '3.357', '2.680', '2.290', '2.031']);
  });
});
