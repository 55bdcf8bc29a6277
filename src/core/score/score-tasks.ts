import { componentKindOf } from '../components/component-kinds.js';
import type { Fault, Warning } from '../model/errors.js';
import type { BenchmarkPlan, ScoreRule } from '../model/plan.js';
import { type CountedPool, poolSize, valuesIn } from '../model/pool-census.js';
import type { FeatureCount } from '../model/selection.js';
import { type ClassifiedTask, provenanceOf, rescored, type ScoredTask, scoredTask } from '../model/task.js';
import { countOf, joinWords, roundTo } from '../text/words.js';

/** Gives every task its components and their weighted sum. */
export function scoreTasks(
  tasks: readonly ClassifiedTask[],
  plan: BenchmarkPlan,
  score: ScoreRule,
): { tasks: readonly ScoredTask[]; faults: readonly Fault[] } {
  const weighted = [...plan.components].map(([component, rule]) => {
    const without: ClassifiedTask[] = [];
    return { component, rule, kind: componentKindOf(rule), without };
  });
  const scored = tasks.map((task): ScoredTask => {
    const parts: Record<string, number> = {};
    let defaulted: readonly string[] = noneDefaulted;
    for (const { component, rule, kind, without } of weighted) {
      const part = kind.value(rule, task);
      if (part === undefined) {
        without.push(task);
        continue;
      }
      parts[component] = part.value;
      if (part.defaulted) defaulted = [...defaulted, component];
    }
    const total = weightedScore(parts, score.weights, score.decimals);
    return scoredTask(task, { score: total, parts, defaulted, random: undefined });
  });
  const faults = weighted.flatMap(({ component, rule, kind, without }) =>
    kind.faults(rule, without, { benchmark: plan.name, component }),
  );
  return { tasks: scored, faults };
}

const noneDefaulted: readonly string[] = [];

/** The weighted sum of the parts, added in the order of the weights and then rounded. */
export function weightedScore(parts: ScoredTask['parts'], weights: ScoreRule['weights'], decimals: number): number {
  let sum = 0;
  for (const [component, weight] of weights) sum += weight * (parts[component] ?? 0);
  return roundTo(sum, decimals);
}

export function reweighTasks(
  tasks: readonly ScoredTask[],
  weights: ReadonlyMap<string, number>,
  decimals: number,
): ScoredTask[] {
  return tasks.map((task) => rescored(task, weightedScore(task.parts, weights, decimals), task.random));
}

/** The fields that a benchmark's score uses, in the order of its components. */
export function scoredFields({ components }: BenchmarkPlan): readonly string[] {
  return [...new Set([...components.values()].flatMap((rule) => componentKindOf(rule).fields(rule)))];
}

/** The number of tasks by the provenance of each scored field. */
export function countFeatures(tasks: readonly ScoredTask[], plan: BenchmarkPlan): readonly FeatureCount[] {
  return scoredFields(plan).map((field) => {
    const counts = { measured: 0, declared: 0, derived: 0, defaulted: 0 };
    for (const task of tasks) counts[provenanceOf(task, field)] += 1;
    const { measured, declared, derived, defaulted } = counts;
    return { field, measured, declared, ...(derived === 0 ? {} : { derived }), defaulted };
  });
}

const decimals = 6;

/** Sets one weight and rescales the rest so that all sum to 1, to six decimals; undefined if the rest are 0. */
export function moveWeight(
  weights: ReadonlyMap<string, number>,
  component: string,
  to: number,
): ReadonlyMap<string, number> | undefined {
  const others = [...weights].filter(([name]) => name !== component);
  const rest = others.reduce((sum, [, weight]) => sum + weight, 0);
  if (rest <= 0) return undefined;
  const moved = new Map(weights).set(component, to);
  let left = 1 - to;
  // The heaviest weight absorbs the rounding error.
  const [heaviest, ...lighter] = others.sort(([, a], [, b]) => b - a);
  for (const [name, weight] of lighter) {
    const scaled = roundTo((weight * (1 - to)) / rest, decimals);
    moved.set(name, scaled);
    left -= scaled;
  }
  if (heaviest !== undefined) moved.set(heaviest[0], Math.max(0, roundTo(left, decimals)));
  return moved;
}

