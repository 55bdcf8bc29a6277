import { groupBy } from '../lists/group-by.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan, ComponentRule, ScoreRule } from '../model/plan.js';
import { type ClassifiedTask, fieldValue, type ScoredTask } from '../model/task.js';
import { countOf } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';
import { componentValue } from './component-value.js';
import { weightedScore } from './weighted-score.js';

/** Gives every task of a benchmark its parts and their weighted sum. */
export function scoreTasks(
  tasks: readonly ClassifiedTask[],
  plan: BenchmarkPlan,
  score: ScoreRule,
): { tasks: readonly ScoredTask[]; faults: readonly Fault[] } {
  const weighted = [...plan.components].map(([component, rule]) => ({
    component,
    rule,
    without: [] as ClassifiedTask[],
  }));
  const scored = tasks.map((task): ScoredTask => {
    const parts: Record<string, number> = {};
    let defaulted: readonly string[] = noneDefaulted;
    for (const { component, rule, without } of weighted) {
      const part = componentValue(rule, task);
      if (part === undefined) {
        without.push(task);
        continue;
      }
      parts[component] = part.value;
      if (part.defaulted) defaulted = [...defaulted, component];
    }
    // Written out and not spread: of a hundred thousand tasks, this is the line that fills the memory.
    const { benchmark, id, aliases, fields, provenance, conflicts, taskDir, phase, changes } = task;
    const total = weightedScore(parts, score.weights, score.decimals);
    return {
      benchmark,
      id,
      aliases,
      fields,
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
  const faults = weighted.flatMap(({ component, rule, without }) => valueFaults(plan.name, component, rule, without));
  return { tasks: scored, faults };
}

const noneDefaulted: readonly string[] = [];

function valueFaults(
  benchmark: string,
  component: string,
  rule: ComponentRule,
  without: readonly ClassifiedTask[],
): Fault[] {
  const field = rule.kind === 'ramp' || rule.kind === 'lookup' ? rule.field : '';
  const byLabel = groupBy(without, (task) => fieldValue(task, field));
  return [...byLabel].map(([label, tasks]) => {
    const count = countOf(tasks.length, 'task');
    const example = `such as "${tasks[0]?.id}"`;
    if (label === undefined || rule.kind !== 'lookup') {
      return {
        code: 'pool/no-value',
        message: `benchmark "${benchmark}": ${count} without ${field}, which component "${component}" needs, ${example}.`,
        hint: `Add "unknown: VALUE" to the rule of ${component}, or give the tasks their ${field}.`,
      };
    }
    return {
      code: 'pool/no-value',
      message: `benchmark "${benchmark}": ${count} with ${field} "${label}", for which component "${component}" lists no value, ${example}.${didYouMean(String(label), rule.values.keys())}`,
      hint: `List the label under the rule's values, or add "otherwise: VALUE".`,
    };
  });
}
