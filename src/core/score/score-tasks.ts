import { componentKindOf } from '../components/component-kinds.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan, ScoreRule } from '../model/plan.js';
import type { ClassifiedTask, ScoredTask } from '../model/task.js';
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
    // Written out and not spread: of a hundred thousand tasks, this is the line that fills the memory.
    const { benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, phase, changes } = task;
    const total = weightedScore(parts, score.weights, score.decimals);
    return {
      benchmark,
      id,
      aliases,
      fields,
      lists,
      provenance,
      conflicts,
      taskDir,
      phase,
      changes,
      score: total,
      parts,
      defaulted,
    };
  });
  const faults = weighted.flatMap(({ component, rule, kind, without }) =>
    kind.faults(rule, without, { benchmark: plan.name, component }),
  );
  return { tasks: scored, faults };
}

const noneDefaulted: readonly string[] = [];
