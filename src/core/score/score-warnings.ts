import { componentKindOf } from '../components/component-kinds.js';
import type { Warning } from '../model/errors.js';
import type { BenchmarkPlan, ScoreRule } from '../model/plan.js';
import { poolSize, valuesIn } from '../model/pool-census.js';
import type { FeatureCount, PoolCensus } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { countOf, joinWords } from '../text/words.js';
import { scoredFields } from './score-tasks.js';

/** Warnings about scores that are less informative than they seem. */
export function scoreWarnings(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  score: ScoreRule,
  features: readonly FeatureCount[],
  census?: PoolCensus,
): readonly Warning[] {
  return [
    ...constantWarnings(tasks, plan, score, census),
    ...defaultedWarnings(poolSize({ tasks, census }), plan, features),
    ...circularWarnings(tasks, plan),
    ...[...plan.components].flatMap(([component, rule]) =>
      componentKindOf(rule).warnings(rule, (field) => [...(valuesIn({ tasks, census }, field) ?? [])], {
        benchmark: plan.name,
        component,
      }),
    ),
  ];
}

function constantWarnings(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  { weights }: ScoreRule,
  census: PoolCensus | undefined,
): Warning[] {
  const [first, ...others] = tasks;
  if (first === undefined || poolSize({ tasks, census }) < 2 || takesAll(plan)) return [];
  const weighing = [...weights].filter(([, weight]) => weight > 0).map(([component]) => component);
  const constant = weighing.filter(
    (component) =>
      census?.constant.has(component) ?? others.every((task) => task.parts[component] === first.parts[component]),
  );
  if (constant.length === 0) return [];
  const all = constant.length === weighing.length;
  // With a goal over several benchmarks, a constant still affects the comparison between benchmarks.
  const effect =
    plan.select.optimise?.scope === 'plan' ? 'no effect on the order within it' : 'no effect on the ranking';
  const what = all
    ? `the score has ${effect} (every component is constant)`
    : `${joinWords(constant)} ${constant.length === 1 ? 'has' : 'have'} ${effect} (constant)`;
  return [{ code: 'constant-component', message: `${plan.name}: ${what}.`, benchmark: plan.name }];
}

/** Whether every eligible task is selected, so ranking does not matter. */
function takesAll({ select: { take, takesShare, optimise } }: BenchmarkPlan): boolean {
  return take === 'all' && !takesShare && optimise === undefined;
}

function defaultedWarnings(available: number, plan: BenchmarkPlan, features: readonly FeatureCount[]): Warning[] {
  return features
    .filter(({ defaulted }) => defaulted * 2 > available)
    .map(({ field, defaulted }) => ({
      code: 'mostly-defaulted',
      message: `${plan.name}: ${field} is unknown for ${defaulted} of ${countOf(available, 'task')}; their scores use assumed values.`,
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
    message: `${name}: ${field} ${how}: it was derived from a score, so it cannot explain one.`,
    benchmark: name,
  };
}
