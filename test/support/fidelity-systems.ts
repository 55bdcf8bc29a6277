import { assessFidelity, type Fidelity, type FidelityReading } from '../../src/core/assess/fidelity/fidelity.js';
import { assessResults } from '../../src/core/assess/question/pool-results.js';
import type { Outcome, Outcomes } from '../../src/core/model/outcome.js';
import type { Selection } from '../../src/core/model/selection.js';
import type { Task } from '../../src/core/model/task.js';
import { groupedTasks, runText, samplePlan } from './sample-plan.js';

/** What a made-up system makes of each task; undefined: it has no result. */
export type Rewards = (task: Task, at: number) => number | undefined;

/** The tasks that fidelity is tried on. */
export const tasks = groupedTasks({ a: 60, b: 30, c: 10 });
/** A choice by rank, with a task of each repository. */
export const byFiles = { take: 20, group: { by: 'repo', at_least: 1 }, prefer: ['files_changed desc'] };
/** How many files a task changes. */
const files = ({ fields }: Task) => Number(fields['files_changed']);
/** Passes the tasks with fewer files than the limit, and now and then another. */
export const below =
  (limit: number, every = 9): Rewards =>
  (task, at) =>
    files(task) < limit || at % every === 0 ? 1 : 0;

/** Results of made-up systems. */
export function outcomesOf(systems: Readonly<Record<string, Rewards>>, pool: readonly Task[] = tasks): Outcomes {
  const outcomes = Object.entries(systems).flatMap(([configuration, rewardOf]) =>
    pool.flatMap((task, at): Outcome[] => {
      const reward = rewardOf(task, at);
      if (reward === undefined) return [];
      const status = reward >= 1 ? 'passed' : 'failed';
      return [
        { taskId: task.id, benchmark: task.benchmark, configuration, run: '', attempt: 1, status, reward, place: {} },
      ];
    }),
  );
  return { outcomes, files: [], faults: [], warnings: [] };
}

/** The fidelity of a selection to made-up systems. */
export function assess(
  selection: Selection,
  systems: Readonly<Record<string, Rewards>>,
  options: Parameters<typeof assessFidelity>[2] = {},
): Fidelity {
  return assessFidelity(selection, assessResults(selection, outcomesOf(systems)).pool, { draws: 300, ...options });
}

/** The first figures of a row. */
export function figuresOf({ scopes }: Fidelity, at = 0): FidelityReading {
  return scopes[0]?.sizes[at]?.readings[0] as FidelityReading;
}

/** Three systems of different strength. */
export const three = { high: below(18), middle: below(12, 7), low: below(5, 11) };
/** The choice by rank. */
export const ranked = runText(samplePlan(byFiles), tasks);
