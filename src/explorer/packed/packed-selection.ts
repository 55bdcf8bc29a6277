import { at } from '../../core/lists/at.js';
import type { Selection } from '../../core/model/selection.js';
import type { Pool, ScoredTask } from '../../core/model/task.js';
import { type PackedGraph, packGraph, type Restored, unpackGraph } from './packed-graph.js';
import { type PackedTasks, type PoolTask, packTasks, type UnpackedTasks, unpackTasks } from './packed-tasks.js';
import { taskStates } from './task-states.js';

/** A selection that can be written as JSON or sent to another thread: the tasks as columns, all else as it is. */
export interface PackedSelection {
  readonly graph: PackedGraph;
  /** By benchmark, in the order of the selection. */
  readonly tasks: readonly PackedTasks[];
  /** Whether each task is in, left over or may not be selected: one row a task, benchmark after benchmark. */
  readonly states: Uint8Array;
}

/** Pools whose tasks may lack what only hashes are made of. */
export type ShownPools = ReadonlyMap<string, ShownPool>;
type ShownPool = Omit<Pool, 'tasks'> & { readonly tasks: readonly PoolTask[] };

/** Packs a selection from pools; `before`: a selection that the other side has, of which nothing is told again. */
export function packSelection(selection: Selection, pools: ShownPools, before?: Selection): PackedSelection {
  const rows = new Map<object, number>();
  for (const { tasks } of selection.benchmarks) for (const task of tasks) rows.set(task, rows.size);
  const shared = sharedOf(pools);
  const isTaskList = (value: object): value is readonly object[] =>
    Array.isArray(value) && value.length > 0 && value.every((each) => rows.has(each));
  const graph = packGraph(selection, (value): Marker | undefined => {
    const pool = selection.benchmarks.findIndex(({ sourceTasks }) => sourceTasks === value);
    if (pool >= 0) return { is: 'source', at: pool };
    const row = rows.get(value);
    if (row !== undefined) return { is: 'task', row };
    const own = shared.indexOf(value);
    if (own >= 0) return { is: 'shared', at: own };
    return isTaskList(value)
      ? { is: 'tasks', rows: Uint32Array.from(value, (each) => rows.get(each) ?? 0) }
      : undefined;
  });
  const tasks = selection.benchmarks.map(({ plan: { name }, tasks: own }) =>
    packTasks(name, own, poolOf(pools, name), before?.benchmarks.find(({ plan }) => plan.name === name)?.tasks),
  );
  return { graph, tasks, states: statesOf(selection) };
}

type Marker =
  | { readonly is: 'source'; readonly at: number }
  | { readonly is: 'task'; readonly row: number }
  | { readonly is: 'tasks'; readonly rows: Uint32Array }
  | { readonly is: 'shared'; readonly at: number };

/** What both sides have of the pools, and is too long to be told. */
function sharedOf(pools: ShownPools): readonly object[] {
  return [...pools.values()].flatMap(({ priorRewards, census }) =>
    [priorRewards, census].filter((each) => each !== undefined),
  );
}

/** The state of every task: its place in `taskStates`. */
export function statesOf({ benchmarks }: Selection): Uint8Array {
  const states = new Uint8Array(benchmarks.reduce((sum, { tasks }) => sum + tasks.length, 0));
  let row = 0;
  for (const { tasks, choices, exclusions, leftOut } of benchmarks) {
    const chosen = new Set(choices.map(({ task }) => task.id));
    const excluded = new Set(exclusions.map(({ taskId }) => taskId));
    const ineligible = new Set(leftOut);
    for (const { id } of tasks) {
      const state = chosen.has(id) ? 'in' : excluded.has(id) ? 'excluded' : ineligible.has(id) ? 'ineligible' : 'out';
      states[row++] = taskStates.indexOf(state);
    }
  }
  return states;
}

/** A selection out of columns, and the columns. */
export interface UnpackedSelection {
  readonly selection: Selection;
  readonly tasks: readonly UnpackedTasks[];
  readonly states: Uint8Array;
}

/**
 * Unpacks a selection of the same pools. Lists of tasks are made when they are first asked for. `before`: the one that was
 * there when it was packed. `inFull` gives the selection as the pipeline makes it: what it works out on demand, it works
 * out there.
 */
export function unpackSelection(
  { graph, tasks: packed, states }: PackedSelection,
  pools: ShownPools,
  before: UnpackedSelection | undefined,
  inFull: () => Selection,
): UnpackedSelection {
  const tasks: UnpackedTasks[] = [];
  const starts: number[] = [];
  const taskAt = (row: number): ScoredTask => {
    let i = starts.length - 1;
    while (i > 0 && row < at(starts, i)) i--;
    return at(tasks, i).taskAt(row - at(starts, i));
  };
  const shared = sharedOf(pools);
  const restore = (marker: Marker): Restored => {
    switch (marker.is) {
      case 'source':
        return { later: () => at(inFull().benchmarks, marker.at).sourceTasks };
      case 'shared':
        return { value: at(shared, marker.at) };
      case 'task':
        return { later: () => taskAt(marker.row) };
      case 'tasks':
        return { later: () => Array.from(marker.rows, taskAt) };
    }
  };
  let start = 0;
  for (const each of packed) {
    const earlier = before?.tasks.find(({ benchmark }) => benchmark === each.benchmark);
    const own = unpackTasks(each, poolOf(pools, each.benchmark), earlier);
    tasks.push(own);
    starts.push(start);
    start += own.count;
  }
  const selection = unpackGraph(graph, (marker) => restore(marker as Marker)) as Selection;
  return { selection, tasks, states };
}

function poolOf(pools: ShownPools, benchmark: string): ShownPool {
  const pool = pools.get(benchmark);
  if (pool === undefined) throw new RangeError(`There is no pool of ${benchmark}.`);
  return pool;
}
