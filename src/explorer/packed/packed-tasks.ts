import { at } from '../../core/lists/at.js';
import type { ScoredTask, Task } from '../../core/model/task.js';
import { type Coded, coded, decoded } from './coded.js';

/** A benchmark's tasks in a selection, by id, as columns: what both sides know of the pool is not told again. */
export interface PackedTasks {
  readonly benchmark: string;
  /** Of each task its place in the pool. */
  readonly order: Uint32Array;
  readonly score: Float64Array;
  /** The permanent random numbers, where tasks have them. */
  readonly random: Float64Array | undefined;
  /** What a change of weights leaves alone; undefined: as in the selection before. */
  readonly labels: PackedLabels | undefined;
}

/** A task as a pool has it; a selection makes nothing of its contents. */
export type PoolTask = Omit<Task, 'contents'>;

/** What classifying and scoring found of each task. */
interface PackedLabels {
  readonly phase: Coded<string>;
  readonly parts: readonly (readonly [component: string, Coded<number | null>])[];
  readonly defaulted: Coded<readonly string[]>;
  readonly changes: Coded<ScoredTask['changes']>;
  /** What of the task is not as the pool has it. */
  readonly others: Coded<Partial<ScoredTask>>;
}

/** Packs the tasks of a benchmark; `before`: the tasks of a selection that the other side has. */
export function packTasks(
  benchmark: string,
  tasks: readonly ScoredTask[],
  pool: { readonly tasks: readonly PoolTask[] },
  before: readonly ScoredTask[] | undefined,
): PackedTasks {
  const places = new Map(pool.tasks.map(({ id }, place) => [id, place]));
  const order = Uint32Array.from(tasks, ({ id }) => {
    const place = places.get(id);
    if (place === undefined) throw new RangeError(`The task ${id} is not in the pool.`);
    return place;
  });
  const hasNumbers = tasks.some(({ random }) => random !== undefined);
  return {
    benchmark,
    order,
    score: Float64Array.from(tasks, ({ score }) => score),
    random: hasNumbers ? Float64Array.from(tasks, ({ random }) => random ?? Number.NaN) : undefined,
    labels: otherLabels(tasks, before, (task) => at(pool.tasks, places.get(task.id) ?? 0)),
  };
}

/** The labels of tasks; undefined where they are those of the tasks before, whether or not they were made anew. */
function otherLabels(
  tasks: readonly ScoredTask[],
  before: readonly ScoredTask[] | undefined,
  poolTask: (task: ScoredTask) => PoolTask,
): PackedLabels | undefined {
  if (haveSameLabels(tasks, before)) return undefined;
  const labels = labelsOf(tasks, poolTask);
  const isSame =
    tasks.length === before?.length &&
    tasks.every(({ id }, i) => before[i]?.id === id) &&
    areEqual(labels, labelsOf(before, poolTask));
  return isSame ? undefined : labels;
}

let packedLast: readonly { readonly tasks: readonly ScoredTask[]; readonly labels: PackedLabels }[] = [];

/** The labels of tasks as columns. A selection and the one that it rests on have the same, which are then sent once. */
function labelsOf(tasks: readonly ScoredTask[], poolTask: (task: ScoredTask) => PoolTask): PackedLabels {
  const known = packedLast.find((last) => last.tasks === tasks || haveSameLabels(tasks, last.tasks));
  const labels = known?.labels ?? packLabels(tasks, poolTask);
  packedLast = [{ tasks, labels }, ...packedLast.filter((each) => each !== known)].slice(0, 4);
  return labels;
}

function areEqual(a: PackedLabels, b: PackedLabels): boolean {
  const columns = ({ phase, parts, defaulted, changes, others }: PackedLabels): readonly Coded<unknown>[] => [
    phase,
    ...parts.map(([, column]) => column),
    defaulted,
    changes,
    others,
  ];
  const names = ({ parts }: PackedLabels) => parts.map(([name]) => name).join('\n');
  const [own, theirs] = [columns(a), columns(b)];
  return (
    names(a) === names(b) &&
    own.every(({ values, codes }, i) => {
      const other = theirs[i];
      return (
        other !== undefined &&
        JSON.stringify(values) === JSON.stringify(other.values) &&
        codes.every((code, row) => code === other.codes[row])
      );
    })
  );
}

