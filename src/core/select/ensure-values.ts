import { groupBy } from '../lists/group-by.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { EnsureRule } from '../model/select-rule.js';
import type { EnsuredBy, EnsureResult, Shortfall } from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { orderTasks } from '../order/order-tasks.js';
import { countOf, formatCount } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';

/** What the `ensure` rules did: the tasks they added and what they could not find. */
export interface Ensured {
  readonly added: ReadonlyMap<ScoredTask, EnsuredBy>;
  readonly results: readonly EnsureResult[];
  readonly shortfalls: readonly Shortfall[];
}

/** For each rule and each of its values in turn, adds the most preferred tasks until the value has enough. */
export function ensureValues(
  eligible: readonly ScoredTask[],
  ranked: ReadonlySet<ScoredTask>,
  plan: BenchmarkPlan,
): Ensured {
  const added = new Map<ScoredTask, EnsuredBy>();
  const results: EnsureResult[] = [];
  const shortfalls: Shortfall[] = [];
  for (const rule of plan.select.ensure) {
    const byValue = groupBy(eligible, (task) => String(fieldValue(task, rule.by) ?? ''));
    for (const value of rule.values) {
      const having = byValue.get(value) ?? [];
      const before = having.filter((task) => ranked.has(task) || added.has(task)).length;
      const open = having.filter((task) => !ranked.has(task) && !added.has(task));
      const missing = Math.max(0, rule.atLeast - before);
      const next = missing === 0 ? [] : orderTasks(open, rule.prefer).slice(0, missing);
      next.forEach(({ task }, i) => {
        added.set(task, { rule, value, before: before + i });
      });
      results.push({ rule, value, before, added: next.length });
      if (next.length < missing) shortfalls.push(shortfall(rule, value, before + next.length, eligible, plan));
    }
  }
  return { added, results, shortfalls };
}

function shortfall(
  rule: EnsureRule,
  value: string,
  found: number,
  eligible: readonly ScoredTask[],
  plan: BenchmarkPlan,
): Shortfall {
  const known = new Set(eligible.map((task) => String(fieldValue(task, rule.by))));
  const guess = known.has(value) ? '' : didYouMean(value, known);
  const message = `benchmark "${plan.name}" is to have at least ${countOf(rule.atLeast, 'task')} with ${rule.by} "${value}", but only ${formatCount(found)} ${found === 1 ? 'is' : 'are'} eligible.${guess}`;
  return { message, wanted: rule.atLeast, found };
}
