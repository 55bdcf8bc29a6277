import { componentKindOf } from '../components/component-kinds.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { provenanceOf } from '../model/provenance-of.js';
import type { FeatureCount } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';

/** The fields that a benchmark's score looks at, in the order of its components. */
export function scoredFields({ components }: BenchmarkPlan): readonly string[] {
  return [...new Set([...components.values()].flatMap((rule) => componentKindOf(rule).fields(rule)))];
}

/** How many tasks of a benchmark have each scored field measured, declared, derived or defaulted. */
export function countFeatures(tasks: readonly ScoredTask[], plan: BenchmarkPlan): readonly FeatureCount[] {
  return scoredFields(plan).map((field) => {
    const counts = { measured: 0, declared: 0, derived: 0, defaulted: 0 };
    for (const task of tasks) counts[provenanceOf(task, field)] += 1;
    const { measured, declared, derived, defaulted } = counts;
    return { field, measured, declared, ...(derived === 0 ? {} : { derived }), defaulted };
  });
}
