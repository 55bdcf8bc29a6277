import { groupBy } from '../lists/group-by.js';
import type { Fault } from '../model/fault.js';
import type { Outcome } from '../model/outcome.js';
import { compareText } from '../text/compare-text.js';
import { type NamedTask, TaskIndex } from './task-index.js';

/** Results sorted by configuration and task, with all that fits no selected task. */
export interface MatchedOutcomes {
  /** By name. */
  readonly configurations: readonly ConfigurationOutcomes[];
  /** Names in the results that are tasks of the pool, but not selected. */
  readonly notSelected: readonly string[];
  /** Names in the results that no task of the pool has. */
  readonly unknown: readonly string[];
  /** Names that fit a task only when letter case is left aside. */
  readonly caseFolded: readonly { readonly spelt: string; readonly id: string }[];
  /** Names that fit several tasks. */
  readonly faults: readonly Fault[];
}

/** The results of one configuration on the selected tasks. */
export interface ConfigurationOutcomes {
  readonly name: string;
  /** By `taskKey`; a task without any result is not there. */
  readonly byTask: ReadonlyMap<string, readonly Outcome[]>;
}

/** What tells a task from every other: benchmarks may use the same id. */
export function taskKey({ benchmark, id }: { readonly benchmark: string; readonly id: string }): string {
  return `${benchmark}/${id}`;
}

/**
 * Finds the selected task of each result, by any of its names, in the case it is spelt in if it can be.
 *
 * @param pool Every task of the pool, so that a result for a task that was not selected is told from one for no task.
 */
export function matchOutcomes(
  selected: readonly NamedTask[],
  pool: readonly NamedTask[],
  outcomes: readonly Outcome[],
): MatchedOutcomes {
  const benchmarks = new Set(pool.map(({ benchmark }) => benchmark));
  const [chosen, all] = [new TaskIndex(selected, benchmarks), new TaskIndex(pool, benchmarks)];
  const faults: Fault[] = [];
  const [notSelected, unknown] = [new Set<string>(), new Set<string>()];
  const folded = new Map<string, string>();
  const ambiguous = new Set<string>();
  const placed: { outcome: Outcome; key: string }[] = [];
  for (const outcome of outcomes) {
    const found = chosen.find(outcome.taskId, outcome.benchmark);
    if (found === undefined) {
      (all.find(outcome.taskId, outcome.benchmark) === undefined ? unknown : notSelected).add(outcome.taskId);
      continue;
    }
    if (found.tasks.length > 1) {
      if (!ambiguous.has(outcome.taskId)) faults.push(ambiguousFault(outcome, found.tasks));
      ambiguous.add(outcome.taskId);
      continue;
    }
    const [task] = found.tasks as readonly [NamedTask];
    if (found.caseFolded) folded.set(outcome.taskId, task.id);
    placed.push({ outcome, key: taskKey(task) });
  }
  for (const fault of doubleFaults(placed)) faults.push(fault);
  const byConfiguration = groupBy(placed, ({ outcome }) => outcome.configuration);
  return {
    configurations: [...byConfiguration]
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, list]) => ({ name, byTask: outcomesByTask(list) })),
    notSelected: [...notSelected].sort(compareText),
    unknown: [...unknown].sort(compareText),
    caseFolded: [...folded].map(([spelt, id]) => ({ spelt, id })).sort((a, b) => compareText(a.spelt, b.spelt)),
    faults,
  };
}

type Placed = readonly { readonly outcome: Outcome; readonly key: string }[];

function outcomesByTask(placed: Placed): ReadonlyMap<string, readonly Outcome[]> {
  const byTask = groupBy(placed, ({ key }) => key);
  return new Map([...byTask].map(([key, list]) => [key, list.map(({ outcome }) => outcome)]));
}

function ambiguousFault({ taskId, place }: Outcome, tasks: readonly NamedTask[]): Fault {
  return {
    code: 'results/ambiguous',
    message: `"${taskId}" is a task of ${tasks.map(({ benchmark }) => benchmark).join(' and of ')}.`,
    place,
    hint: 'Name the benchmark in a column "benchmark".',
  };
}

/** Two names of one task, or two spellings, can make two results for the same attempt. */
function doubleFaults(placed: Placed): Fault[] {
  const attempts = groupBy(placed, ({ outcome: { configuration, run, attempt }, key }) =>
    JSON.stringify([key, configuration, run, attempt]),
  );
  return [...attempts.values()].flatMap(([first, second]) => {
    if (first === undefined || second === undefined) return [];
    const [one, two] = [first.outcome, second.outcome];
    const spelt = one.taskId === two.taskId ? `"${one.taskId}"` : `"${one.taskId}" and "${two.taskId}", one task,`;
    return [
      {
        code: 'results/double',
        message: `${spelt} has two results for configuration "${one.configuration}", attempt ${one.attempt}.`,
        place: two.place,
        hint: 'Keep one, or give each its own run or attempt.',
      },
    ];
  });
}
