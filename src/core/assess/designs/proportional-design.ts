import type { Selection } from '../../model/selection.js';
import { largestRemainder } from '../../roundings/remainder-methods.js';
import { shareTotal } from '../../select/share-places.js';
import { proportional } from '../../shares/by-size.js';
import type { Design } from './design.js';
import { drawnAtRandom } from './random-design.js';
import { reselectAll } from './reselect-all.js';

/** The plan's number of tasks drawn from all benchmarks alike: every task of the pool with nearly the same chance. */
export const proportionalDesign: Design = {
  name: 'proportional',
  title: 'Proportional',
  words: 'The same number of tasks, shared among the benchmarks in proportion to their size and drawn at random.',
  select: (plan, seed) => {
    if (plan.benchmarks.length === 1) return { why: 'The plan has one benchmark, so that it is the random sample.' };
    const takes = shared(plan);
    if ('why' in takes) return takes;
    return reselectAll(plan, (benchmark, take) => drawnAtRandom(benchmark, take, seed), takes);
  },
};

/** The places of each benchmark, in the order of the plan; at least one each. */
function shared({ plan, benchmarks, statistics }: Selection): readonly number[] | { readonly why: string } {
  const share = {
    share: proportional.name,
    settings: new Map(),
    atLeast: { values: new Map(), otherwise: 1 },
    atMost: undefined,
    rounding: largestRemainder.name,
  };
  const ready = benchmarks.map((each) => ({
    plan: { ...each.plan, select: { ...each.plan.select, takesShare: true } },
    tasks: each.tasks,
    excluded: new Set(each.exclusions.map(({ taskId }) => taskId)),
  }));
  const total = { take: statistics.selected, share, purpose: undefined };
  const { takes, faults } = shareTotal({ ...plan, total }, ready);
  const [fault] = faults;
  if (fault !== undefined) return { why: `It does not fit: ${fault.message}` };
  return benchmarks.map((each) => takes.get(each.plan.name) ?? 0);
}
