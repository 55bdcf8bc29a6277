import { at } from '../../../core/lists/at.js';
import type { Selection } from '../../../core/model/selection.js';
import type { ScoredTask } from '../../../core/model/task.js';
import { compareText } from '../../../core/text/compare-text.js';
import { type Coded, coded, decoded } from '../../packed/coded.js';
import { statesOf, type UnpackedSelection } from '../../packed/packed-selection.js';
import type { PoolTask } from '../../packed/packed-tasks.js';

/** All tasks of a selection's pools as columns: one row a task, benchmark after benchmark, by id. */
export interface PoolColumns {
  readonly count: number;
  readonly score: Float64Array;
  /** Of each task the place of its state in `taskStates`. */
  readonly states: Uint8Array;
  /** Made when it is first asked for. */
  readonly taskAt: (row: number) => ScoredTask;
  /** What edits of weights, seed and rules leave alone: the same object as long as it is. */
  readonly labels: LabelColumns;
}

/** What is known of tasks apart from their scores, each column made when it is first asked for. */
export interface LabelColumns {
  readonly benchmarks: readonly { readonly name: string; readonly start: number; readonly count: number }[];
  readonly givenAt: (row: number) => PoolTask;
  /** A label: words, empty where it is not known. */
  readonly label: (name: string) => Coded<string>;
  /** A number; NaN where it is not known. */
  readonly number: (name: string) => Float64Array;
  /** The fields that any task has; of the first so many, where that is enough for now. */
  readonly fieldNames: (upTo?: number) => ReadonlySet<string>;
  /** The rows by benchmark and id. */
  readonly byName: () => Uint32Array;
  /** What a search looks through, in small letters. */
  readonly searchText: (row: number) => string;
}

const known = new WeakMap<Selection, PoolColumns>();

/** The columns of a selection. */
export function poolColumns(selection: Selection): PoolColumns {
  const found = known.get(selection) ?? columnsOf(selection);
  known.set(selection, found);
  return found;
}

/** Keeps the columns that a selection was unpacked from. `before`: the one whose labels it may share. */
export function rememberColumns({ selection, tasks, states }: UnpackedSelection, before: Selection | undefined): void {
  const parts = tasks.map(({ benchmark, count, givenAt, labels, taskAt, score }) => ({
    name: benchmark,
    count,
    givenAt,
    phaseAt: (row: number) => decoded(labels.phase, row),
    taskAt,
    score,
    key: labels,
  }));
  const own = joined(parts, before === undefined ? undefined : known.get(before));
  known.set(selection, { ...own, states });
}

function columnsOf(selection: Selection): PoolColumns {
  const parts = selection.benchmarks.map(({ plan, tasks }) => ({
    name: plan.name,
    count: tasks.length,
    givenAt: (row: number) => at(tasks, row),
    phaseAt: (row: number) => at(tasks, row).phase,
    taskAt: (row: number) => at(tasks, row),
    score: Float64Array.from(tasks, ({ score }) => score),
    key: tasks,
  }));
  return { ...joined(parts, undefined), states: statesOf(selection) };
}

interface BenchmarkRows {
  readonly name: string;
  readonly count: number;
  readonly givenAt: (row: number) => PoolTask;
  readonly phaseAt: (row: number) => string;
  readonly taskAt: (row: number) => ScoredTask;
  readonly score: Float64Array;
  /** The same where ids, fields and phases are. */
  readonly key: object;
}

const keysOf = new WeakMap<LabelColumns, readonly object[]>();

function joined(parts: readonly BenchmarkRows[], before: PoolColumns | undefined): Omit<PoolColumns, 'states'> {
  let count = 0;
  const benchmarks = parts.map(({ name, count: own }) => {
    count += own;
    return { name, start: count - own, count: own };
  });
  const find = <Value>(get: (own: BenchmarkRows, row: number) => Value) => {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return (row: number) => get(only, row);
    return (row: number) => {
      let i = parts.length - 1;
      while (i > 0 && row < at(benchmarks, i).start) i--;
      return get(at(parts, i), row - at(benchmarks, i).start);
    };
  };
  const score = new Float64Array(count);
  for (const [i, part] of parts.entries()) score.set(part.score, at(benchmarks, i).start);
  const earlier = before && keysOf.get(before.labels);
  const isSame = earlier?.length === parts.length && parts.every(({ key }, i) => earlier[i] === key);
  const labels =
    isSame && before !== undefined
      ? before.labels
      : labelColumns(count, benchmarks, {
          givenAt: find(({ givenAt }, row) => givenAt(row)),
          phaseAt: find(({ phaseAt }, row) => phaseAt(row)),
          nameAt: find(({ name }) => name),
        });
  keysOf.set(
    labels,
    parts.map(({ key }) => key),
  );
  return { count, score, taskAt: find(({ taskAt }, row) => taskAt(row)), labels };
}

interface RowReaders {
  readonly givenAt: (row: number) => PoolTask;
  readonly phaseAt: (row: number) => string;
  readonly nameAt: (row: number) => string;
}

function labelColumns(
  count: number,
  benchmarks: LabelColumns['benchmarks'],
  { givenAt, phaseAt, nameAt }: RowReaders,
): LabelColumns {
  const labels = new Map<string, Coded<string>>();
  const numbers = new Map<string, Float64Array>();
  const texts: (string | undefined)[] = new Array(count);
  const idAt = (row: number) => givenAt(row).id;
  const readers = new Map<string, (row: number) => string>([
    ['id', idAt],
    ['phase', phaseAt],
    ['benchmark', nameAt],
  ]);
  let byName: Uint32Array | undefined;
  const fieldNames = new Set<string>();
  let looked = 0;
  return {
    benchmarks,
    givenAt,
    label(name) {
      const read = readers.get(name) ?? ((row: number) => String(givenAt(row).fields[name] ?? ''));
      const column = labels.get(name) ?? coded(count, read);
      labels.set(name, column);
      return column;
    },
    number(name) {
      const found = numbers.get(name) ?? numberColumn(count, (row) => givenAt(row).fields[name]);
      numbers.set(name, found);
      return found;
    },
    fieldNames(upTo = count) {
      for (; looked < Math.min(upTo, count); looked++) for (const name in givenAt(looked).fields) fieldNames.add(name);
      return fieldNames;
    },
    byName() {
      byName ??= rowsByName(count, benchmarks);
      return byName;
    },
    searchText(row) {
      const text = texts[row] ?? searchText(givenAt(row), phaseAt(row));
      texts[row] = text;
      return text;
    },
  };
}

function numberColumn(count: number, valueAt: (row: number) => string | number | undefined): Float64Array {
  const column = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    const value = valueAt(row);
    column[row] = typeof value === 'number' ? value : Number.NaN;
  }
  return column;
}

/** The tasks of a benchmark stand by id already. */
function rowsByName(count: number, benchmarks: LabelColumns['benchmarks']): Uint32Array {
  const rows = new Uint32Array(count);
  let next = 0;
  for (const { start, count: own } of benchmarks.toSorted((a, b) => compareText(a.name, b.name))) {
    for (let row = start; row < start + own; row++) rows[next++] = row;
  }
  return rows;
}

/** The id, the other names and the labels. */
function searchText({ id, benchmark, aliases = [], fields }: PoolTask, phase: string): string {
  const words = Object.values(fields).filter((value) => typeof value === 'string');
  return [id, benchmark, phase, ...aliases, ...words].join('\n').toLowerCase();
}
