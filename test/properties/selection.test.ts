import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Manifest, makeManifest, manifestText } from '../../src/core/manifest/manifest.js';
import { WinnowError } from '../../src/core/model/errors.js';
import type { BenchmarkSelection, Selection } from '../../src/core/model/selection.js';
import { fieldValue, type Pools } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { inDepth } from '../support/depth.js';
import { type Generated, generated, planText } from './generated.js';

/** The plan cannot be met at all, or orders by a field that no generated task has. */
const unmet = new Set(['selection/floors', 'selection/no-ranks', 'pool/no-field']);

/** The selection, shortfalls allowed; undefined when the plan cannot be met at all, which must be said as a fault. */
function selectionOf({ plan, pools }: Generated): Selection | undefined {
  try {
    return runPlan(readPlan(planText(plan)), pools, { allowShortfall: true });
  } catch (error) {
    if (error instanceof WinnowError && error.faults.every(({ code }) => unmet.has(code))) return undefined;
    throw error;
  }
}

function holds(check: (selection: Selection, input: Generated) => void, numRuns = 12): void {
  fc.assert(
    fc.property(generated, (input) => {
      const selection = selectionOf(input);
      if (selection !== undefined) check(selection, input);
    }),
    { numRuns, seed: 20_260_101 },
  );
}

const ids = (benchmark: BenchmarkSelection) => new Set(benchmark.choices.map(({ task }) => task.id));

