import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { tableUnder } from '../../../test/support/markdown-tables.js';
import { groupedTasks, planTextOf, runText, samplePlan } from '../../../test/support/sample-plan.js';
import { blocksText } from '../../cli/terminal/blocks-text.js';
import type { Terminal } from '../../cli/terminal/terminal.js';
import { selectionView } from '../../operations/select-view.js';
import { manifestContradictions } from '../compare/contradictions.js';
import { claimOf } from '../describe/selection-words.js';
import { type Manifest, makeManifest, manifestText } from '../manifest/manifest.js';
import { readManifest } from '../manifest/read-manifest.js';
import type { Selection } from '../model/selection.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';
import { methodologyPage } from './methodology.js';
import { selectionCsv } from './selection-files.js';

const tasks = groupedTasks({ a: 9, b: 7, c: 5 });
const methods = [
  ['random', { prefer: ['random'] }],
  ['systematic', { draw: { method: 'systematic', by: 'lines_changed' } }],
  ['pareto', { draw: { method: 'pareto', by: 'files_changed' } }],
  ['local-pivotal', { draw: { method: 'local-pivotal', by: ['lines_changed', 'files_changed'] } }],
  ['cube', { draw: { method: 'cube', by: ['lines_changed', 'files_changed'] } }],
] as const;
/** What random numbers are made from beside the seed: the benchmark, or the name of the stratum. */
const keys = {
  random: 'mine',
  systematic: 'STRATUM',
  pareto: 'mine',
  'local-pivotal': 'local-pivotal/STRATUM',
  cube: 'cube/STRATUM',
};
const select = { take: 10, pin: ['t03'], group: { by: 'repo', at_least: 1 } };

const manifestOf = (selection: Selection) => JSON.parse(manifestText(makeManifest(selection, 'test'))) as Manifest;
const rowsOf = (selection: Selection) => parse(selectionCsv(selection), { columns: true }) as Record<string, string>[];
const same = (text: string) => text;
const plain: Terminal = {
  ...{ rich: false, width: 2000, lineWidth: 2000 },
  ...{ bold: same, dim: same, accent: same, warning: same, danger: same },
};
const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);

