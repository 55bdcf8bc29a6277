import { at } from '../../core/lists/lists.js';
import type { Optimum } from '../../core/model/optimum.js';
import type { BenchmarkSelection, Choice, Group, Selection } from '../../core/model/selection.js';
import type { Pool, Pools, ScoredTask, Task } from '../../core/model/task.js';
import { compareText } from '../../core/text/words.js';
import { type Coded, coded, decoded, packedJson } from './packed-json.js';

/** The states of a task. */
export const taskStates = ['in', 'out', 'excluded', 'ineligible'] as const;
export type TaskState = (typeof taskStates)[number];

/** A selection for a document or another thread: tasks as columns, and rows of them instead of tasks elsewhere. */
export interface PackedSelection extends Omit<Selection, 'benchmarks' | 'choices'> {
  /** In the order of the selection. */
  readonly benchmarks: readonly PackedBenchmark[];
  /** Several benchmarks may share one. */
  readonly optima: readonly Optimum[];
}

interface PackedBenchmark
  extends Omit<
    BenchmarkSelection,
    'tasks' | 'sourceTasks' | 'priorRewards' | 'census' | 'optimum' | 'groups' | 'choices'
  > {
  readonly tasks: PackedTasks;
  /** The place of its optimum; -1 for none. */
  readonly optimum: number;
  readonly groups: readonly (Omit<Group, 'ranking'> & { readonly rows: Uint32Array })[];
  /** `row`: the task; `place`: of its group. */
  readonly choices: readonly (Omit<Choice, 'task' | 'benchmark' | 'group'> & {
    readonly row: number;
    readonly place: number;
  })[];
}

/** The tasks of a benchmark by id, as columns, without what the pool has. */
interface PackedTasks {
  /** The place of each task in the pool. */
  readonly order: Uint32Array;
  readonly states: Uint8Array;
  readonly score: Float64Array;
  /** The permanent random numbers, if tasks have them. */
  readonly random: Float64Array | undefined;
  /** Undefined: as in the selection before. */
  readonly labels: PackedLabels | undefined;
}

/** The results of classifying and scoring, which weights do not change. */
interface PackedLabels {
  readonly phase: Coded<string>;
  readonly parts: readonly (readonly [component: string, Coded<number | null>])[];
  readonly defaulted: Coded<readonly string[]>;
  readonly changes: Coded<ScoredTask['changes']>;
  /** The properties that differ from the pool's. */
  readonly others: Coded<Partial<ScoredTask>>;
}

/** Packs selections from some pools. `before`: a selection that the other side has, whose labels are not sent again. */
export function selectionPacker(pools: Pools, before?: Selection): (selection: Selection) => PackedSelection {
  const texts = new Map<string, string>();
  const tasksOf = (benchmark: BenchmarkSelection): PackedTasks => {
    const { plan, tasks } = benchmark;
    const known = before?.benchmarks.find((each) => each.plan.name === plan.name)?.tasks;
    const { tasks: given } = poolOf(pools, plan.name);
    const places = new Map(given.map(({ id }, place) => [id, place]));
    const placeOf = ({ id }: ScoredTask) => {
      const place = places.get(id);
      if (place === undefined) throw new RangeError(`The task ${id} is not in the pool.`);
      return place;
    };
    const labelsOf = (of: readonly ScoredTask[]) => packLabels(of, (task) => at(given, placeOf(task)));
    const textOf = (of: readonly ScoredTask[], labels: PackedLabels) => packedJson([of.map(({ id }) => id), labels]);
    const newLabels = () => {
      const labels = labelsOf(tasks);
      if (known === undefined) return labels;
      const text = texts.get(plan.name) ?? textOf(known, labelsOf(known));
      texts.set(plan.name, text);
      return textOf(tasks, labels) === text ? undefined : labels;
    };
    const hasNumbers = tasks.some(({ random }) => random !== undefined);
    return {
      order: Uint32Array.from(tasks, placeOf),
      states: statesOf(benchmark),
      score: Float64Array.from(tasks, ({ score }) => score),
      random: hasNumbers ? Float64Array.from(tasks, ({ random }) => random ?? Number.NaN) : undefined,
      labels: known !== undefined && haveSameLabels(tasks, known) ? undefined : newLabels(),
    };
  };
  return ({ benchmarks, choices: _, ...selection }) => {
    const optima = [...new Set(benchmarks.flatMap(({ optimum }) => optimum ?? []))];
    const packed = benchmarks.map((benchmark) => {
      const { tasks, sourceTasks: _, priorRewards: __, census: ___, optimum, groups, choices, ...rest } = benchmark;
      const rows = new Map(tasks.map((task, row) => [task, row]));
      const rowOf = (task: ScoredTask) => rows.get(task) ?? -1;
      return {
        ...rest,
        tasks: tasksOf(benchmark),
        optimum: optimum === undefined ? -1 : optima.indexOf(optimum),
        groups: groups.map(({ ranking, ...group }) => ({ ...group, rows: Uint32Array.from(ranking, rowOf) })),
        choices: choices.map(({ task, benchmark: _, group, ...choice }) => {
          return { ...choice, row: rowOf(task), place: groups.indexOf(group) };
        }),
      };
    });
    return { ...selection, benchmarks: packed, optima };
  };
}

