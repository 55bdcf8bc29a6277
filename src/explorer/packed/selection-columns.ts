import { at } from '../../core/lists/lists.js';
import type { BenchmarkSelection, Selection } from '../../core/model/selection.js';
import type { Pool, Pools, ScoredTask, Task } from '../../core/model/task.js';
import { compareText } from '../../core/text/words.js';
import { packedJson } from './packed-json.js';

export const taskStates = ['in', 'out', 'excluded', 'ineligible'] as const;
export type TaskState = (typeof taskStates)[number];

/** A column of values that often repeat: each distinct value once, and its index for every row. */
export interface Coded<Value> {
  readonly values: readonly Value[];
  readonly codes: Uint32Array;
}

/** Encodes a column. Values with the same key count as one. */
export function coded<Value>(
  count: number,
  valueAt: (row: number) => Value,
  keyOf: (value: Value) => unknown = (value) => value,
): Coded<Value> {
  const values: Value[] = [];
  const places = new Map<unknown, number>();
  const codes = Uint32Array.from({ length: count }, (_, row) => {
    const value = valueAt(row);
    const key = keyOf(value);
    const known = places.get(key) ?? values.push(value) - 1;
    places.set(key, known);
    return known;
  });
  return { values, codes };
}

/** The number of rows with each code; with a mask, only rows marked 1. */
export function countCodes(codes: Uint8Array | Uint16Array | Uint32Array, kinds: number, mask?: Uint8Array) {
  const counts = new Uint32Array(kinds);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    if (mask === undefined || mask[row] === 1) counts[code] = (counts[code] as number) + 1;
  }
  return counts;
}

function decoded<Value>({ values, codes }: Coded<Value>, row: number): Value {
  return at(values, at(codes, row));
}

/** All tasks of a selection's pools as columns: a row per task, by benchmark and id. */
export interface PoolColumns {
  readonly count: number;
  readonly score: Float64Array;
  /** The state of each task, as an index into `taskStates`. */
  readonly states: Uint8Array;
  readonly taskAt: (row: number) => ScoredTask;
  /** The same object for selections that differ only in weights, seed and rules. */
  readonly labels: ReturnType<typeof labelColumns>;
}

const known = new WeakMap<Selection, PoolColumns>();

export function poolColumns(selection: Selection): PoolColumns {
  const found = known.get(selection) ?? columnsOf(selection);
  known.set(selection, found);
  return found;
}

function columnsOf({ benchmarks }: Selection): PoolColumns {
  const tasks = benchmarks.flatMap((benchmark) => benchmark.tasks);
  const taskAt = (row: number) => at(tasks, row);
  return {
    count: tasks.length,
    score: Float64Array.from(tasks, ({ score }) => score),
    states: Uint8Array.from(benchmarks.flatMap(statesOf)),
    taskAt,
    labels: labelColumns(tasks.length, taskAt, (row) => taskAt(row).phase),
  };
}

function statesOf({ tasks, choices, exclusions, leftOut }: BenchmarkSelection): readonly number[] {
  const states = new Map<string, TaskState>([
    ...leftOut.map((id) => [id, 'ineligible'] as const),
    ...exclusions.map(({ taskId }) => [taskId, 'excluded'] as const),
    ...choices.map(({ task }) => [task.id, 'in'] as const),
  ]);
  return tasks.map(({ id }) => taskStates.indexOf(states.get(id) ?? 'out'));
}

/** The columns of tasks except their scores, each made on first use. */
function labelColumns(count: number, givenAt: (row: number) => Task, phaseAt: (row: number) => string) {
  const labels = new Map<string, Coded<string>>();
  const numbers = new Map<string, Float64Array>();
  const texts: (string | undefined)[] = new Array(count);
  const fieldNames = new Set<string>();
  let byName: Uint32Array | undefined;
  let looked = 0;
  const labelAt = (name: string, row: number) => {
    if (name === 'phase') return phaseAt(row);
    const { id, benchmark, fields } = givenAt(row);
    return name === 'id' ? id : name === 'benchmark' ? benchmark : String(fields[name] ?? '');
  };
  const label = (name: string) => {
    const column = labels.get(name) ?? coded(count, (row) => labelAt(name, row));
    labels.set(name, column);
    return column;
  };
  return {
    /** A task with its labels corrected, perhaps without its score. */
    givenAt,
    /** A label as text, empty if unknown. */
    label,
    /** NaN if unknown. */
    number(name: string): Float64Array {
      const numberAt = (_: unknown, row: number) => {
        const value = givenAt(row).fields[name];
        return typeof value === 'number' ? value : Number.NaN;
      };
      const column = numbers.get(name) ?? Float64Array.from({ length: count }, numberAt);
      numbers.set(name, column);
      return column;
    },
    /** The fields of all tasks, or of the first ones. */
    fieldNames(upTo = count): ReadonlySet<string> {
      for (; looked < Math.min(upTo, count); looked++) for (const name in givenAt(looked).fields) fieldNames.add(name);
      return fieldNames;
    },
    /** The rows by benchmark and id. */
    byName() {
      if (byName !== undefined) return byName;
      const { values, codes } = label('benchmark');
      const rows = Uint32Array.from(codes, (_, row) => row);
      // The tasks of a benchmark are in the order of their ids.
      const parts = values.toSorted(compareText).map((name) => {
        const code = values.indexOf(name);
        return values.length === 1 ? rows : rows.filter((row) => codes[row] === code);
      });
      byName = Uint32Array.from(parts.flatMap((part) => [...part]));
      return byName;
    },
    /** The text to search, in lower case. */
    searchText(row: number): string {
      const text = texts[row] ?? searchText(givenAt(row), phaseAt(row));
      texts[row] = text;
      return text;
    },
  };
}