describe('for any plan and pool', () => {
  it('quotas, floors and caps are kept', () => {
    holds(({ benchmarks }) => {
      for (const { plan, groups, eligible, shortfalls } of benchmarks) {
        const rule = plan.select.group;
        const places = groups.reduce((sum, group) => sum + group.allocated, 0);
        for (const { ranking, allocated } of groups) {
          const most = Math.min(ranking.length, rule?.atMost?.otherwise ?? ranking.length);
          expect(allocated).toBeGreaterThanOrEqual(Math.min(rule?.atLeast.otherwise ?? 0, most));
          expect(allocated).toBeLessThanOrEqual(most);
        }
        const wanted = plan.select.take === 'all' ? eligible : plan.select.take;
        const short = shortfalls.find((shortfall) => shortfall.wanted === wanted && shortfall.found === places);
        if (places < wanted && plan.select.take !== 'all') expect(short).toBeDefined();
        else expect(places).toBeLessThanOrEqual(wanted);
      }
    });
  });

  it('never more than asked for: the places and what ensure rules add', () => {
    holds(({ benchmarks }) => {
      for (const { plan, choices, ensured } of benchmarks) {
        const added = ensured.reduce((sum, result) => sum + result.added, 0);
        const byRank = choices.filter((choice) => choice.ensured === undefined).length;
        expect(choices.length).toBe(byRank + added);
        if (plan.select.take !== 'all') expect(byRank).toBeLessThanOrEqual(plan.select.take);
      }
    });
  });

  it('every ensured value has enough, or the lack is a shortfall', () => {
    holds(({ benchmarks }) => {
      for (const { choices, ensured, shortfalls } of benchmarks) {
        for (const { rule, value } of ensured) {
          const having = choices.filter(({ task }) => String(fieldValue(task, rule.by)) === value).length;
          if (having < rule.atLeast)
            expect(shortfalls.some(({ message }) => message.includes(`"${value}"`))).toBe(true);
        }
      }
    });
  });

  it('an excluded task never appears', () => {
    holds(({ benchmarks }) => {
      for (const benchmark of benchmarks) {
        for (const { id } of benchmark.plan.exclusions) expect(ids(benchmark).has(id)).toBe(false);
      }
    });
  });

  it('whoever is in by rank is preferred to whoever is out in the same group', () => {
    holds(({ benchmarks }) => {
      for (const { groups, choices } of benchmarks) {
        const byRank = new Set(choices.filter(({ ensured }) => ensured === undefined).map(({ task }) => task));
        for (const { ranking, allocated } of groups) {
          expect(ranking.map((task) => byRank.has(task))).toEqual(ranking.map((_, place) => place < allocated));
        }
      }
    });
  });

  it('the statistics equal a recount of the tasks', () => {
    holds((selection) => {
      const manifest = JSON.parse(manifestText(makeManifest(selection, 'test'))) as Manifest;
      const count = (key: (task: Manifest['tasks'][number]) => string) => {
        const counts = new Map<string, number>();
        for (const task of manifest.tasks) counts.set(key(task), (counts.get(key(task)) ?? 0) + 1);
        return [...counts].sort();
      };
      const entries = (counts: object) => Object.entries(counts).sort();
      expect(entries(manifest.statistics.tasks_per_benchmark)).toEqual(count((task) => task.benchmark));
      expect(entries(manifest.statistics.tasks_per_phase ?? {})).toEqual(count((task) => task.phase ?? ''));
      const { tasks_per_language: perLanguage } = manifest.statistics;
      if (perLanguage !== undefined)
        expect(entries(perLanguage)).toEqual(count((task) => String(task.fields['language'] ?? 'unknown')));
      expect(manifest.metadata.total_selected).toBe(manifest.tasks.length);
      const mean = manifest.tasks.reduce((sum, task) => sum + (task.score ?? 0), 0) / manifest.tasks.length;
      if (manifest.tasks.length > 0) expect(manifest.statistics.average_score).toBeCloseTo(mean, 3);
    });
  });

  it('scores are the weighted sums of their parts, in [0, 1]', () => {
    holds(({ plan, benchmarks }) => {
      for (const task of benchmarks.flatMap(({ tasks }) => tasks)) {
        const sum = [...plan.score.weights].reduce(
          (total, [name, weight]) => total + weight * (task.parts[name] ?? Number.NaN),
          0,
        );
        expect(Math.abs(task.score - sum)).toBeLessThan(0.00005 + 1e-12);
        expect(task.score).toBeGreaterThanOrEqual(0);
        expect(task.score).toBeLessThanOrEqual(1);
      }
    });
  });

  it('the order of the input does not matter', () => {
    holds((selection, { plan, pools }) => {
      const backwards: Pools = new Map(
        [...pools].map(([name, { tasks }]) => [name, { tasks: tasks.toReversed(), problems: [] }] as const).reverse(),
      );
      const again = selectionOf({ plan, pools: backwards });
      expect(again === undefined ? '' : manifestText(makeManifest(again, 'test'))).toBe(
        manifestText(makeManifest(selection, 'test')),
      );
    });
  });

  it('excluding a selected task changes nothing but its own group, when the places are fixed', () => {
    holds((selection, { plan, pools }) => {
      const [name, settings] = Object.entries(plan.benchmarks)[0] ?? [];
      const benchmark = selection.benchmarks[0];
      const gone = benchmark?.choices[0];
      if (name === undefined || settings === undefined || benchmark === undefined || gone === undefined) return;
      if (
        settings.select.group !== undefined ||
        settings.select.ensure !== undefined ||
        gone.task.id !== gone.task.id.trim()
      )
        return;
      const exclude = [...(settings.exclude ?? []), { id: gone.task.id, reason: 'duplicate' }];
      const changed = { ...plan, benchmarks: { ...plan.benchmarks, [name]: { ...settings, exclude } } };
      const after = selectionOf({ plan: changed, pools })?.benchmarks[0];
      const left = benchmark.choices.filter((choice) => choice !== gone).map(({ task }) => task.id);
      expect(after).toBeDefined();
      for (const id of left) expect(after && ids(after).has(id)).toBe(true);
    });
  });
});

describe('raising take', () => {
  it.each(inDepth(['proportional', 'equal', 'square-root'], ['square-root']))(
    'only adds under a house-monotone share: %s',
    (share) => {
      holds((_, { plan, pools }) => {
        const [name, settings] = Object.entries(plan.benchmarks)[0] ?? [];
        if (name === undefined || settings === undefined) return;
        let before = new Set<string>();
        for (let take = 1; take <= (pools.get(name)?.tasks.length ?? 0); take++) {
          const group = { by: 'repo', share, rounding: 'webster' };
          const select = { take, group, prefer: settings.select.prefer ?? ['score desc'] };
          const exclude = settings.exclude ?? [];
          const one = { ...plan, benchmarks: { [name]: { source: settings.source, select, exclude } } };
          const benchmark = selectionOf({ plan: one, pools })?.benchmarks[0];
          if (benchmark === undefined) continue;
          const now = ids(benchmark);
          expect([...before].filter((id) => !now.has(id))).toEqual([]);
          before = now;
        }
      }, 20);
    },
  );
});
