import { conditionHolds } from '../model/condition-holds.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { Choice, Group } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { compareText } from '../text/compare-text.js';
import type { Chosen } from './select-tasks.js';
import { weightingOf } from './weighting-of.js';

/** What an optimisation chose from a benchmark, in the form of every other choice; `ids` are those of the chosen tasks. */
export function selectOptimum(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  excluded: ReadonlySet<string>,
  ids: ReadonlySet<string>,
): Chosen {
  const { where, pin } = plan.select;
  const isFitting = (task: ScoredTask) => where === undefined || conditionHolds(where, task);
  const eligible = tasks.filter((task) => isFitting(task) && !excluded.has(task.id));
  const pinned = new Set(pin);
  // Within a benchmark the best come first; it says nothing of why they are in.
  const byScore = (a: ScoredTask, b: ScoredTask) => b.score - a.score || compareText(a.id, b.id);
  const open = eligible.filter(({ id }) => !pinned.has(id)).sort(byScore);
  const ranking = [...open.filter(({ id }) => ids.has(id)), ...open.filter(({ id }) => !ids.has(id))];
  const places = open.filter(({ id }) => ids.has(id)).length;
  const group: Group = {
    key: undefined,
    ranking,
    size: ranking.length,
    allocated: places,
    tie: undefined,
    pinned: false,
  };
  const pins = eligible.filter(({ id }) => pinned.has(id));
  const certain: Group = {
    key: undefined,
    ranking: pins,
    size: pins.length,
    allocated: pins.length,
    tie: undefined,
    pinned: true,
  };
  const isCensus = ids.size === eligible.length;
  const same = { benchmark: plan, keysNeeded: 1, balance: undefined, ensured: undefined };
  const choicesOf = (from: Group) =>
    from.ranking
      .slice(0, from.allocated)
      .map((task, i): Choice => ({ ...same, task, group: from, rank: i + 1, probability: isCensus ? 1 : undefined }));
  const choices = [...choicesOf(certain), ...choicesOf(group)].sort((a, b) => compareText(a.task.id, b.task.id));
  return {
    eligible: eligible.length,
    leftOut: tasks.filter((task) => !isFitting(task)).map(({ id }) => id),
    groups: pins.length === 0 ? [group] : [certain, group],
    ensured: [],
    shortfalls: [],
    choices,
    kind: isCensus ? 'representative' : 'focus',
    weighting: isCensus ? weightingOf(eligible.length, choices) : undefined,
    warnings: [],
    faults: [],
  };
}
