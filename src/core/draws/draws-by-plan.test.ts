import { describe, expect, it } from 'vitest';
import { inDepth } from '../../../test/support/depth.js';
import { groupedTasks, poolsOf, runText, samplePlan, withSeed } from '../../../test/support/sample-plan.js';
import type { Selection } from '../model/selection.js';
import type { Task } from '../model/task.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';

// Three groups, one with numbers that are not known, one that is taken whole.
const tasks: Task[] = groupedTasks({ a: 13, b: 9, c: 2 }).map((task, i) =>
  i % 11 === 5 ? { ...task, fields: { repo: task.fields['repo'] ?? '' } } : task,
);
const pools = poolsOf(tasks);
const group = { by: 'repo', at_least: 2 };
const allSeeds = 2000;

const methods = [
  ['random', { prefer: ['random'] }],
  ['ordered-pivotal', { draw: { method: 'ordered-pivotal', by: ['lines_changed', 'files_changed'] } }],
  ['systematic', { draw: { method: 'systematic', by: ['lines_changed', 'files_changed'] } }],
  ['pareto', { draw: { method: 'pareto', by: 'lines_changed' } }],
  ['local-pivotal', { draw: { method: 'local-pivotal', by: ['lines_changed', 'files_changed'] } }],
  ['cube', { draw: { method: 'cube', by: ['lines_changed', 'files_changed'] } }],
] as const;

/** The samples of many seeds. */
function samplesOf(select: Readonly<Record<string, unknown>>, length: number): Selection[] {
  const plan = readPlan(samplePlan(select));
  return Array.from({ length }, (_, seed) => runPlan(withSeed(plan, String(seed)), pools));
}

describe.each(methods)('drawn by %s, over many seeds', (name, method) => {
  const isPareto = name.startsWith('pareto');
  const seeds = inDepth(allSeeds, 200);

  it.each([
    ['in groups, one task pinned', { take: 9, group, pin: ['t03'], ...method }],
    ['as one group', { take: 7, ...method }],
  ])('each task is in as often as its probability says: %s', (_, select) => {
    const samples = samplesOf(select, seeds);
    const times = new Map<string, number>();
    const stated = new Map<string, number>();
    const odd: unknown[] = [];
    for (const { choices, benchmarks } of samples) {
      const isIn = new Set(choices.map(({ task }) => task));
      for (const { allocated, ranking } of benchmarks[0]?.groups ?? []) {
        // The first of each group are in and no others.
        if (ranking.some((task, i) => isIn.has(task) !== i < allocated)) odd.push(ranking);
      }
      if (choices.length !== select.take) odd.push(choices);
      for (const { task, probability = Number.NaN } of choices) {
        times.set(task.id, (times.get(task.id) ?? 0) + 1);
        if (probability !== (stated.get(task.id) ?? probability)) odd.push(task);
        stated.set(task.id, probability);
      }
    }
    expect(odd).toEqual([]);
    if ('pin' in select) expect(stated.get('t03')).toBe(1);
    for (const { id } of tasks) {
      const probability = stated.get(id) ?? Number.NaN;
      const error = 4 * Math.sqrt((probability * (1 - probability)) / seeds) + (isPareto ? 0.005 : 0);
      expect(probability, id).toBeGreaterThan(0);
      expect(Math.abs((times.get(id) ?? 0) / seeds - probability), `${id} ${probability}`).toBeLessThanOrEqual(error);
    }
    const sum = [...stated.values()].reduce((total, probability) => total + probability, 0);
    expect(sum).toBeCloseTo(select.take, 9);
    // On average the weights stand for the pool; with equal chances always.
    const sums = samples.map(({ weighting }) => weighting?.weightSum ?? 0);
    const mean = sums.reduce((total, each) => total + each, 0) / seeds;
    expect(Math.abs(mean - tasks.length)).toBeLessThan(isPareto ? 0.5 * Math.sqrt(allSeeds / seeds) : 1e-9);
  });
});

