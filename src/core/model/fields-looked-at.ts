import { optimisedFields } from './optimise-rule.js';
import type { BenchmarkPlan } from './plan.js';

/** The fields by whose values tasks are put together or apart: in phases, groups, bounds, guarantees and draws. */
export function dividingFields({ phase, select }: BenchmarkPlan): readonly string[] {
  const { group, ensure, quota, draw, optimise } = select;
  return [
    ...new Set([
      ...(phase.by === undefined ? [] : [phase.by]),
      ...(group === undefined ? [] : [group.by]),
      ...ensure.map(({ by }) => by),
      ...(quota?.by ?? []),
      ...(draw?.by ?? []),
      ...(optimise === undefined ? [] : optimisedFields(optimise)),
    ]),
  ];
}

/** The fields that decide who is selected, scores aside. */
export function selectingFields(plan: BenchmarkPlan): ReadonlySet<string> {
  const { prefer, ensure, where = [] } = plan.select;
  const orders = [...prefer, ...ensure.flatMap((rule) => rule.prefer)];
  return new Set([...dividingFields(plan), ...[...orders, ...where].map(({ field }) => field)]);
}
