import { at } from '../lists/at.js';
import { conditionHolds } from '../model/condition-holds.js';
import type { Fault, Warning } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { GroupCensus, PoolCensus } from '../model/pool-census.js';
import type { Choice, EnsureResult, Group, SelectionKind, Shortfall, Weighting } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { shareDesignOf } from '../shares/shares.js';
import { choicesOf } from './choices-of.js';
import { ensureValues } from './ensure-values.js';
import { fillGroups } from './fill-groups.js';
import { findPinned } from './find-pinned.js';
import { groupTasks, ungroupedFaults } from './group-tasks.js';
import { noReplacements, type Replacements, replacementFaults } from './replacements.js';
import { sampleFaults, sampleWarnings } from './sample-warnings.js';
import { shareAmongGroups } from './share-places.js';
import { sharerOf } from './sharer-of.js';
import { whereFaults } from './unmet-values.js';
import { weightingOf } from './weighting-of.js';

/** What was chosen from one benchmark, and how. */
export interface Chosen {
  readonly eligible: number;
  /** The ids of the tasks that `where` leaves out. */
  readonly leftOut: readonly string[];
  readonly groups: readonly Group[];
  readonly ensured: readonly EnsureResult[];
  readonly shortfalls: readonly Shortfall[];
  /** By id. */
  readonly choices: readonly Choice[];
  readonly kind: SelectionKind;
  /** Undefined for focus. */
  readonly weighting: Weighting | undefined;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/**
 * Eligible tasks → pins → groups → allocation → order or draw → ensure: the one way every benchmark is selected from.
 *
 * @param excluded The ids of tasks that may not be selected.
 * @param census What was counted over the whole pool, where the tasks are only its candidates.
 * @param replacements For an excluded task's id, the id of the task that takes its place in the order.
 */
export function selectTasks(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  excluded: ReadonlySet<string>,
  replacements: Replacements = noReplacements,
  census?: PoolCensus,
): Chosen {
  const { where, group: rule, draw } = plan.select;
  const fitting = where === undefined ? tasks : tasks.filter((task) => conditionHolds(where, task));
  const eligible = excluded.size === 0 ? fitting : fitting.filter((task) => !excluded.has(task.id));
  const pinned = findPinned(eligible, plan);
  const openOf = (list: readonly ScoredTask[]) =>
    pinned.tasks.size === 0 ? list : list.filter((task) => !pinned.tasks.has(task));
  const members = groupTasks(openOf(eligible), rule);
  // Counted before the exclusions, so that one of them brings in the next of its group and moves no place elsewhere.
  const sizes = excluded.size === 0 ? members : groupTasks(openOf(fitting), rule);
  const counts = [...members].map(([key, group]): GroupCensus => {
    const counted = census?.groups.get(key);
    if (counted === undefined) return { fitting: (sizes.get(key) ?? group).length, eligible: group.length };
    return { fitting: counted.fitting, eligible: excluded.size === 0 ? counted.fitting : counted.eligible };
  });
  const sharers = [...members].map(([key, group], i) => sharerOf(key, sizes.get(key) ?? group, at(counts, i), rule));
  const known = (pinned.tasks.size === 0 ? members : groupTasks(eligible, rule)).keys();
  const shared = shareAmongGroups(sharers, plan, pinned.tasks.size, known);
  const replaced = replacements.size === 0 ? [] : fitting.filter((task) => replacements.has(task.id));
  const filled = fillGroups(
    members,
    shared.places,
    plan,
    replaced,
    replacements,
    [...pinned.tasks],
    counts.map(({ eligible: size }) => size),
    excluded.size === 0 ? census?.draws?.fitting : census?.draws?.eligible,
  ).map((group, i) => {
    const sharer = sharers[i];
    if (rule === undefined || sharer === undefined || shared.faults.length > 0) return group;
    return { ...group, deviation: shareDesignOf(rule).deviation(sharer, rule) };
  });
  const ranked = filled.flatMap(({ order, allocated }) => order.slice(0, allocated).map(({ task }) => task));
  const ensured = ensureValues(eligible, new Set([...pinned.tasks, ...ranked]), plan);
  const { groups, choices } = choicesOf(pinned.tasks, filled, ensured.added, plan, census);
  const fits = census?.fitting ?? fitting.length;
  const may = census === undefined ? eligible.length : excluded.size === 0 ? census.fitting : census.eligible;

  const isCensus = draw === undefined && choices.length === may;
  const weighed = isCensus ? choices.map((choice) => ({ ...choice, probability: 1 })) : choices;
  const kind = draw !== undefined || isCensus ? 'representative' : 'focus';
  const weighting = weightingOf(may, weighed);
  const sample = { plan, groups: filled, weighting, excluded: fits - may };
  const isSample = draw !== undefined && shared.faults.length === 0;
  return {
    eligible: may,
    leftOut: where === undefined ? [] : tasks.filter((task) => !conditionHolds(where, task)).map((task) => task.id),
    groups,
    ensured: ensured.results,
    shortfalls: [...shared.shortfalls, ...ensured.shortfalls],
    choices: weighed,
    kind,
    weighting: kind === 'focus' ? undefined : weighting,
    warnings: isSample ? sampleWarnings(sample) : [],
    faults: [
      ...whereFaults(tasks, plan, census),
      ...shared.faults,
      ...ungroupedFaults(eligible, plan),
      ...pinned.faults,
      ...(isSample ? sampleFaults(sample, replaced) : []),
      ...filled.flatMap(({ faults = [] }) => faults),
      ...replacementFaults(replaced, eligible, plan, replacements),
    ],
  };
}