/** The sum of a weight and a step; undefined if it is not in [0, 1]. */
export function steppedWeight(from: number, by: number): number | undefined {
  const to = roundTo(from + by, decimals);
  return to < 0 || to > 1 ? undefined : to;
}

/** Warnings about scores that are less informative than they seem. */
export function scoreWarnings(
  pool: ScoredPool,
  plan: BenchmarkPlan,
  score: ScoreRule,
  features: readonly FeatureCount[],
): readonly Warning[] {
  return [
    ...constantWarnings(pool, plan, score),
    ...defaultedWarnings(poolSize(pool), plan, features),
    ...circularWarnings(pool.tasks, plan),
    ...[...plan.components].flatMap(([component, rule]) =>
      componentKindOf(rule).warnings(rule, (field) => [...(valuesIn(pool, field) ?? [])], {
        benchmark: plan.name,
        component,
      }),
    ),
  ];
}

type ScoredPool = CountedPool & { readonly tasks: readonly ScoredTask[] };

function constantWarnings(pool: ScoredPool, plan: BenchmarkPlan, { weights }: ScoreRule): Warning[] {
  const [first, ...others] = pool.tasks;
  if (first === undefined || poolSize(pool) < 2 || takesAll(plan)) return [];
  const weighing = [...weights].filter(([, weight]) => weight > 0).map(([component]) => component);
  const constant = weighing.filter(
    (component) =>
      pool.census?.constant.has(component) ?? others.every((task) => task.parts[component] === first.parts[component]),
  );
  if (constant.length === 0) return [];
  const all = constant.length === weighing.length;
  // With a goal over several benchmarks, a constant still affects the comparison between benchmarks.
  const effect =
    plan.select.optimise?.scope === 'plan' ? 'no effect on the order within the benchmark' : 'no effect on the ranking';
  const what = all
    ? `the score has ${effect} (every component is constant)`
    : `${joinWords(constant)} ${constant.length === 1 ? 'has' : 'have'} ${effect} (constant)`;
  return [{ code: 'constant-component', message: `${plan.name}: ${what}.`, benchmark: plan.name }];
}

function takesAll({ select: { take, takesShare, optimise } }: BenchmarkPlan): boolean {
  return take === 'all' && !takesShare && optimise === undefined;
}

function defaultedWarnings(available: number, plan: BenchmarkPlan, features: readonly FeatureCount[]): Warning[] {
  return features
    .filter(({ defaulted }) => defaulted * 2 > available)
    .map(({ field, defaulted }) => ({
      code: 'mostly-defaulted',
      message: `${plan.name}: ${field} is unknown for ${defaulted} of ${countOf(available, 'task')}, so their scores use assumed values.`,
      benchmark: plan.name,
    }));
}

const fewestForCircle = 3;

/** A feature that is a fixed multiple of the pool's own score was derived from it, so it can't explain the score. */
function circularWarnings(tasks: readonly ScoredTask[], plan: BenchmarkPlan): Warning[] {
  const shipping = tasks.filter((task) => task.fields['shipped_score'] !== undefined);
  if (shipping.length === 0) return [];
  return scoredFields(plan).flatMap((field) => {
    if (field === 'shipped_score') return [circular(plan, field, 'is the score that comes with the pool')];
    const pairs = shipping.flatMap((task) => {
      const [shipped, value] = [task.fields['shipped_score'], task.fields[field]];
      return typeof shipped === 'number' && typeof value === 'number' && shipped > 0 && value > 0
        ? [{ shipped, value }]
        : [];
    });
    const [first] = pairs;
    if (first === undefined || new Set(pairs.map(({ value }) => value)).size < fewestForCircle) return [];
    const factor = first.value / first.shipped;
    const isMultiple = pairs.every(({ shipped, value }) => Math.abs(value - factor * shipped) <= 1e-6 * value);
    return isMultiple
      ? [
          circular(
            plan,
            field,
            `is ${Number(factor.toPrecision(6))} times the score that comes with the pool, for every task`,
          ),
        ]
      : [];
  });
}

function circular({ name }: BenchmarkPlan, field: string, how: string): Warning {
  return {
    code: 'circular-feature',
    message: `${name}: ${field} ${how}. A field derived from a score cannot explain a score.`,
    benchmark: name,
  };
}
