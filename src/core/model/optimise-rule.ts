import type { Condition } from './condition-holds.js';
import type { GroupBound } from './select-rule.js';

/** A goal, and the rules that the tasks together must keep. */
export interface OptimiseRule {
  /** Whether it speaks of one benchmark, or of all of them together. */
  readonly scope: 'benchmark' | 'plan';
  readonly goal: Goal;
  /** For all benchmarks together: how many tasks; undefined: any number. One benchmark has its own `take`. */
  readonly take: number | undefined;
  /** In the order of the plan. */
  readonly rules: readonly LimitRule[];
}

/** What the chosen tasks together are to have the most of, or the least. */
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

/** What the chosen tasks together must keep. */
export type LimitRule = CountRule | SumRule | OneOfRule;

/** Floors and ceilings on the number of tasks of each label, or of those for which a condition holds. */
export interface CountRule {
  readonly kind: 'count';
  /** Several fields are crossed into one; none: all tasks that the condition lets through. */
  readonly by: readonly string[];
  /** For one number: where one band ends and the next begins, ascending. */
  readonly bands: readonly number[];
  readonly where: Condition | undefined;
  readonly atLeast: GroupBound | undefined;
  readonly atMost: GroupBound | undefined;
}

/** A budget: what a field may sum to, or must. */
export interface SumRule {
  readonly kind: 'sum';
  /** A field, or one of `runFields`. */
  readonly field: string;
  readonly where: Condition | undefined;
  /** What a task counts that lacks the field; undefined: such a task is a fault. */
  readonly unknown: number | undefined;
  readonly atLeast: number | undefined;
  readonly atMost: number | undefined;
}

/** Tasks of which at most one may be in, by any of their names. */
export interface OneOfRule {
  readonly kind: 'one-of';
  readonly ids: readonly string[];
}

/** What the plan expects a run of a task to cost and take, as sums speak of it. */
export const runFields = ['run.cost_usd', 'run.seconds'] as const;

/** The fields of the tasks that an optimisation looks at. */
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