function searchText({ id, benchmark, aliases = [], fields }: Task, phase: string): string {
  const words = Object.values(fields).filter((value) => typeof value === 'string');
  return [id, benchmark, phase, ...aliases, ...words].join('\n').toLowerCase();
}

/**
 * A selection for a document or another thread: tasks as columns, and row numbers instead of tasks elsewhere. Copying
 * 50,000 task objects takes a hundred times as long, for each move of a slider.
 */
export type PackedSelection = ReturnType<ReturnType<typeof selectionPacker>>;

/** Packs selections from given pools. `before`: a selection the receiver already has, so its labels are not sent again. */
export function selectionPacker(pools: Pools, before?: Selection) {
  let textBefore: string | undefined;
  const newLabels = (selection: Selection) => {
    const labels = packLabels(selection, pools);
    if (before === undefined) return labels;
    textBefore ??= packedJson(packLabels(before, pools));
    return packedJson(labels) === textBefore ? undefined : labels;
  };
  return (selection: Selection) => {
    const { benchmarks, choices: _, ...others } = selection;
    const tasks = benchmarks.flatMap((benchmark) => benchmark.tasks);
    const { score, states } = poolColumns(selection);
    const hasNumbers = tasks.some(({ random }) => random !== undefined);
    const optima = [...new Set(benchmarks.flatMap(({ optimum }) => optimum ?? []))];
    const rows = new Map(tasks.map((task, row) => [task, row]));
    const rowOf = (task: ScoredTask) => rows.get(task) ?? -1;
    return {
      ...others,
      /** Benchmarks may share one. */
      optima,
      tasks: {
        score,
        states,
        random: hasNumbers ? Float64Array.from(tasks, ({ random }) => random ?? Number.NaN) : undefined,
        /** Undefined: as in the previous selection. */
        labels: before !== undefined && haveSameLabels(tasks, before) ? undefined : newLabels(selection),
      },
      benchmarks: benchmarks.map((benchmark) => {
        const { tasks: own, sourceTasks: _, priorRewards: __, census: ___, ...rest } = benchmark;
        return {
          ...rest,
          count: own.length,
          optimum: rest.optimum === undefined ? -1 : optima.indexOf(rest.optimum),
          groups: rest.groups.map(({ ranking, ...group }) => ({ ...group, rows: Uint32Array.from(ranking, rowOf) })),
          choices: rest.choices.map(({ task, benchmark: _, group, ...choice }) => {
            return { ...choice, row: rowOf(task), place: rest.groups.indexOf(group) };
          }),
        };
      }),
    };
  };
}

/** Changed weights keep the same label objects. */
function haveSameLabels(tasks: readonly ScoredTask[], { benchmarks }: Selection): boolean {
  const before = benchmarks.flatMap((benchmark) => benchmark.tasks);
  if (tasks.length !== before.length) return false;
  return tasks.every(({ parts, fields, phase, changes }, row) => {
    const own = before[row];
    return own?.parts === parts && own.fields === fields && own.phase === phase && own.changes === changes;
  });
}

const ownKeys = ['aliases', 'fields', 'lists', 'provenance', 'conflicts', 'taskDir'] as const;

