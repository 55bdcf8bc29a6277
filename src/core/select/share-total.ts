import { conditionHolds } from '../model/condition-holds.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import type { PoolCensus } from '../model/pool-census.js';
import type { ShareRule } from '../model/select-rule.js';
import type { Shortfall } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import type { Sharer } from '../shares/share-design.js';
import { sharePlaces } from './share-places.js';
import { sharerOf } from './sharer-of.js';

/** A benchmark before it is selected from. */
export interface ReadyBenchmark {
  readonly plan: BenchmarkPlan;
  readonly tasks: readonly ScoredTask[];
  readonly excluded: ReadonlySet<string>;
  /** What was counted over all tasks, where these are only the candidates. */
  readonly census?: PoolCensus | undefined;
}

/** How many tasks each benchmark is to give, by name, where the plan shares a total among them. */
export interface SharedTotal {
  readonly takes: ReadonlyMap<string, number>;
  readonly shortfalls: readonly Shortfall[];
  readonly faults: readonly Fault[];
}

/** Shares the plan's total among the benchmarks that have no `take` of their own. */
export function shareTotal({ total }: Plan, benchmarks: readonly ReadyBenchmark[]): SharedTotal {
  const sharing = benchmarks.filter(({ plan }) => plan.select.takesShare);
  if (total?.take === undefined || sharing.length === 0) return { takes: new Map(), shortfalls: [], faults: [] };
  const known = new Set(sharing.map(({ plan }) => plan.name));
  const what = { who: 'the plan', by: 'benchmark', each: 'benchmark', known, pinned: 0, isShare: false } as const;
  const { places, shortfalls, faults } = sharePlaces(
    sharing.map((each) => asSharer(each, total.share)),
    total.take,
    total.share,
    what,
  );
  if (faults.length > 0) return { takes: new Map(), shortfalls, faults };
  const empty = sharing.filter((_, i) => places[i] === 0).map(({ plan }) => plan.name);
  const unreached = empty.map((name) => ({
    code: 'selection/unreached',
    message: `benchmark "${name}" gets no place of the ${total.take} that the plan shares.`,
    benchmark: name,
    hint: 'Give every benchmark a place with "at_least: 1" under "total", take more, or remove it from the plan.',
  }));
  if (unreached.length > 0) return { takes: new Map(), shortfalls, faults: unreached };
  return { takes: new Map(sharing.map(({ plan }, i) => [plan.name, places[i] ?? 0])), shortfalls, faults: [] };
}

function asSharer({ plan, tasks, excluded, census }: ReadyBenchmark, rule: ShareRule): Sharer {
  if (census !== undefined) return sharerOf(plan.name, [], census, rule);
  const { where } = plan.select;
  const fitting = where === undefined ? tasks : tasks.filter((task) => conditionHolds(where, task));
  const eligible = fitting.filter(({ id }) => !excluded.has(id));
  return sharerOf(plan.name, fitting, { fitting: fitting.length, eligible: eligible.length }, rule);
}