/** Weights leave the objects with the labels as they were. */
function haveSameLabels(tasks: readonly ScoredTask[], before: readonly ScoredTask[]): boolean {
  if (tasks.length !== before.length) return false;
  return tasks.every(({ parts, fields, phase, changes }, i) => {
    const own = before[i];
    return own?.parts === parts && own.fields === fields && own.phase === phase && own.changes === changes;
  });
}

const ownKeys = ['aliases', 'fields', 'lists', 'provenance', 'conflicts', 'taskDir'] as const;

function packLabels(tasks: readonly ScoredTask[], givenOf: (task: ScoredTask) => Task): PackedLabels {
  const column = <Value>(read: (task: ScoredTask) => Value, keyOf?: (value: Value) => unknown) =>
    coded(tasks.length, (row) => read(at(tasks, row)), keyOf);
  const components = new Set(tasks.flatMap(({ parts }) => Object.keys(parts)));
  const otherThanGiven = (task: ScoredTask): Partial<ScoredTask> => {
    const given = givenOf(task);
    return Object.fromEntries(ownKeys.filter((key) => task[key] !== given[key]).map((key) => [key, task[key]]));
  };
  return {
    phase: column(({ phase }) => phase),
    parts: [...components].map((name) => [name, column(({ parts }) => parts[name] ?? null)]),
    defaulted: column(({ defaulted }) => defaulted, JSON.stringify),
    changes: column(({ changes }) => changes, JSON.stringify),
    others: column(otherThanGiven, JSON.stringify),
  };
}

/** The state of every task of a benchmark, as its place in `taskStates`. */
export function statesOf({ tasks, choices, exclusions, leftOut }: BenchmarkSelection): Uint8Array {
  const chosen = new Set(choices.map(({ task }) => task.id));
  const excluded = new Set(exclusions.map(({ taskId }) => taskId));
  const ineligible = new Set(leftOut);
  return Uint8Array.from(tasks, ({ id }) =>
    taskStates.indexOf(
      chosen.has(id) ? 'in' : excluded.has(id) ? 'excluded' : ineligible.has(id) ? 'ineligible' : 'out',
    ),
  );
}

/** A selection made from columns, and the columns. */
export interface UnpackedSelection {
  readonly selection: Selection;
  readonly tasks: readonly UnpackedTasks[];
}

/** The tasks of a benchmark, each made when it is first asked for. */
interface UnpackedTasks extends Pick<PackedTasks, 'states' | 'score'> {
  readonly benchmark: string;
  readonly labels: PackedLabels;
  /** The task of a row; always the same object. */
  readonly taskAt: (row: number) => ScoredTask;
  /** A task with its labels corrected, without its score. */
  readonly givenAt: (row: number) => Task;
}

