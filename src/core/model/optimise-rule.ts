import type { Condition } from './condition-holds.js';
import type { GroupBound } from './select-rule.js';

/** A goal, and rules that the chosen tasks must meet together. */
export interface OptimiseRule {
  /** Whether it covers one benchmark or all of them together. */
  readonly scope: 'benchmark' | 'plan';
  readonly goal: Goal;
  /** The number of tasks of all benchmarks together; undefined means any. One benchmark has its own `take`. */
  readonly take: number | undefined;
  readonly rules: readonly LimitRule[];
}

/** What the chosen tasks together should have the most or the least of. */
export type Goal =
  /** The sum of a field over the tasks. */
  | { readonly kind: 'sum'; readonly sense: Sense; readonly field: string }
  /** The number of tasks. */
  | { readonly kind: 'tasks'; readonly sense: Sense }
  /** The number of labels that at least one task has; several fields are crossed into one. */
  | { readonly kind: 'labels'; readonly sense: Sense; readonly by: readonly string[] }
  /** How far the shares of the labels are from those among the eligible tasks: half the sum of the differences. */
  | { readonly kind: 'distance'; readonly sense: Sense; readonly by: readonly string[] };

type Sense = 'maximise' | 'minimise';

/** A rule that the chosen tasks must meet together. */
export type LimitRule = CountRule | SumRule | OneOfRule;

/** Floors and ceilings on the number of tasks of each label, or of those for which a condition holds. */
export interface CountRule {
  readonly kind: 'count';
  /** Several fields are crossed into one; without any, all tasks that meet the condition are counted. */
  readonly by: readonly string[];
  /** For one number: where one band ends and the next begins, ascending. */
  readonly bands: readonly number[];
  readonly where: Condition | undefined;
  readonly atLeast: GroupBound | undefined;
  readonly atMost: GroupBound | undefined;
}

/** A budget: bounds on the sum of a field. */
export interface SumRule {
  readonly kind: 'sum';
  readonly field: string;
  readonly where: Condition | undefined;
  /** The value of a task without the field; undefined means that such a task is an error. */
  readonly unknown: number | undefined;
  readonly atLeast: number | undefined;
  readonly atMost: number | undefined;
}

/** Tasks of which at most one may be selected, by any of their names. */
export interface OneOfRule {
  readonly kind: 'one-of';
  readonly ids: readonly string[];
}

/** The expected cost and duration of a run, as sums name them. */
export const runFields = ['run.cost_usd', 'run.seconds'] as const;

/** The fields that an optimisation uses. */
export function optimisedFields({ goal, rules }: OptimiseRule): readonly string[] {
  const own = goal.kind === 'sum' ? [goal.field] : goal.kind === 'tasks' ? [] : goal.by;
  return [
    ...own,
    ...rules.flatMap((rule) => {
      if (rule.kind === 'one-of') return [];
      const tested = (rule.where ?? []).map(({ field }) => field);
      return rule.kind === 'sum' ? [rule.field, ...tested] : [...rule.by, ...tested];
    }),
  ];
}