/** The results of classifying and scoring that don't depend on weights. */
function packLabels({ benchmarks }: Selection, pools: Pools) {
  const tasks = benchmarks.flatMap((benchmark) => benchmark.tasks);
  const order = benchmarks.flatMap(({ plan, tasks: own }) => {
    const places = new Map(poolOf(pools, plan.name).tasks.map(({ id }, place) => [id, place]));
    return own.map(({ id }) => {
      const place = places.get(id);
      if (place === undefined) throw new RangeError(`The task ${id} is not in the pool.`);
      return place;
    });
  });
  const othersAt = (row: number): Partial<Task> & Pick<ScoredTask, 'phase' | 'changes' | 'defaulted'> => {
    const { phase, changes, defaulted, ...task } = at(tasks, row);
    const given = at(poolOf(pools, task.benchmark).tasks, at(order, row));
    const changed = ownKeys.filter((key) => task[key] !== given[key]).map((key) => [key, task[key]]);
    return { phase, changes, defaulted, ...Object.fromEntries(changed) };
  };
  const components = new Set(tasks.flatMap(({ parts }) => Object.keys(parts)));
  const partsOf = (name: string) => Float64Array.from(tasks, ({ parts }) => parts[name] ?? Number.NaN);
  return {
    /** The index of each task in its pool. */
    order: Uint32Array.from(order),
    parts: [...components].map((name) => [name, partsOf(name)] as const),
    others: coded(tasks.length, othersAt, JSON.stringify),
  };
}

/** Returns a function that unpacks selections. Selections without labels share those of the first. */
export function selectionUnpacker(pools: Pools): (packed: PackedSelection) => Selection {
  let first: UnpackedLabels | undefined;
  return ({ tasks: { score, states, random, labels: sent }, benchmarks: packed, optima, ...others }) => {
    const labels = sent === undefined ? first : unpackLabels(sent, packed, pools);
    if (labels === undefined) throw new TypeError('The labels of the tasks are missing.');
    first ??= labels;
    const made: (ScoredTask | undefined)[] = new Array(score.length);
    const taskAt = (row: number): ScoredTask => {
      const task = made[row] ?? labels.taskAt(row, at(score, row), random?.[row]);
      made[row] = task;
      return task;
    };
    let start = 0;
    const benchmarks = packed.map(({ count, optimum, groups: bare, choices, ...rest }): BenchmarkSelection => {
      const from = start;
      start += count;
      const { priorRewards, census } = poolOf(pools, rest.plan.name);
      const groups = bare.map(({ rows, ...group }) => withLists(group, { ranking: () => Array.from(rows, taskAt) }));
      const own = {
        ...rest,
        priorRewards,
        census,
        optimum: optima[optimum],
        groups,
        choices: choices.map(({ row, place, ...choice }) => {
          return { ...choice, task: taskAt(row), benchmark: rest.plan, group: at(groups, place) };
        }),
      };
      return withLists(own, {
        tasks: () => Array.from({ length: count }, (_, i) => taskAt(from + i)),
        sourceTasks: () => labels.poolTasks.slice(from, from + count),
      });
    });
    const choices = benchmarks
      .flatMap((benchmark) => benchmark.choices)
      .sort(({ task: a }, { task: b }) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
    const selection = { ...others, benchmarks, choices };
    known.set(selection, { count: score.length, score, states, taskAt, labels: labels.columns });
    return selection;
  };
}

type UnpackedLabels = ReturnType<typeof unpackLabels>;

function unpackLabels(
  { order, parts, others }: ReturnType<typeof packLabels>,
  benchmarks: PackedSelection['benchmarks'],
  pools: Pools,
) {
  const poolTasks: Task[] = [];
  for (const { plan, count } of benchmarks) {
    const { tasks } = poolOf(pools, plan.name);
    for (const place of order.subarray(poolTasks.length, poolTasks.length + count)) poolTasks.push(at(tasks, place));
  }
  const taskAt = (row: number, score: number, random: number | undefined): ScoredTask => {
    // Written out, because a spread would give every task its own hidden class.
    const { benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, digest } = at(poolTasks, row);
    const known = parts.map(([name, column]) => [name, at(column, row)] as const);
    return {
      ...{ benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, digest },
      ...decoded(others, row),
      score,
      parts: Object.fromEntries(known.filter(([, value]) => !Number.isNaN(value))),
      random,
    };
  };
  const isCorrected = others.values.map((value) => ownKeys.some((key) => key in value));
  const given = poolTasks.map((task, row) =>
    isCorrected[at(others.codes, row)] === true ? { ...task, ...decoded(others, row) } : task,
  );
  const phaseAt = (row: number) => decoded(others, row).phase;
  return { poolTasks, taskAt, columns: labelColumns(given.length, (row) => at(given, row), phaseAt) };
}

/** The object with lists that are made on first use. */
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