describe.each(methods)('the reports of a sample drawn by %s', (name, method) => {
  const selection = runText(samplePlan({ ...select, ...method }), tasks);
  const manifest = manifestOf(selection);

  it('give every task its chance, weight and stratum in the manifest', () => {
    expect(manifest.tasks).toHaveLength(10);
    for (const task of manifest.tasks) {
      const { design } = task;
      const isPinned = task.task_id === 't03';
      expect(task.selected_by).toBe(isPinned ? 'pin' : 'draw');
      expect(design?.stratum).toBe(isPinned ? 'mine (pinned)' : `mine/${task.fields['repo']}`);
      expect((design?.design_weight ?? 0) * (design?.inclusion_probability ?? 0)).toBeCloseTo(1, 12);
      if (isPinned) expect(design).toMatchObject({ inclusion_probability: 1, design_weight: 1, stratum_size: 1 });
      const number = permanentRandomNumber('42', 'mine', task.task_id);
      expect(design?.random_number).toBe(name === 'random' || name === 'pareto' ? number : null);
      const balance = design?.balance === null ? null : Object.keys(design?.balance ?? {});
      expect(balance).toEqual(
        ['cube', 'local-pivotal'].includes(name) && !isPinned ? ['lines_changed', 'files_changed'] : null,
      );
    }
    const strata = new Map(manifest.tasks.map(({ design }) => [design?.stratum, design]));
    expect(sum([...strata.values()].map((design) => design?.stratum_size ?? 0))).toBe(tasks.length);
    for (const [stratum, design] of strata) {
      const members = manifest.tasks.filter((task) => task.design?.stratum === stratum);
      expect(members).toHaveLength(design?.stratum_sampled ?? 0);
      const weights = sum(members.map((member) => member.design?.design_weight ?? 0));
      if (name !== 'pareto') expect(weights).toBeCloseTo(design?.stratum_size ?? 0, 9);
    }
  });

  it('say how it was drawn, and what the weights come to', () => {
    const [benchmark] = manifest.benchmarks;
    const by = 'draw' in method ? [method.draw.by].flat() : [];
    expect(benchmark?.draw).toMatchObject({ method: name, by, seed: '42', key: keys[name] });
    expect([manifest.metadata.kind, benchmark?.kind, manifest.metadata.random_seed]).toEqual([
      'representative',
      'representative',
      42,
    ]);
    const weights = manifest.tasks.map(({ design }) => design?.design_weight ?? 0);
    const weighting = benchmark?.weighting;
    expect(weighting).toMatchObject({ population: tasks.length, sampled: 10 });
    expect(weighting?.weight_sum).toBeCloseTo(sum(weights), 5);
    const effective = sum(weights) ** 2 / sum(weights.map((weight) => weight * weight));
    expect(weighting?.effective_sample_size).toBeCloseTo(effective, 5);
    expect(weighting?.design_effect).toBeCloseTo(10 / effective, 5);
    expect(manifest.methodology.weighting).toEqual(weighting);
    expect(benchmark?.population).toMatchObject({ size: tasks.length, by: { repo: { a: 9, b: 7, c: 5 } } });
  });

  it('name the generator that the draw took its numbers from', () => {
    const isStream = name === 'local-pivotal' || name === 'cube';
    expect(manifest.benchmarks[0]?.draw?.algorithm).toBe(isStream ? 'rng/v1' : 'prn/v1');
  });

  it('contradict nothing, and read again', () => {
    expect(manifestContradictions(manifest)).toEqual([]);
    expect(readManifest(manifestText(makeManifest(selection, 'test'))).differences).toEqual([]);
  });

  it('agree in the table', () => {
    const rows = rowsOf(selection);
    expect(rows.map((row) => row['task_id'])).toEqual(manifest.tasks.map((task) => task.task_id));
    rows.forEach((row, i) => {
      const design = manifest.tasks[i]?.design;
      expect(row['kind']).toBe('representative');
      expect(Number(row['inclusion_probability'])).toBe(design?.inclusion_probability);
      expect(Number(row['design_weight'])).toBe(design?.design_weight);
      expect(row['stratum']).toBe(design?.stratum);
      expect(row['selected_by']).toBe(manifest.tasks[i]?.selected_by);
    });
  });

  it('agree on the methodology page', () => {
    const page = methodologyPage(selection, 'test');
    expect(page).toContain(claimOf(selection));
    const rows = tableUnder('Probabilities and Weights', page);
    expect(rows.map(([stratum, size, drawn]) => [stratum, size, drawn])).toEqual([
      ['mine (pinned)', '1', '1'],
      ...['a', 'b', 'c'].map((repo) => {
        const members = manifest.tasks.filter(({ design }) => design?.stratum === `mine/${repo}`);
        return [`mine/${repo}`, String(members[0]?.design?.stratum_size), String(members.length)];
      }),
    ]);
    expect(page).toMatch(/seed 42/);
    expect(page).not.toMatch(/undefined|NaN/);
  });

  it('make the claim in the summary', () => {
    const summary = blocksText(selectionView(selection, true), plain);
    expect(summary).toContain(
      'Probability sample: weighted results estimate the level on all 21 eligible tasks in the pool.',
    );
    expect(summary).toMatch(/Weights sum to [\d.]+; effective n [\d.]+ of 10, design effect [\d.]+\./);
  });
});

describe('the methodology page of a sample', () => {
  it('does not say that nothing was drawn at random', () => {
    for (const [, method] of methods) {
      const page = methodologyPage(runText(samplePlan({ ...select, ...method }), tasks), 'test');
      expect(page.split('Reproduction')[1]).toContain('(used to draw the tasks from ');
    }
  });

  it('does not call the pinned tasks unknown', () => {
    const page = methodologyPage(runText(samplePlan({ ...select, prefer: ['random'] }), tasks), 'test');
    expect(page.split('\n').filter((line) => line.includes('(unknown)'))).toEqual([]);
  });
});

