import { componentKindOf } from '../components/component-kinds.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import type { ScoredTask } from '../model/task.js';
import type { ExplainedScore } from './explanation.js';

/** A task's score as a sum, each part with its rule in words. */
export function explainScore(
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
