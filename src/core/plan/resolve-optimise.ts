import type { Goal, LimitRule, OptimiseRule } from '../model/optimise-rule.js';
import { resolveCondition } from '../model/resolve-condition.js';
import type { GroupBound } from '../model/select-rule.js';
import { readTarget } from '../model/size-target.js';
import type { PlanFile } from './schema/plan-schema.js';

type Written = NonNullable<PlanFile['optimise']>;
type WrittenRule = NonNullable<Written['rules']>[number];
type WrittenBound = NonNullable<NonNullable<PlanFile['total']>['at_least']>;

/** A goal and rules with their shorthand unfolded. */
export function resolveOptimise(
  written: Omit<Written, 'take'> & { readonly take?: Written['take'] },
  scope: OptimiseRule['scope'],
): OptimiseRule {
  return { scope, goal: resolveGoal(written), take: written.take, rules: (written.rules ?? []).map(resolveRule) };
}

function resolveGoal({ maximise, minimise }: Omit<Written, 'take'>): Goal {
  const sense = maximise === undefined ? 'minimise' : 'maximise';
  // The consistency check has made sure that one of the two is there.
  const goal = maximise ?? minimise ?? 'tasks';
  if (typeof goal === 'string')
    return goal === 'tasks' ? { kind: 'tasks', sense } : { kind: 'sum', sense, field: goal };
  if ('labels' in goal) return { kind: 'labels', sense, by: [goal.labels].flat() };
  return { kind: 'distance', sense, by: [goal.distance].flat() };
}

function resolveRule(written: WrittenRule): LimitRule {
  if ('at_most_one_of' in written) return { kind: 'one-of', ids: written.at_most_one_of };
  if ('budget' in written) {
    const target = readTarget({ budget: written.budget });
    const field = target?.kind === 'budget' && target.unit === 'usd' ? 'run.cost_usd' : 'run.seconds';
    const atMost = target?.kind === 'budget' ? target.most : undefined;
    return { kind: 'sum', field, where: undefined, unknown: undefined, atLeast: undefined, atMost };
  }
  const where = written.where && resolveCondition(written.where);
  if ('sum' in written) {
    const { sum: field, unknown, at_least: atLeast, at_most: atMost } = written;
    return { kind: 'sum', field, where, unknown, atLeast, atMost };
  }
  const { at_least: least, at_most: most, exactly } = written;
  const [floor, ceiling] = exactly === undefined ? [least, most] : [exactly, exactly];
  return {
    kind: 'count',
    by: 'by' in written ? [written.by].flat() : [],
    bands: 'by' in written ? (written.bands ?? []) : [],
    where,
    atLeast: floor === undefined ? undefined : resolveBound(floor),
    atMost: ceiling === undefined ? undefined : resolveBound(ceiling),
  };
}

/** A bound for each that is named and for the others. */
export function resolveBound(written: WrittenBound): GroupBound {
  if (typeof written === 'number') return { values: new Map(), otherwise: written };
  return { values: new Map(Object.entries(written.values)), otherwise: written.otherwise };
}
