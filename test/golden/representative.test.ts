import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { assessSensitivity } from '../../src/core/assess/sensitivity/sensitivity.js';
import { manifestContradictions } from '../../src/core/compare/contradictions.js';
import { makeManifest, manifestText } from '../../src/core/manifest/manifest.js';
import type { Selection } from '../../src/core/model/selection.js';
import type { Pools, Task } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { projectRoot } from '../support/run-winnow.js';
import { chosenIds, placesOf } from '../support/sample-plan.js';

type Select = Readonly<Record<string, unknown>>;
interface PlanData {
  total?: object;
  seed?: unknown;
  benchmarks: Record<string, { select: Select; exclude?: object[] }>;
}

const largest = 'ccb_swebenchpro';
const shipped = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
const pools: Pools = poolsOf(readFileSync(join(projectRoot, 'data/ccb/pool.jsonl'), 'utf8'));

function poolsOf(text: string): Pools {
  const byBenchmark = new Map<string, Task[]>();
  for (const line of text.trimEnd().split('\n')) {
    const { benchmark, id, task_dir: taskDir, ...fields } = JSON.parse(line) as Record<string, string>;
    const list = byBenchmark.get(benchmark ?? '') ?? [];
    byBenchmark.set(benchmark ?? '', list);
    list.push({ benchmark: benchmark ?? '', id: id ?? '', fields: known(fields), taskDir });
  }
  return new Map([...byBenchmark].map(([name, tasks]) => [name, { tasks, problems: [] }]));
}

/** What is not known is not there, and what holds more than one value is not looked at here. */
function known(fields: Readonly<Record<string, unknown>>): Task['fields'] {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
}

/** The shipped plan, with every benchmark selected from as given. */
function selectionWith(
  selectOf: (name: string) => Select,
  { seed = 42 as unknown, total = undefined as object | undefined, exclude = [] as string[] } = {},
): Selection {
  const data = parse(shipped) as PlanData;
  data.seed = seed;
  if (total !== undefined) data.total = total;
  for (const [name, benchmark] of Object.entries(data.benchmarks)) {
    benchmark.select = selectOf(name);
    delete benchmark.exclude;
    if (name === largest) benchmark.exclude = exclude.map((id) => ({ id, reason: 'duplicate' }));
  }
  return runPlan(readPlan(stringify(data)), pools);
}

const random = { prefer: ['random'] };
const byRepo = { group: { by: 'repo', at_least: 1 } };
const repos = (take: number, method: Select = random) =>
  selectionWith((name) => (name === largest ? { take, ...byRepo, ...method } : { take: 'all' }));

describe('a representative selection of the shipped pool', () => {
  it('shares 93 among seven benchmarks, in proportion and at least one each', () => {
    const selection = selectionWith(() => random, { total: { take: 93, at_least: 1 } });
    const sizes = [731, 50, 25, 8, 5, 4, 3];
    const takes = new Map(selection.benchmarks.map(({ tasks, choices }) => [tasks.length, choices.length]));
    expect(sizes.map((size) => takes.get(size))).toEqual([80, 6, 3, 1, 1, 1, 1]);
    expect([selection.kind, selection.weighting?.population]).toEqual(['representative', 826]);
    expect(selection.weighting?.weightSum).toBeCloseTo(826, 6);
  });

  it.each([
    [36, [5, 4, 4, 4, 4, 3, 3, 3, 3, 2, 1]],
    [93, [12, 11, 11, 10, 10, 8, 8, 7, 7, 6, 3]],
  ])('shares %i among eleven repositories as worked out by hand', (take, expected) => {
    const selection = repos(take);
    const at = selection.benchmarks.findIndex(({ plan }) => plan.name === largest);
    expect(Object.values(placesOf(selection, at)).sort((a, b) => b - a)).toEqual(expected);
  });

  it('is nested: 36 within 93 within 200', () => {
    const [few, some, many] = [36, 93, 200].map((take) => new Set(chosenIds(repos(take), largest)));
    expect([...(few ?? [])].filter((id) => !some?.has(id))).toEqual([]);
    expect([...(some ?? [])].filter((id) => !many?.has(id))).toEqual([]);
  });

  it('never takes a place away as it grows', () => {
    for (let take = 86; take < 96; take++) {
      const [now, next] = [take, take + 1].map((each) => new Set(chosenIds(repos(each), largest)));
      expect([now?.size, next?.size]).toEqual([take, take + 1]);
      expect([...(now ?? [])].filter((id) => !next?.has(id))).toEqual([]);
    }
  });

  it('brings in one task for one that is excluded', () => {
    const before = chosenIds(repos(36), largest);
    for (const id of before.slice(0, 6)) {
      const after = chosenIds(
        selectionWith((name) => (name === largest ? { take: 36, ...byRepo, ...random } : { take: 'all' }), {
          exclude: [id],
        }),
        largest,
      );
      expect(before.filter((each) => !after.includes(each))).toEqual([id]);
      expect(after).toHaveLength(36);
    }
  });

  it.each([
    ['random', random],
    ['systematic', { draw: { method: 'systematic', by: ['files_changed'] } }],
    ['pareto', { draw: { method: 'pareto', by: 'score' } }],
    ['local-pivotal', { draw: { method: 'local-pivotal', by: ['files_changed', 'additions'] } }],
    ['cube', { draw: { method: 'cube', by: ['files_changed', 'additions', 'language'] } }],
  ])('drawn by %s is the same twice, contradicts nothing and stands for the whole pool', (name, method) => {
    const text = manifestText(makeManifest(repos(93, method), 'test'));
    expect(manifestText(makeManifest(repos(93, method), 'test'))).toBe(text);
    const manifest = JSON.parse(text) as ReturnType<typeof makeManifest>;
    expect(manifestContradictions(manifest)).toEqual([]);
    expect(manifest.metadata.kind).toBe('representative');
    const ratio = (manifest.methodology.weighting?.weight_sum ?? 0) / 826;
    if (name === 'pareto') expect(Math.abs(ratio - 1)).toBeLessThan(0.2);
    else expect(ratio).toBeCloseTo(1, 6);
  });

  it('does not favour the large tasks, as the ranks of the shipped plan do', () => {
    const meanFiles = (selection: Selection) => {
      const part = selection.benchmarks.find(({ plan }) => plan.name === largest);
      const weights = part?.choices.map(({ probability = 1 }) => 1 / probability) ?? [];
      const files = part?.choices.map(({ task }) => Math.log1p(Number(task.fields['files_changed']))) ?? [];
      return (
        files.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0) / weights.reduce((sum, each) => sum + each)
      );
    };
    const pool = meanFiles(repos(731));
    const ranked = meanFiles(repos(93, { prefer: ['files_changed desc'] }));
    const drawn = meanFiles(repos(93, { draw: { method: 'systematic', by: 'files_changed' } }));
    expect(ranked - pool).toBeGreaterThan(0.4);
    expect(Math.abs(drawn - pool)).toBeLessThan(0.05);
  });

  it('is not moved by the weights of the score', () => {
    const stability = assessSensitivity(repos(36), { draws: 10 });
    expect(stability).toMatchObject({ overlap: { mean: 1, min: 1 }, swing: 0, newcomers: 0 });
  });

  it('is a focus selection as shipped', () => {
    const { kind, weighting, benchmarks } = runPlan(readPlan(shipped), pools);
    expect([kind, weighting]).toEqual(['focus', undefined]);
    expect(benchmarks.map((part) => part.kind)).toEqual([
      ...Array(3).fill('focus'),
      ...Array(4).fill('representative'),
    ]);
  });
});
