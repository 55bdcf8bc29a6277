import { groupBy } from '../../lists/group-by.js';
import type { DrawRule } from '../../model/select-rule.js';
import type { ScoredTask } from '../../model/task.js';
import { groupKey } from '../../select/group-tasks.js';
import { compareText } from '../../text/compare-text.js';
import type { TakenTasks } from './taken-tasks.js';

/** Tasks of which a random design draws so many. */
interface DesignStratum {
  /** What no other stratum of the benchmark is called. */
  readonly name: string;
  /** By id. */
  readonly tasks: readonly ScoredTask[];
  readonly places: number;
  /** Undefined: by chance alone. */
  readonly draw: DrawRule | undefined;
}

/**
 * The strata of the random design that a choice is compared with. A probability sample is compared with its own design: its
 * groups, places and method, the pins certain. A ranked choice is compared with a stratified random sample that takes as
 * many of each of its groups as it does, pins and `ensure` rules counted.
 */
export function designStrata(taken: TakenTasks): readonly DesignStratum[] {
  const { draw } = taken.plan.select;
  if (draw !== undefined) {
    return taken.groups.map(({ key, pinned, ranking, allocated }) => ({
      name: pinned ? 'pinned' : nameOf(key),
      tasks: ranking.toSorted(byId),
      places: allocated,
      draw,
    }));
  }
  const { group: rule } = taken.plan.select;
  const keyOf = (task: ScoredTask) => nameOf(rule === undefined ? undefined : groupKey(task, rule));
  const places = groupBy(taken.choices, ({ task }) => keyOf(task));
  const tasks = taken.groups.flatMap(({ ranking }) => ranking).sort(byId);
  const strata = [...groupBy(tasks, keyOf)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, members]) => ({
      name,
      tasks: members,
      places: places.get(name)?.length ?? 0,
      draw: undefined,
    }));
  return withoutEmpty(strata);
}

/** How many groups give no task: chance must reach them too, so the design puts them with the smallest that does. */
export function emptyGroups({ plan: { select }, groups, choices }: TakenTasks): number {
  if (select.draw !== undefined) return 0;
  const taken = new Set(choices.map(({ group }) => group));
  return groups.filter((group) => !group.pinned && group.ranking.length > 0 && !taken.has(group)).length;
}

/** Puts the strata without a place together with the smallest that has one, so that every task has a chance. */
function withoutEmpty(strata: readonly DesignStratum[]): readonly DesignStratum[] {
  const empty = strata.filter(({ places }) => places === 0);
  const [smallest, ...others] = strata
    .filter(({ places }) => places > 0)
    .toSorted((a, b) => a.tasks.length - b.tasks.length || compareText(a.name, b.name));
  if (empty.length === 0 || smallest === undefined) return strata;
  const tasks = [...smallest.tasks, ...empty.flatMap((stratum) => stratum.tasks)].sort(byId);
  return [{ ...smallest, tasks }, ...others].sort((a, b) => compareText(a.name, b.name));
}

function nameOf(key: string | undefined): string {
  return key === undefined ? 'all' : `=${key}`;
}

function byId(a: ScoredTask, b: ScoredTask): number {
  return compareText(a.id, b.id);
}
