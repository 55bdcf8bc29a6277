import { groupBy } from '../lists/group-by.js';
import type { Fault } from '../model/fault.js';
import type { Outcome } from '../model/outcome.js';
import { compareText } from '../text/compare-text.js';
import { countOf } from '../text/count-of.js';
import { type NamedTask, TaskIndex, type TaskMatch } from './task-index.js';

/** Results sorted by configuration and task, with all that fits no selected task. */
export interface MatchedOutcomes {
  /** By name. */
  readonly configurations: readonly ConfigurationOutcomes[];
  /** Names in the results that are tasks of the pool, but not selected. */
  readonly notSelected: readonly string[];
  /** Names in the results that no task of the pool has. */
  readonly unknown: readonly string[];
  /** Names that fit a task only when letter case is left aside. */
  readonly caseFolded: readonly Respelt[];
  /** Names that fit a task only without what harnesses put around ids: a prefix, a version. */
  readonly dressed: readonly Respelt[];
  /** For the first names that no task has, the id that is most like them. */
  readonly nearest: readonly Respelt[];
  /** Names that fit several tasks. */
  readonly faults: readonly Fault[];
}

/** A name as the results spell it, and the task's id. */
interface Respelt {
  readonly spelt: string;
  readonly id: string;
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
  // The pool may know the selected tasks by their ids alone.
  const every = new Map([...pool, ...selected].map((task) => [taskKey(task), task]));
  const [chosen, all] = [new TaskIndex(selected, benchmarks), new TaskIndex([...every.values()], benchmarks)];
  const faults: Fault[] = [];
  const [notSelected, unknown] = [new Set<string>(), new Set<string>()];
  const [folded, dressed] = [new Map<string, string>(), new Map<string, string>()];
  const ambiguous = new Set<string>();
  const placed: { outcome: Outcome; key: string }[] = [];
  for (const outcome of outcomes) {
    const found = chosen.find(outcome.taskId, outcome.benchmark);
    const inPool = found?.by === 'name' ? found : all.find(outcome.taskId, outcome.benchmark);
    // A looser match counts only where the whole pool has no better one, nor two of the kind.
    if (found === undefined || isOtherTask(found, inPool)) {
      (inPool === undefined ? unknown : notSelected).add(outcome.taskId);
      continue;
    }
    if (found.tasks.length > 1) {
      if (!ambiguous.has(outcome.taskId)) faults.push(ambiguousFault(outcome, found.tasks));
      ambiguous.add(outcome.taskId);
      continue;
    }
    const [task] = found.tasks as readonly [NamedTask];
    if (found.by === 'letter case') folded.set(outcome.taskId, task.id);
    if (found.by === 'dressing') dressed.set(outcome.taskId, task.id);
    placed.push({ outcome, key: taskKey(task) });
  }
  for (const fault of doubleFaults(placed)) faults.push(fault);
  const strangers = [...unknown].sort(compareText);
  const byConfiguration = groupBy(placed, ({ outcome }) => outcome.configuration);
  return {
    configurations: [...byConfiguration]
      .sort(([a], [b]) => compareText(a, b))
      .map(([name, list]) => ({ name, byTask: outcomesByTask(list) })),
    notSelected: [...notSelected].sort(compareText),
    unknown: strangers,
    caseFolded: respelt(folded),
    dressed: respelt(dressed),
    nearest: strangers.slice(0, mostNearest).flatMap((spelt) => {
      const id = all.nearest(spelt);
      return id === undefined ? [] : [{ spelt, id }];
    }),
    faults: shortened(faults),
  };
}

function isOtherTask(found: TaskMatch, inPool: TaskMatch | undefined): boolean {
  return inPool === undefined ? found.by === 'dressing' : inPool.by !== found.by;
}

/** Each is looked for in the whole pool. */
const mostNearest = 3;
const mostFaults = 20;

function respelt(names: ReadonlyMap<string, string>): readonly Respelt[] {
  return [...names].map(([spelt, id]) => ({ spelt, id })).sort((a, b) => compareText(a.spelt, b.spelt));
}

/** The first faults, as many as anyone reads, and the number of the others. */
function shortened(faults: readonly Fault[]): readonly Fault[] {
  if (faults.length <= mostFaults) return faults;
  const message = `There are ${countOf(faults.length - mostFaults, 'more fault')} of this kind.`;
  return [...faults.slice(0, mostFaults), { code: 'results/more', message }];
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