describe('the reports of a focus selection', () => {
  const selection = runText(samplePlan({ take: 6, pin: ['t03'], group: { by: 'repo' } }), tasks);
  const manifest = manifestOf(selection);

  it('give no chance and no weight anywhere', () => {
    expect([manifest.metadata.kind, manifest.methodology.weighting]).toEqual(['focus', null]);
    expect(manifest.benchmarks[0]).toMatchObject({ kind: 'focus', draw: null, weighting: null, population: null });
    expect(manifest.tasks.map(({ design }) => design)).toEqual(Array(6).fill(null));
    for (const row of rowsOf(selection)) {
      expect([row['kind'], row['inclusion_probability'], row['design_weight']]).toEqual(['focus', '', '']);
    }
    expect(methodologyPage(selection, 'test')).not.toContain('Probabilities and Weights');
    expect(blocksText(selectionView(selection, true), plain)).not.toContain('Weights sum to');
    expect(manifestContradictions(manifest)).toEqual([]);
  });

  it('claim the selected tasks alone', () => {
    const claim =
      'Purposive selection: the tasks were chosen by rank. Results describe only these tasks and do not generalise to the pool.';
    expect(claimOf(selection)).toBe(claim);
    expect(manifest.methodology.claim).toBe(claim);
    expect(blocksText(selectionView(selection, true), plain)).toContain(claim);
    expect(methodologyPage(selection, 'test')).toContain(claim);
  });

  it('keep what is known of a sample beside it', () => {
    const benchmarks = {
      mine: { select: { take: 5, prefer: ['random'] } },
      yours: { select: { take: 5 } },
      whole: { select: { take: 'all' } },
    };
    const lists = [tasks, groupedTasks({ a: 9 }, 'yours'), groupedTasks({ a: 3 }, 'whole')];
    const mixed = runText(planTextOf({ seed: 42, benchmarks }), ...lists);
    const { metadata, benchmarks: parts, tasks: listed, methodology } = manifestOf(mixed);
    expect([metadata.kind, methodology.weighting]).toEqual(['focus', null]);
    expect(parts.map(({ kind, weighting }) => [kind, weighting?.population ?? null])).toEqual([
      ['representative', 21],
      ['focus', null],
      ['representative', 3],
    ]);
    const designs = (name: string) =>
      listed.filter(({ benchmark }) => benchmark === name).map(({ design }) => design?.design_weight ?? null);
    expect(designs('mine')).toEqual(Array(5).fill(4.2));
    expect(designs('yours')).toEqual(Array(5).fill(null));
    expect(designs('whole')).toEqual(Array(3).fill(1));
    expect(claimOf(mixed)).toMatch(/^Purposive selection: the tasks from yours were chosen by rank\./);
    expect(new Set(rowsOf(mixed).map((row) => `${row['benchmark']} ${row['kind']}`))).toEqual(
      new Set(['mine representative', 'whole representative', 'yours focus']),
    );
    expect(tableUnder('Representation', methodologyPage(mixed, 'test')).map((row) => row.slice(0, 3))).toEqual([
      ['mine', 'representative', '21'],
      ['yours', 'purposive', 'selected tasks only'],
      ['whole', 'representative (all taken)', '3'],
    ]);
  });
});

describe('the reports of a benchmark that is taken whole', () => {
  it('are representative, every task for itself', () => {
    const selection = runText(samplePlan({ take: 'all' }, { seed: undefined }), tasks);
    const manifest = manifestOf(selection);
    expect([manifest.metadata.kind, manifest.metadata.random_seed]).toEqual(['representative', null]);
    expect(manifest.benchmarks[0]).toMatchObject({
      kind: 'representative',
      draw: null,
      weighting: { population: 21, sampled: 21, weight_sum: 21, effective_sample_size: 21, design_effect: 1 },
    });
    expect(new Set(manifest.tasks.map(({ design }) => design?.design_weight))).toEqual(new Set([1]));
    expect(methodologyPage(selection, 'test')).toContain('The weights of the 21 tasks sum to 21.');
  });

  it('have no broken figure where nothing is eligible', () => {
    const none = { select: { take: 'all', where: { repo: 'a', files_changed: { above: 1000 } } } };
    const plan = planTextOf({ benchmarks: { mine: none, yours: { select: { take: 'all' } } } });
    const selection = runText(plan, tasks, groupedTasks({ a: 2 }, 'yours'));
    expect(manifestText(makeManifest(selection, 'test'))).not.toMatch(/"design_effect": null/);
    expect(blocksText(selectionView(selection, true), plain)).not.toMatch(/NaN/);
  });
});

describe('the strategy in METHODOLOGY.md', () => {
  it('names only the conditions of pins that a task meets', () => {
    const pin = [{ where: { repo: 'c' } }, { where: { files_changed: { above: 1000 } } }];
    const plan = planTextOf({ seed: 1, benchmarks: { mine: { select: { take: 8, pin } } } });
    const page = methodologyPage(runText(plan, tasks), 'test');
    expect(page).toMatch(/5 tasks are pinned and always selected, including every eligible task where [^,]* is c\./);
  });
});

it('lists at most 20 tasks that a condition excludes, and counts the others', () => {
  const exclude = [{ where: { repo: 'b' }, reason: 'licence' }];
  const plan = planTextOf({ benchmarks: { mine: { select: { take: 5 }, exclude } } });
  const page = methodologyPage(runText(plan, groupedTasks({ a: 9, b: 60 })), 'test');
  const rows = page.split('\n').filter((each) => each.includes('The plan excludes tasks where'));
  const others = rows.filter((row) => row.includes('It would not have been selected anyway.'));
  const [, more = ''] =
    /\*\*(\d+) more tasks\*\* \(mine\), licence: .* None would have been selected anyway\.$/.exec(rows.at(-1) ?? '') ??
    [];
  expect(others).toHaveLength(20);
  expect(rows.length - 1 + Number(more)).toBe(60);
});
