import { fieldWords } from '../describe/field-words.js';
import { derivedFields, randomField } from '../model/field.js';
import { optimisedFields } from '../model/optimise-rule.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import { provenanceOf } from '../model/provenance-of.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { scoredFields } from '../score/feature-use.js';
import type { ExplainedFeature, FeatureUse } from './explanation.js';

/** Every field that the task has or the plan looks at, with where its value comes from. */
export function explainFeatures(
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
