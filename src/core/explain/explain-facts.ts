import { componentKindOf } from '../components/component-kinds.js';
import { fieldWords } from '../describe/field-words.js';
import { derivedFields, randomField } from '../model/field.js';
import { optimisedFields } from '../model/optimise-rule.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import { fieldValue, provenanceOf, type ScoredTask } from '../model/task.js';
import { scoredFields } from '../score/score-tasks.js';
import type { ExplainedFeature, ExplainedPhase, ExplainedScore, Explanation, FeatureUse } from './explanation.js';

/** What a task is, before it competes: its fields, its phase and its score. */
export function explainFacts(
  task: ScoredTask,
  benchmark: BenchmarkPlan,
  plan: Pick<Plan, 'score' | 'fields'>,
): Pick<Explanation, 'features' | 'phase' | 'score'> {
  return {
    features: explainFeatures(task, benchmark, plan.fields),
    phase: explainPhase(task, benchmark, plan.fields),
    score: explainScore(task, benchmark, plan),
  };
}

/** Every field that the task has or the plan looks at, with where its value comes from. */
function explainFeatures(
  task: ScoredTask,
  benchmark: BenchmarkPlan,
  fields: Plan['fields'],
): readonly ExplainedFeature[] {
  const uses = Object.entries(fieldUses(benchmark)) as [FeatureUse, readonly string[]][];
  const derived = new Set([...derivedFields, randomField].map(({ name }) => name));
  return [...fields.keys()]
    .filter((field) => !derived.has(field))
    .map((field) => ({
      field,
      words: fieldWords(field, fields),
      value: fieldValue(task, field) ?? task.lists?.[field]?.join(', '),
      provenance: provenanceOf(task, field),
      usedBy: uses.filter(([, used]) => used.includes(field)).map(([use]) => use),
    }))
    .filter(({ value, usedBy }) => value !== undefined || usedBy.length > 0);
}

/** The fields that each part of a benchmark's plan looks at. */
export function fieldUses(benchmark: BenchmarkPlan): Readonly<Record<FeatureUse, readonly string[]>> {
  const { where, group, prefer, draw, ensure, optimise } = benchmark.select;
  return {
    phase: benchmark.phase.by === undefined ? [] : [benchmark.phase.by],
    score: scoredFields(benchmark),
    where: (where ?? []).map(({ field }) => field),
    group: group === undefined ? [] : [group.by],
    order: optimise === undefined ? prefer.map(({ field }) => field) : [],
    draw: draw?.by ?? [],
    ensure: ensure.flatMap((rule) => [rule.by, ...rule.prefer.map(({ field }) => field)]),
    optimise: optimise === undefined ? [] : optimisedFields(optimise),
  };
}

/** The phase of a task and the label it follows from. */
function explainPhase(task: ScoredTask, { phase: rule }: BenchmarkPlan, fields: Plan['fields']): ExplainedPhase {
  const name = task.phase;
  if (rule.by === undefined) return { name, why: 'the plan gives it to every task of the benchmark' };
  const words = fieldWords(rule.by, fields);
  const label = fieldValue(task, rule.by);
  if (label === undefined) return { name, why: `it has no ${words}, and the plan gives this phase to any other` };
  const listed = rule.values.has(String(label));
  return {
    name,
    why: `${words} is ${label}${listed ? '' : ', and the plan gives this phase to any that is not listed'}`,
  };
}

/** A task's score as a sum, each part with its rule in words. */
function explainScore(
  task: ScoredTask,
  { components }: BenchmarkPlan,
  { score, fields }: Pick<Plan, 'score' | 'fields'>,
): ExplainedScore {
  const terms = [...components].map(([component, rule]) => {
    const weight = score.weights.get(component) ?? 0;
    const part = task.parts[component] ?? 0;
    return {
      component,
      weight,
      part,
      contribution: weight * part,
      rule: componentKindOf(rule).words(rule, fields),
      defaulted: task.defaulted.includes(component),
    };
  });
  return { name: score.name, total: task.score, decimals: score.decimals, terms };
}
