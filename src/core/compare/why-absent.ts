import type { TaskEntry } from '../manifest/csv-columns.js';
import { countOf } from '../text/count-of.js';
import { ordinal } from '../text/numbers.js';
import { roundTo } from '../text/round-to.js';
import { type DiffSide, groupKey, hashOf } from './diff-side.js';
import { taskKey } from './recount.js';
import type { Why } from './selection-diff.js';

/**
 * Why a task that `here` selects is not selected `there`: the first cause that the two manifests show.
 *
 * @param rescored What `rescoredTasks` gives for the two.
 */
export function whyAbsent(
  task: TaskEntry,
  here: DiffSide,
  there: DiffSide,
  rescored: ReadonlyMap<string, number>,
): Why {
  return (
    byPlan(task, there) ??
    byExclusion(task, here, there) ??
    byPool(task, here, there) ??
    byEligibility(task, there) ??
    byAllocation(task, here, there) ??
    byScore(task, here, there, rescored.get(task.benchmark) ?? 0) ??
    byOrder(task, here, there)
  );
}

function byPlan({ benchmark }: TaskEntry, there: DiffSide): Why | undefined {
  if (there.benchmarks.has(benchmark)) return undefined;
  return { reason: 'plan', detail: `the plan of ${there.label} does not have its benchmark` };
}

function byExclusion(task: TaskEntry, here: DiffSide, there: DiffSide): Why | undefined {
  const own = there.exclusions.get(taskKey(task));
  if (own !== undefined) {
    const why = own.evidence === null ? own.reason : `${own.reason}: ${own.evidence}`;
    return { reason: 'exclusion', detail: `excluded in ${there.label} (${why})` };
  }
  const left = here.replaced.get(taskKey(task))?.find((exclusion) => there.tasks.has(taskKey(exclusion)));
  if (left === undefined) return undefined;
  return { reason: 'exclusion', detail: `takes the place of ${left.task_id}, which is excluded in ${here.label}` };
}

function byPool(task: TaskEntry, here: DiffSide, there: DiffSide): Why | undefined {
  const other = hashOf(there, task);
  const [own, its] = [here, there].map(({ state }) => state.pools.get(task.benchmark));
  if (other === undefined && its?.isPart === true) {
    if (own?.sha256 === its.sha256) return undefined;
    const detail = `the pool of ${there.label} is another; of one so large it is not told whether the task is in it`;
    return { reason: 'pool', detail };
  }
  if (other === undefined) return { reason: 'pool', detail: `not in the pool of ${there.label}` };
  if (other === hashOf(here, task)) return undefined;
  return { reason: 'pool', detail: `its features are others in the pool of ${there.label}` };
}

function byEligibility(task: TaskEntry, there: DiffSide): Why | undefined {
  if (!there.leftOut.has(taskKey(task))) return undefined;
  return { reason: 'eligibility', detail: `the plan of ${there.label} leaves it out (where)` };
}

function byAllocation({ benchmark, group }: TaskEntry, here: DiffSide, there: DiffSide): Why | undefined {
  const key = groupKey(benchmark, group);
  const [own, other] = [here.places.get(key) ?? 0, there.places.get(key) ?? 0];
  // More places keep nobody out, and those of an optimum follow from the choice.
  if (own <= other || hasGoal(there, benchmark)) return undefined;
  const name = group.by === null ? 'its benchmark' : `its group (${group.by} ${group.value ?? 'not given'})`;
  return {
    reason: 'allocation',
    detail: `${name} has ${countOf(other, 'place')} in ${there.label}, ${own} in ${here.label}`,
  };
}

function byScore(task: TaskEntry, here: DiffSide, there: DiffSide, rescored: number): Why | undefined {
  const { decimals } = here.manifest.methodology.score;
  const parts = Object.entries(task.mcp_breakdown);
  const sumWith = ({ weights }: DiffSide) =>
    roundTo(
      parts.reduce((sum, [component, value]) => sum + (weights.get(component) ?? 0) * value, 0),
      decimals,
    );
  if (sumWith(here) !== sumWith(there)) {
    const detail = `score ${task.mcp_benefit_score} in ${here.label}; with the weights of ${there.label} about ${sumWith(there)}`;
    return { reason: 'score', detail };
  }
  if (rescored === 0) return undefined;
  const detail = `${task.benchmark} is scored otherwise in ${there.label}: ${countOf(rescored, 'task')} in both ${rescored === 1 ? 'has' : 'have'} another score`;
  return { reason: 'score', detail };
}

/** Whether a goal chose the tasks of a benchmark. */
function hasGoal({ manifest, benchmarks }: DiffSide, benchmark: string): boolean {
  return manifest.methodology.optimum !== undefined || benchmarks.get(benchmark)?.optimum !== undefined;
}

function byOrder({ benchmark, selected_by, rank, group }: TaskEntry, here: DiffSide, there: DiffSide): Why {
  if (hasGoal(there, benchmark)) {
    return { reason: 'order', detail: `other tasks serve the goal of ${there.label} better, by its rules` };
  }
  const eligible = [here, there].map((side) => side.benchmarks.get(benchmark)?.eligible ?? 0);
  const own = selected_by === 'ensure' ? 'added by an ensure rule' : `${ordinal(rank)} of ${group.size}`;
  const changed =
    eligible[0] === eligible[1] ? '' : ` (${eligible[1]} may be selected there, ${eligible[0]} in ${here.label})`;
  return { reason: 'order', detail: `${own} in ${here.label}; others come first in ${there.label}${changed}` };
}
