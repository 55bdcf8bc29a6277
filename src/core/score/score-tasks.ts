import { componentKindOf } from '../components/component-kinds.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan, ScoreRule } from '../model/plan.js';
import { type ClassifiedTask, type ScoredTask, scoredTask } from '../model/task.js';
import { weightedScore } from './weighted-score.js';

/** Gives every task of a benchmark its parts and their weighted sum. */
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
