import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainTask } from '../../src/core/explain/explain-task.js';
import type { Explanation } from '../../src/core/explain/explanation.js';
import { WinnowError } from '../../src/core/model/errors.js';
import type { BenchmarkPlan, Plan } from '../../src/core/model/plan.js';
import type { BenchmarkSelection, Selection } from '../../src/core/model/selection.js';
import { fieldValue, type Pools, type ScoredTask } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { generated, planText } from './generated.js';

interface Case {
  readonly plan: Plan;
  readonly pools: Pools;
  readonly selection: Selection;
}

/** A generated plan, sometimes with a `where`, sometimes with a replacement named for an excluded task. */
const drawn = fc.record({ input: generated, where: fc.integer({ min: 0, max: 3 }), replacement: fc.nat(40) });

function holds(numRuns: number, check: (drawnCase: Case) => void): void {
  fc.assert(
    fc.property(drawn, ({ input: { plan: data, pools }, where, replacement }) => {
      let plan = changed(readPlan(planText(data)), ({ select }) => ({
        select: where === 0 ? { ...select, where: [atLeastThree] } : select,
      }));
      let selection = run(plan, pools);
      if (selection !== undefined && replacement < 20) {
        plan = withReplacements(plan, selection, replacement);
        selection = run(plan, pools);
      }
      if (selection !== undefined) check({ plan, pools, selection });
    }),
    { numRuns, seed: 20_260_102 },
  );
}

const none = { oneOf: undefined, above: undefined, below: undefined, atMost: undefined };
const atLeastThree = { field: 'files_changed', ...none, atLeast: 3 };

function withReplacements(plan: Plan, { benchmarks }: Selection, at: number): Plan {
  return changed(plan, ({ name, exclusions }) => {
    const benchmark = benchmarks.find((each) => each.plan.name === name) as BenchmarkSelection;
    const by = benchmark.plan.select.group?.by ?? 'none';
    return {
      exclusions: exclusions.map((exclusion, i) => {
        const own = benchmark.tasks.find(({ id }) => id === exclusion.id) as ScoredTask;
        const group = benchmark.groups.find(
          ({ ranking: [first] }) => first && fieldValue(first, by) === fieldValue(own, by),
        );
        return i === 0 ? { ...exclusion, replacement: group?.ranking[at % group.ranking.length]?.id } : exclusion;
      }),
    };
  });
}

function changed(plan: Plan, change: (benchmark: BenchmarkPlan) => Partial<BenchmarkPlan>, only?: string): Plan {
  const benchmarks = plan.benchmarks
    .filter(({ name }) => only === undefined || name === only)
    .map((benchmark) => ({ ...benchmark, ...change(benchmark) }));
  return { ...plan, benchmarks };
}

/** Shortfalls allowed; undefined when the plan cannot be run at all. */
function run(plan: Plan, pools: Pools): Selection | undefined {
  try {
    return runPlan(plan, pools, { allowShortfall: true });
  } catch (error) {
    if (error instanceof WinnowError) return undefined;
    throw error;
  }
}

const idsOf = (selection: Selection | undefined, benchmark: string) =>
  new Set(selection?.choices.flatMap(({ task }) => (task.benchmark === benchmark ? [task.id] : [])));
const explained = (selection: Selection) =>
  selection.benchmarks.flatMap(({ tasks }) => tasks.map((task) => explainTask(selection, task)));
const isInWith = (task: ScoredTask, plan: Plan, pools: Pools) =>
  idsOf(
    run(
      changed(plan, () => ({}), task.benchmark),
      pools,
    ),
    task.benchmark,
  ).has(task.id);

function isInWithField(task: ScoredTask, field: string, value: number, { plan, pools }: Case): boolean {
  const tasks = pools.get(task.benchmark)?.tasks ?? [];
  const moved = tasks.map((each) =>
    each.id === task.id ? { ...each, fields: { ...each.fields, [field]: value } } : each,
  );
  return isInWith(task, plan, new Map([[task.benchmark, { tasks: moved, problems: [] }]]));
}

function isInWithWeights(task: ScoredTask, weights: ReadonlyMap<string, number>, { plan, pools }: Case): boolean {
  return isInWith(task, { ...plan, score: { ...plan.score, weights } }, pools);
}

/** Whether the task is in when its group has so many places, by a plain reading of what the places and `ensure` mean. */
function isInWithPlaces({ task, standing, benchmark }: Explanation, places: number, selection: Selection): boolean {
  const { groups } = selection.benchmarks.find(({ plan }) => plan === benchmark) as BenchmarkSelection;
  const chosen = new Set(
    groups.flatMap((group) => group.ranking.slice(0, group === standing?.group ? places : group.allocated)),
  );
  for (const { by, values, atLeast } of benchmark.select.ensure) {
    for (const value of values) {
      const having = groups.flatMap(({ ranking }) => ranking).filter((each) => fieldValue(each, by) === value);
      const left = having
        .filter((each) => !chosen.has(each))
        .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
      while (having.filter((each) => chosen.has(each)).length < atLeast && left.length > 0) {
        chosen.add(left.shift() as ScoredTask);
      }
    }
  }
  return chosen.has(task);
}