describe('what a draw is for', () => {
  const spread = (select: Readonly<Record<string, unknown>>, field: string) => {
    const known = tasks.filter(({ fields }) => typeof fields[field] === 'number');
    const mean = known.reduce((sum, { fields }) => sum + Math.log1p(Number(fields[field])), 0) / known.length;
    const value = ({ fields }: Task) => (fields[field] === undefined ? mean : Math.log1p(Number(fields[field])));
    const total = tasks.reduce((sum, task) => sum + value(task), 0);
    const squares = samplesOf(select, inDepth(500, 200)).map(
      ({ choices }) =>
        (choices.reduce((sum, { task, probability = 1 }) => sum + value(task) / probability, 0) - total) ** 2,
    );
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  };

  it('estimates the total of a field it looks at better than chance alone', () => {
    const simple = spread({ take: 8, prefer: ['random'] }, 'lines_changed');
    for (const method of ['systematic', 'local-pivotal', 'cube']) {
      const draw = { method, by: 'lines_changed' };
      expect(spread({ take: 8, draw }, 'lines_changed'), method).toBeLessThan(0.6 * simple);
    }
  });

  it('pareto prefers the high ones, in proportion', () => {
    const [large, small] = [tasks[3], tasks[0]] as [Task, Task];
    const draw = { method: 'pareto', by: 'lines_changed' };
    const chances = new Map<string, number>();
    for (let seed = 0; seed < 40; seed++) {
      const { choices } = runText(samplePlan({ take: 4, draw }, { seed }), tasks);
      for (const { task, probability = 0 } of choices) chances.set(task.id, probability);
    }
    const ratio = (chances.get(large.id) ?? 0) / (chances.get('t01') ?? 0);
    expect(ratio).toBeCloseTo(Number(large.fields['lines_changed']) / Number(tasks[1]?.fields['lines_changed']), 9);
    expect(chances.get(small.id) ?? 0).toBeLessThan(chances.get(large.id) ?? 0);
  });

  it('pareto counts a task with more than its share as certain, with weight 1', () => {
    const huge = tasks.map((task, i) => (i === 0 ? { ...task, fields: { ...task.fields, lines_changed: 1e6 } } : task));
    for (let seed = 0; seed < 20; seed++) {
      const { choices } = runText(
        samplePlan({ take: 4, draw: { method: 'pareto', by: 'lines_changed' } }, { seed }),
        huge,
      );
      expect(choices.find(({ task }) => task.id === 't00')?.probability).toBe(1);
    }
  });

  it('a draw of all takes all with certainty', () => {
    for (const [, method] of methods) {
      const { choices, kind } = runText(samplePlan({ take: 'all', group, ...method }), tasks);
      expect([kind, choices.length]).toEqual(['representative', tasks.length]);
      for (const { probability } of choices) expect(probability).toBe(1);
    }
  });

  it('a field that is the same for all, or not known at all, is no hindrance', () => {
    const alike = groupedTasks({ a: 12 }).map((task) => ({ ...task, fields: { repo: 'a', files_changed: 3 } }));
    for (const method of ['systematic', 'local-pivotal', 'cube']) {
      for (const by of ['files_changed', 'repo', 'lines_changed', 'language', ['repo', 'files_changed']]) {
        expect(runText(samplePlan({ take: 5, draw: { method, by } }), alike).choices).toHaveLength(5);
      }
    }
  });

  it('a cube keeps the share of each label as nearly as whole tasks allow', () => {
    const labelled = groupedTasks({ a: 12, b: 8, c: 4 });
    for (let seed = 0; seed < 40; seed++) {
      const { choices } = runText(samplePlan({ take: 6, draw: { method: 'cube', by: 'repo' } }, { seed }), labelled);
      const counts = ['a', 'b', 'c'].map((repo) => choices.filter(({ task }) => task.fields['repo'] === repo).length);
      expect(counts).toEqual([3, 2, 1]);
    }
  });

  it('systematic takes one of every so many along its field', () => {
    const draw = { method: 'systematic', by: 'lines_changed' };
    const line = tasks.slice(0, 5).concat(tasks.slice(6, 13));
    const sorted = line.toSorted((a, b) => Number(a.fields['lines_changed']) - Number(b.fields['lines_changed']));
    const { choices } = runText(samplePlan({ take: 4, draw }), line);
    const at = choices.map(({ task }) => sorted.findIndex(({ id }) => id === task.id)).sort((a, b) => a - b);
    expect(at.map((place) => place - (at[0] ?? 0))).toEqual([0, 3, 6, 9]);
  });

  it('a seed given to the plan is the seed of the draw', () => {
    const plan = readPlan(samplePlan({ take: 7, draw: { method: 'cube', by: 'lines_changed' } }));
    const fresh = readPlan(samplePlan({ take: 7, draw: { method: 'cube', by: 'lines_changed' } }, { seed: 7 }));
    const ids = (selection: Selection) => selection.choices.map(({ task }) => task.id);
    expect(ids(runPlan(withSeed(plan, '7'), pools))).toEqual(ids(runPlan(fresh, pools)));
    expect(ids(runPlan(plan, pools))).not.toEqual(ids(runPlan(fresh, pools)));
  });
});
