import { conditionHolds } from '../model/condition-holds.js';
import type { Fault, Warning } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
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
import { sharePlaces } from './share-places.js';
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
 * @param replacements For an excluded task's id, the id of the task that takes its place in the order.
 */
export function selectTasks(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  excluded: ReadonlySet<string>,
  replacements: Replacements = noReplacements,
): Chosen {
  const { where, group: rule, draw, take } = plan.select;
  const fitting = where === undefined ? tasks : tasks.filter((task) => conditionHolds(where, task));
  const eligible = excluded.size === 0 ? fitting : fitting.filter((task) => !excluded.has(task.id));
  const pinned = findPinned(eligible, plan);
  const openOf = (list: readonly ScoredTask[]) =>
    pinned.tasks.size === 0 ? list : list.filter((task) => !pinned.tasks.has(task));
  const members = groupTasks(openOf(eligible), rule);
  // Counted before the exclusions, so that one of them brings in the next of its group and moves no place elsewhere.
  const sizes = excluded.size === 0 ? members : groupTasks(openOf(fitting), rule);
  const sharers = [...members].map(([key, group]) => sharerOf(key, sizes.get(key) ?? group, group.length, rule));
  const shared = sharePlaces(sharers, take === 'all' ? 'all' : Math.max(0, take - pinned.tasks.size), rule, {
    who: `benchmark "${plan.name}"`,
    by: rule?.by,
    each: 'group',
    known: new Set(
      [...(pinned.tasks.size === 0 ? members : groupTasks(eligible, rule)).keys()].map((key) => key ?? ''),
    ),
    pinned: pinned.tasks.size,
    isShare: plan.select.takesShare && take !== 'all',
  });
  const replaced = replacements.size === 0 ? [] : fitting.filter((task) => replacements.has(task.id));
  const filled = fillGroups(members, shared.places, plan, replaced, replacements, [...pinned.tasks]).map((group, i) => {
    const sharer = sharers[i];
    if (rule === undefined || sharer === undefined || shared.faults.length > 0) return group;
    return { ...group, deviation: shareDesignOf(rule).deviation(sharer, rule) };
  });
  const ranked = filled.flatMap(({ order, allocated }) => order.slice(0, allocated).map(({ task }) => task));
  const ensured = ensureValues(eligible, new Set([...pinned.tasks, ...ranked]), plan);
  const { groups, choices } = choicesOf(pinned.tasks, filled, ensured.added, plan);

  const isCensus = draw === undefined && choices.length === eligible.length;
  const known = isCensus ? choices.map((choice) => ({ ...choice, probability: 1 })) : choices;
  const kind = draw !== undefined || isCensus ? 'representative' : 'focus';
  const weighting = weightingOf(eligible.length, known);
  const sample = { plan, groups: filled, weighting, excluded: fitting.length - eligible.length };
  const isSample = draw !== undefined && shared.faults.length === 0;
  return {
    eligible: eligible.length,
    leftOut: where === undefined ? [] : tasks.filter((task) => !conditionHolds(where, task)).map((task) => task.id),
    groups,
    ensured: ensured.results,
    shortfalls: [...shared.shortfalls, ...ensured.shortfalls],
    choices: known,
    kind,
    weighting: kind === 'focus' ? undefined : weighting,
    warnings: isSample ? sampleWarnings(sample) : [],
    faults: [
      ...whereFaults(tasks, plan),
      ...shared.faults,
      ...ungroupedFaults(eligible, plan),
      ...pinned.faults,
      ...(isSample ? sampleFaults(sample, replaced) : []),
      ...filled.flatMap(({ faults = [] }) => faults),
      ...replacementFaults(replaced, eligible, plan, replacements),
    ],
  };
}