/** Unpacks a selection. Long lists of tasks are made when they are first read. `before`: whose labels were not sent again. */
export function unpackSelection(
  { benchmarks: packed, optima, ...selection }: PackedSelection,
  pools: Pools,
  before: UnpackedSelection | undefined,
): UnpackedSelection {
  const tasks = packed.map(({ plan: { name }, tasks: own }) =>
    unpackTasks(
      name,
      own,
      poolOf(pools, name),
      before?.tasks.find(({ benchmark }) => benchmark === name),
    ),
  );
  const benchmarks = packed.map(
    ({ tasks: { order }, optimum, groups: bare, choices, ...rest }, i): BenchmarkSelection => {
      const { plan } = rest;
      const { priorRewards, census } = poolOf(pools, plan.name);
      const { taskAt } = at(tasks, i);
      const groups = bare.map(({ rows, ...group }) => withLists(group, { ranking: () => Array.from(rows, taskAt) }));
      const own = {
        ...rest,
        priorRewards,
        census,
        optimum: optima[optimum],
        groups,
        choices: choices.map(({ row, place, ...choice }) => {
          return { ...choice, task: taskAt(row), benchmark: plan, group: at(groups, place) };
        }),
      };
      return withLists(own, {
        tasks: () => Array.from(order, (_, row) => taskAt(row)),
        sourceTasks: () => Array.from(order, (place) => at(poolOf(pools, plan.name).tasks, place)),
      });
    },
  );
  const choices = benchmarks
    .flatMap((benchmark) => benchmark.choices)
    .sort(({ task: a }, { task: b }) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  return { selection: { ...selection, benchmarks, choices }, tasks };
}

function unpackTasks(
  benchmark: string,
  { order, states, score, random, labels: own }: PackedTasks,
  pool: { readonly tasks: readonly Task[] },
  before: UnpackedTasks | undefined,
): UnpackedTasks {
  const labels = own ?? before?.labels;
  if (labels === undefined) throw new TypeError('The labels of the tasks are missing.');
  const { phase, parts, defaulted, changes, others } = labels;
  const poolTask = (row: number) => at(pool.tasks, at(order, row));
  const partsAt = (row: number) => {
    const known = parts.map(([name, column]) => [name, decoded(column, row)] as const);
    return Object.fromEntries(known.filter((entry): entry is [string, number] => entry[1] !== null));
  };
  const made: (ScoredTask | undefined)[] = new Array(order.length);
  const taskAt = (row: number): ScoredTask => {
    const known = made[row];
    if (known !== undefined) return known;
    // Written out: a spread would give every task a hidden class.
    const { id, aliases, fields, lists, provenance, conflicts, taskDir, digest } = poolTask(row);
    const task: ScoredTask = {
      benchmark,
      id,
      aliases,
      fields,
      lists,
      provenance,
      conflicts,
      taskDir,
      digest,
      ...decoded(others, row),
      phase: decoded(phase, row),
      changes: decoded(changes, row),
      score: at(score, row),
      parts: partsAt(row),
      defaulted: decoded(defaulted, row),
      random: random?.[row],
    };
    made[row] = task;
    return task;
  };
  const isCorrected = others.values.map((value) => Object.keys(value).length > 0);
  return {
    benchmark,
    states,
    score,
    labels,
    taskAt,
    givenAt: (row) => (isCorrected[at(others.codes, row)] === true ? taskAt(row) : poolTask(row)),
  };
}

/** The object with lists that are made when they are first read. */
function withLists<Of extends object, Lists extends Readonly<Record<string, () => unknown>>>(of: Of, lists: Lists) {
  for (const [key, make] of Object.entries(lists)) {
    const get = () => {
      const value = make();
      Object.defineProperty(of, key, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(of, key, { get, enumerable: true, configurable: true });
  }
  return of as Of & { readonly [Key in keyof Lists]: ReturnType<Lists[Key]> };
}

function poolOf(pools: Pools, benchmark: string): Pool {
  const pool = pools.get(benchmark);
  if (pool === undefined) throw new RangeError(`There is no pool of ${benchmark}.`);
  return pool;
}
