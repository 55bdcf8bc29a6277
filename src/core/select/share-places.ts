import { sumOf } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import type { OptimisedBenchmark } from '../model/optimum.js';
import { type BenchmarkPlan, type Plan, writtenGroup } from '../model/plan.js';
import { boundFor, boundText, conditionHolds, type ShareRule } from '../model/select-rule.js';
import type { GroupCensus, PoolCensus, Shortfall } from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { listed, type ShareBin, type SharedWhat, type Sharer } from '../shares/share-design.js';
import { shareDesignOf } from '../shares/shares.js';
import { didYouMean } from '../text/nearest-name.js';
import { countOf, formatCount } from '../text/words.js';

/** Places by sharer, in the order given. */
export interface SharedPlaces {
  readonly places: readonly number[];
  readonly shortfalls: readonly Shortfall[];
  readonly faults: readonly Fault[];
}

/** Shares places and reports the places that it cannot give. Without a rule, the only sharer gets all. */
export function sharePlaces(
  sharers: readonly Sharer[],
  take: number | 'all',
  rule: ShareRule | undefined,
  what: SharedWhat,
): SharedPlaces {
  const nothing = sharers.map(() => 0);
  const unusable =
    rule === undefined ? [] : [...unknownNameFaults(rule, what), ...shareDesignOf(rule).faults(sharers, rule, what)];
  if (unusable.length > 0) return { places: nothing, shortfalls: [], faults: unusable };
  const bins = sharers.map((sharer) => makeBin(sharer, rule));
  const wanted = take === 'all' ? sumOf(bins, (bin) => bin.eligible) : take;
  const most = sumOf(bins, (bin) => bin.atMost);
  const least = sumOf(bins, (bin) => bin.atLeast);
  if (least > wanted) return { places: nothing, shortfalls: [], faults: [floorFault(bins, wanted, rule, what)] };
  const shortfalls: Shortfall[] = [];
  // With "all", the ceiling is the number wanted.
  if (wanted > most && take !== 'all') {
    const message = shortMessage(bins, wanted + what.pinned, most + what.pinned, rule, what);
    shortfalls.push({ message, wanted: wanted + what.pinned, found: most + what.pinned });
  }
  const given = Math.min(wanted, most);
  return {
    places: rule === undefined ? [given] : shareDesignOf(rule).share(bins, given, rule),
    shortfalls,
    faults: [],
  };
}

/** Shares a benchmark's places among its groups; `pins` counts tasks in each group that already have a place. */
export function shareAmongGroups(
  sharers: readonly Sharer[],
  plan: BenchmarkPlan,
  pins: ReadonlyMap<string | undefined, number>,
  known: Iterable<string | undefined>,
): SharedPlaces {
  const {
    name,
    select: { take, group: rule, draw, takesShare },
  } = plan;
  const pinned = sumOf(pins.values(), (count) => count);
  const isDrawn = draw !== undefined;
  const shared = sharePlaces(
    sharers.map((sharer) => ({ ...sharer, pinned: pins.get(sharer.key) ?? 0, isDrawn })),
    take === 'all' ? 'all' : Math.max(0, take - pinned),
    rule,
    {
      who: `benchmark "${name}"`,
      by: writtenGroup(plan).join(' × '),
      each: 'group',
      known: new Set([...known].map((key) => key ?? '')),
      pinned,
      isShare: takesShare && take !== 'all',
    },
  );
  const drawn = new Set(isDrawn ? sharers.map(({ key }) => key ?? '') : []);
  return { ...shared, faults: [...shared.faults, ...pinFaults(plan, pins, drawn)] };
}

function pinFaults(
  plan: BenchmarkPlan,
  pins: ReadonlyMap<string | undefined, number>,
  drawn: ReadonlySet<string>,
): Fault[] {
  const by = writtenGroup(plan).join(' × ');
  return [...pins].flatMap(([key = '', count]) => {
    const most = boundFor(plan.select.group?.atMost, key);
    if (most === undefined || count < most || (count === most && !drawn.has(key))) return [];
    const group = key === '' ? `no ${by}` : `${by} "${key}"`;
    const unreached = count > most ? '' : ', so the other tasks cannot be drawn and the sample cannot represent them';
    const are = count === 1 ? 'is' : 'are';
    const message = `benchmark "${plan.name}": ${countOf(count, 'task')} with ${group} ${are} pinned, but at_most is ${most}${unreached}.`;
    return [{ code: 'selection/pin', message, hint: `Raise at_most above ${count}, or pin fewer of these tasks.` }];
  });
}