const waysOf = ({ verdict }: Explanation) =>
  verdict.kind === 'out' || verdict.kind === 'ineligible' ? verdict : { changes: [], ruledOut: [] };

describe('for any plan and pool', () => {
  it('the verdict is the selection’s', () => {
    holds(25, ({ selection }) => {
      for (const { task, verdict } of explained(selection)) {
        expect(verdict.kind === 'in').toBe(idsOf(selection, task.benchmark).has(task.id));
      }
    });
  });

  it('every change that is named brings the task in', () => {
    holds(25, (drawnCase) => {
      for (const explanation of explained(drawnCase.selection)) {
        const { task } = explanation;
        for (const change of waysOf(explanation).changes) {
          if (change.kind === 'weight') expect(isInWithWeights(task, change.weights, drawnCase)).toBe(true);
          if (change.kind === 'feature') expect(isInWithField(task, change.field, change.to, drawnCase)).toBe(true);
          if (change.kind === 'allocation') {
            expect(isInWithPlaces(explanation, change.to, drawnCase.selection)).toBe(true);
            for (let fewer = change.from; fewer < change.to; fewer++) {
              expect(isInWithPlaces(explanation, fewer, drawnCase.selection)).toBe(false);
            }
          }
        }
      }
    });
  });

  it('no value of a number that is nearer brings the task in', () => {
    holds(25, (drawnCase) => {
      const explanation = explained(drawnCase.selection).find(({ verdict }) => verdict.kind === 'out');
      if (explanation === undefined) return;
      const { task, benchmark } = explanation;
      const found = waysOf(explanation).changes.find(({ kind }) => kind === 'feature');
      for (const field of ['files_changed', 'lines_changed']) {
        const from = task.fields[field];
        const all = drawnCase.pools.get(benchmark.name)?.tasks.map(({ fields }) => fields[field]) ?? [];
        const values = all.filter((value) => typeof value === 'number');
        const range = Math.max(1, Math.max(...values) - Math.min(...values));
        if (typeof from !== 'number' || benchmark.select.where !== undefined) continue;
        for (let to = Math.max(0, Math.min(...values) - 1); to <= Math.max(...values) + 1; to++) {
          if (found !== undefined && Math.abs(to - from) / range >= found.size) continue;
          expect(isInWithField(task, field, to, drawnCase), `${field} ${from} -> ${to}`).toBe(false);
        }
      }
    });
  });

  it('no weight that is nearer brings the task in', () => {
    holds(10, (drawnCase) => {
      const replaces = (id: string) =>
        drawnCase.plan.benchmarks.some(({ exclusions }) => exclusions.some(({ replacement }) => replacement === id));
      const explanation = explained(drawnCase.selection).find(
        ({ task, verdict }) => verdict.kind === 'out' && !replaces(task.id),
      );
      if (explanation === undefined) return;
      const found = waysOf(explanation).changes.find(({ kind }) => kind === 'weight');
      const size = drawnCase.plan.score.weights.get('size') ?? 0;
      for (let thousandths = 0; thousandths <= 1000; thousandths++) {
        const to = thousandths / 1000;
        if (found !== undefined && Math.abs(to - size) >= found.size - 1e-9) continue;
        const weights = new Map([
          ['size', to],
          ['kind', Math.round((1 - to) * 1e6) / 1e6],
        ]);
        expect(isInWithWeights(explanation.task, weights, drawnCase), `size ${size} -> ${to}`).toBe(false);
      }
    });
  });

  it('excluding a task that is in, and lifting an exclusion, does exactly what is said', () => {
    holds(25, ({ plan, pools, selection }) => {
      for (const { task, verdict } of explained(selection)) {
        if (verdict.kind !== 'in' && verdict.kind !== 'excluded') continue;
        const tried = { id: task.id, reason: 'other', evidence: 'tried' } as BenchmarkPlan['exclusions'][number];
        const without = ({ exclusions }: BenchmarkPlan) => ({
          exclusions: verdict.kind === 'in' ? [...exclusions, tried] : exclusions.filter(({ id }) => id !== task.id),
        });
        const isOwn = ({ name }: BenchmarkPlan) => name === task.benchmark;
        // With the other benchmarks, because only a selection without any task stops.
        const after = run(
          changed(plan, (each) => (isOwn(each) ? without(each) : {})),
          pools,
        );
        const effect = verdict.kind === 'in' ? verdict.ifExcluded : verdict.ifLifted;
        if (after === undefined) {
          expect(effect.stops.length).toBeGreaterThan(0);
          continue;
        }
        const [was, is] = [idsOf(selection, task.benchmark), idsOf(after, task.benchmark)];
        const others = (ids: Set<string>, lacking: Set<string>) =>
          [...ids].filter((id) => !lacking.has(id) && id !== task.id).sort();
        expect(effect.comesIn.toSorted()).toEqual(others(is, was));
        expect(effect.goesOut.toSorted()).toEqual(others(was, is));
        if (verdict.kind === 'excluded') expect(verdict.ifLifted.selected).toBe(is.has(task.id));
      }
    });
  });
});
