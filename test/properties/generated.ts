import fc from 'fast-check';
import { stringify } from 'yaml';
import type { Pools, Task } from '../../src/core/model/task.js';

/** A plan as plain data, and a pool for it, made at random. */
export interface Generated {
  readonly plan: PlanData;
  readonly pools: Pools;
}

export interface PlanData {
  name: string;
  phases: string[];
  phase: { by: string; values: Record<string, string>; otherwise: string };
  score: { name: string; weights: Record<string, number>; components: Record<string, unknown> };
  benchmarks: Record<string, BenchmarkData>;
}

interface BenchmarkData {
  source: { embedded: string };
  select: {
    take: number | 'all';
    group?: { by: string; share: string; order?: string[]; at_least?: number; at_most?: number; rounding?: string };
    prefer?: unknown[];
    ensure?: { by: string; values: string[]; at_least: number }[];
  };
  exclude?: { id: string; reason: string }[];
}

/** The plan as the text a person would have written. */
export function planText(plan: PlanData): string {
  return stringify(plan);
}

const repos = ['a/a', 'b/b', 'c/c', 'd/d', '__proto__'];
const languages = ['go', 'c', 'constructor'];
const categories = ['bug', 'test', 'other'];

const features = fc.record(
  {
    repo: fc.constantFrom(...repos),
    language: fc.constantFrom(...languages),
    category: fc.constantFrom(...categories),
    difficulty: fc.constantFrom('easy', 'hard'),
    files_changed: fc.nat(30),
    lines_changed: fc.nat(900),
  },
  { requiredKeys: ['category'] },
);

function tasksOf(benchmark: string): fc.Arbitrary<Task[]> {
  const id = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }).filter((text) => text.trim() !== '');
  return fc
    .uniqueArray(fc.record({ id, fields: features }), {
      minLength: 1,
      maxLength: 40,
      selector: ({ id }) => id.toLowerCase(),
    })
    .map((tasks) => tasks.map(({ id, fields }) => ({ benchmark, id, fields })));
}

const preference = fc.constantFrom<unknown>('score desc', 'files_changed asc', 'lines_changed desc', 'repo asc', {
  difficulty: ['hard', 'easy'],
});

const group = fc.record(
  {
    by: fc.constantFrom('repo', 'language', 'category', 'phase'),
    share: fc.constantFrom('proportional', 'equal', 'square-root'),
    rounding: fc.constantFrom('webster', 'largest-remainder', 'largest-group'),
    at_least: fc.nat(3),
    at_most: fc.integer({ min: 3, max: 12 }),
  },
  { requiredKeys: ['by', 'share'] },
);

const inOrder = fc.record({
  by: fc.constant('category'),
  share: fc.constant('in-order'),
  order: fc.shuffledSubarray(categories, { minLength: 1 }),
});

const select = fc.record(
  {
    take: fc.oneof(fc.integer({ min: 1, max: 45 }), fc.constant('all' as const)),
    group: fc.oneof({ weight: 4, arbitrary: group }, { weight: 1, arbitrary: inOrder }),
    prefer: fc.array(preference, { minLength: 1, maxLength: 3 }),
    ensure: fc.array(
      fc.record({
        by: fc.constantFrom('language', 'repo'),
        values: fc.uniqueArray(fc.constantFrom(...languages, ...repos), { minLength: 1, maxLength: 3 }),
        at_least: fc.integer({ min: 1, max: 4 }),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['take'] },
);

const weights = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })).map(([a, b]) => {
  const size = Math.round((a / (a + b)) * 100) / 100;
  return { size, kind: Number((1 - size).toFixed(2)) };
});

/** Plans of one to three benchmarks with pools of up to 40 tasks each, ids of any characters. */
export const generated: fc.Arbitrary<Generated> = fc.integer({ min: 1, max: 3 }).chain((count) => {
  const names = ['one', 'two', 'three'].slice(0, count);
  const benchmark = (name: string) =>
    fc.record({ tasks: tasksOf(name), select, excluded: fc.array(fc.nat(39), { maxLength: 4 }) });
  return fc.record({ weights, parts: fc.tuple(...names.map(benchmark)) }).map(({ weights: given, parts }) => {
    const benchmarks = parts.map(({ tasks, select: rules, excluded }, i) => {
      const ids = [...new Set(excluded.flatMap((at) => tasks[at]?.id ?? []).filter((id) => id === id.trim()))];
      const exclude = ids.map((id) => ({ id, reason: 'duplicate' }));
      return [
        names[i] as string, // Two benchmarks may come upon the same id by chance.
        { source: { embedded: 'none' }, distinct: true, select: rules, exclude } as BenchmarkData,
      ] as const;
    });
    const plan: PlanData = {
      name: 'generated',
      phases: ['Fix', 'Test'],
      phase: { by: 'category', values: { bug: 'Fix' }, otherwise: 'Test' },
      score: {
        name: 'size',
        weights: given,
        components: {
          size: { ramp: 'files_changed', full: 20, floor: 0.1, unknown: 0.3 },
          kind: { lookup: 'category', values: { bug: 1, test: 0.4 }, otherwise: 0.2 },
        },
      },
      benchmarks: Object.fromEntries(benchmarks),
    };
    const pools = new Map(parts.map(({ tasks }, i) => [names[i] as string, { tasks, problems: [] }]));
    return { plan, pools };
  });
});