function makeBin(sharer: Sharer, rule: ShareRule | undefined): ShareBin {
  const { key = '', eligible, size, pinned = 0 } = sharer;
  if (rule === undefined) return { key, size, eligible, pinned, measure: 1, atLeast: 0, atMost: eligible };
  const design = shareDesignOf(rule);
  return { key, size, eligible, pinned, measure: design.measure(sharer, rule), ...design.bounds(sharer, rule) };
}

function shortMessage(
  bins: readonly ShareBin[],
  wanted: number,
  most: number,
  rule: ShareRule | undefined,
  what: SharedWhat,
): string {
  const start = `${what.who} should give ${countOf(wanted, 'task')}, but only ${formatCount(most)} can be selected`;
  if (most === 0) return `${start}, because the exclusions and "where" leave no tasks.`;
  if (rule === undefined) return `${start}, because no more tasks are eligible.`;
  return `${start}: ${shareDesignOf(rule).whyNoMore(bins, rule, what)}`;
}

function unknownNameFaults(rule: ShareRule, what: SharedWhat): Fault[] {
  const { known } = what;
  const named = [
    { key: 'at_least', names: positive(rule.atLeast.values) },
    { key: 'at_most', names: positive(rule.atMost?.values ?? new Map()) },
    ...[...rule.settings].flatMap(([key, value]) => (value instanceof Map ? [{ key, names: positive(value) }] : [])),
  ];
  return named.flatMap(({ key, names }) =>
    names
      .filter((name) => !known.has(name))
      .map((name) => ({
        code: 'selection/empty-group',
        message: `${what.who}: ${key} names ${what.by} "${name}", which no eligible task has.${didYouMean(name, known)}`,
        hint: 'Correct or remove it.',
      })),
  );
}

function positive(values: ReadonlyMap<string, number>): string[] {
  return [...values].filter(([, value]) => value > 0).map(([name]) => name);
}

function floorFault(bins: readonly ShareBin[], wanted: number, rule: ShareRule | undefined, what: SharedWhat): Fault {
  const least = sumOf(bins, (bin) => bin.atLeast);
  const floors = bins.filter((bin) => bin.atLeast > 0);
  const floor = rule?.atLeast;
  const own = rule && shareDesignOf(rule).placesIn;
  const named =
    own !== undefined || floor === undefined || floor.values.size > 0
      ? `${own === undefined ? 'at_least' : `the ${own.key}`} of ${listed(floors, what, (bin) => bin.atLeast + bin.pinned)}`
      : `at_least ${boundText(floor.otherwise ?? 0)} for each of ${countOf(bins.length, what.each)} by ${what.by} (or all of a smaller ${what.each})`;
  const [have, raise] = what.isShare
    ? [`its share of the total is ${wanted + what.pinned}`, 'Raise the total or its at_least']
    : [`take is ${wanted + what.pinned}`, `Raise take to ${least + what.pinned}`];
  const beside = what.pinned === 0 ? '' : ` in addition to ${countOf(what.pinned, 'pinned task')}`;
  return {
    code: 'selection/floors',
    message: `${what.who}: ${named} requires ${least} places${beside}, but ${have}.`,
    hint: `${raise} or lower at_least.`,
  };
}

export interface ReadyBenchmark extends OptimisedBenchmark {
  /** Counts over all tasks, if `tasks` are only the candidates. */
  readonly census?: PoolCensus | undefined;
}

/** The number of tasks from each benchmark that shares in the plan's total. */
export interface SharedTotal extends Omit<SharedPlaces, 'places'> {
  readonly takes: ReadonlyMap<string, number>;
}

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
    message: `benchmark "${name}" gets none of the ${total.take} tasks of "total".`,
    benchmark: name,
    hint: 'Add "at_least: 1" under "total" so that every benchmark gets a task, raise "take", or remove the benchmark from the plan.',
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

/** Tasks as a sharer of places: `size` counts them before exclusions, `eligible` after. */
export function sharerOf(
  key: string | undefined,
  tasks: readonly ScoredTask[],
  { fitting: size, eligible, anticipated }: GroupCensus,
  rule: ShareRule | undefined,
): Sharer {
  // Few shares use earlier results, and summing over a large pool takes long.
  const isAsked = rule !== undefined && shareDesignOf(rule).learnsFrom(rule) !== undefined;
  if (!isAsked) return { key, eligible, size, priorResults: 0, priorSolved: 0, anticipated: 0 };
  const numberOf = (task: ScoredTask, field: string) => Number(fieldValue(task, field) ?? 0);
  return {
    key,
    eligible,
    size,
    priorResults: sumOf(tasks, (task) => numberOf(task, 'prior_results')),
    priorSolved: sumOf(tasks, (task) => numberOf(task, 'prior_solved')),
    anticipated: anticipated ?? sumOf(tasks, (task) => Math.sqrt(numberOf(task, 'prior_variance'))),
  };
}