/** Weights leave the objects that hold the labels as they were. */
function haveSameLabels(tasks: readonly ScoredTask[], before: readonly ScoredTask[] | undefined): boolean {
  if (tasks.length !== before?.length) return false;
  return tasks.every(({ parts, fields, phase, changes }, i) => {
    const own = before[i];
    return own?.parts === parts && own.fields === fields && own.phase === phase && own.changes === changes;
  });
}

function packLabels(tasks: readonly ScoredTask[], poolTask: (task: ScoredTask) => PoolTask): PackedLabels {
  const { length } = tasks;
  const components = new Set(tasks.flatMap(({ parts }) => Object.keys(parts)));
  return {
    phase: coded(length, (row) => at(tasks, row).phase),
    parts: [...components].map((name) => [name, coded(length, (row) => at(tasks, row).parts[name] ?? null)]),
    defaulted: coded(length, (row) => at(tasks, row).defaulted, JSON.stringify),
    changes: coded(length, (row) => at(tasks, row).changes, JSON.stringify),
    others: coded(length, (row) => otherThan(poolTask(at(tasks, row)), at(tasks, row)), JSON.stringify),
  };
}

/** What both may hold, and a selection may have changed. */
const ownKeys = ['aliases', 'fields', 'lists', 'provenance', 'conflicts', 'taskDir'] as const;

function otherThan(given: PoolTask, task: ScoredTask): Partial<ScoredTask> {
  return Object.fromEntries(ownKeys.filter((key) => task[key] !== given[key]).map((key) => [key, task[key]]));
}

/** The tasks of a benchmark out of columns. */
export interface UnpackedTasks {
  readonly benchmark: string;
  readonly count: number;
  readonly score: Float64Array;
  readonly labels: PackedLabels;
  /** The task of a row; the same object whenever it is asked for. */
  readonly taskAt: (row: number) => ScoredTask;
  /** A task with its labels corrected, without making all of it. */
  readonly givenAt: (row: number) => PoolTask;
}

/** Unpacks the tasks of a benchmark; each is made when it is first asked for. `before`: those that labels were left out for. */
export function unpackTasks(
  { benchmark, order, score, random, labels: own }: PackedTasks,
  pool: { readonly tasks: readonly PoolTask[] },
  before: UnpackedTasks | undefined,
): UnpackedTasks {
  const labels = own ?? before?.labels;
  if (labels === undefined) throw new TypeError('The labels of the tasks were left out.');
  const { phase, parts, defaulted, changes, others } = labels;
  const poolTask = (row: number) => at(pool.tasks, at(order, row));
  // Those of the selection before, where they are the same: what is kept by them is then found again.
  const partsAt = (row: number): ScoredTask['parts'] =>
    own === undefined && before !== undefined
      ? before.taskAt(row).parts
      : Object.fromEntries(
          parts.flatMap(([name, column]) => {
            const part = decoded(column, row);
            return part === null ? [] : [[name, part]];
          }),
        );
  const corrected = others.values.map((value) => Object.keys(value).length > 0);
  const made: (ScoredTask | undefined)[] = new Array(order.length);
  const taskAt = (row: number): ScoredTask => {
    const known = made[row];
    if (known !== undefined) return known;
    const { id, aliases, fields, lists, provenance, conflicts, taskDir } = poolTask(row);
    const number = random?.[row];
    const task: ScoredTask = {
      benchmark,
      id,
      aliases,
      fields,
      lists,
      provenance,
      conflicts,
      taskDir,
      ...decoded(others, row),
      phase: decoded(phase, row),
      changes: decoded(changes, row),
      score: at(score, row),
      parts: partsAt(row),
      defaulted: decoded(defaulted, row),
      ...(number === undefined ? {} : { random: number }),
    };
    made[row] = task;
    return task;
  };
  return {
    benchmark,
    count: order.length,
    score,
    labels,
    taskAt,
    givenAt: (row) => (corrected[at(others.codes, row)] === true ? taskAt(row) : poolTask(row)),
  };
}
