import { at } from '../../../core/lists/lists.js';
import type { Selection } from '../../../core/model/selection.js';
import type { ScoredTask, Task } from '../../../core/model/task.js';
import { compareText } from '../../../core/text/words.js';
import { type Coded, coded, decoded } from '../../packed/packed-json.js';
import { statesOf, type UnpackedSelection } from '../../packed/packed-selection.js';

/** All tasks of a selection's pools as columns: a row for each task, benchmark after benchmark, by id. */
export interface PoolColumns {
  readonly count: number;
  readonly score: Float64Array;
  /** The state of each task, as its place in `taskStates`. */
  readonly states: Uint8Array;
  /** The task is made when it is first asked for. */
  readonly taskAt: (row: number) => ScoredTask;
  /** The same object for selections that differ only in weights, seed and rules. */
  readonly labels: LabelColumns;
}

/** The columns of tasks apart from their scores, each made when it is first asked for. */
interface LabelColumns {
  readonly givenAt: (row: number) => Task;
  /** A label in words, empty if unknown. */
  readonly label: (name: string) => Coded<string>;
  /** A number; NaN if unknown. */
  readonly number: (name: string) => Float64Array;
  /** The fields that any task has, or any of the first ones. */
  readonly fieldNames: (upTo?: number) => ReadonlySet<string>;
  /** The rows by benchmark and id. */
  readonly byName: () => Uint32Array;
  /** The text that a search looks through, in lower case. */
  readonly searchText: (row: number) => string;
}

const known = new WeakMap<Selection, PoolColumns>();

/** The columns of a selection. */
export function poolColumns(selection: Selection): PoolColumns {
  const found = known.get(selection) ?? joined(selection.benchmarks.map(rowsOf), undefined);
  known.set(selection, found);
  return found;
}

/** Keeps the columns that a selection was unpacked from. `before`: the selection whose labels it may share. */
export function rememberColumns({ selection, tasks }: UnpackedSelection, before: Selection | undefined): void {
  const parts = tasks.map(({ benchmark, givenAt, labels, taskAt, score, states }) => ({
    name: benchmark,
    givenAt,
    phaseAt: (row: number) => decoded(labels.phase, row),
    taskAt,
    score,
    states,
    key: labels,
  }));
  known.set(selection, joined(parts, before === undefined ? undefined : known.get(before)));
}

function rowsOf(benchmark: Selection['benchmarks'][number]): BenchmarkRows {
  const { plan, tasks } = benchmark;
  const taskAt = (row: number) => at(tasks, row);
  return {
    name: plan.name,
    givenAt: taskAt,
    phaseAt: (row) => taskAt(row).phase,
    taskAt,
    score: Float64Array.from(tasks, ({ score }) => score),
    states: statesOf(benchmark),
    key: tasks,
  };
}

interface BenchmarkRows {
  readonly name: string;
  readonly givenAt: (row: number) => Task;
  readonly phaseAt: (row: number) => string;
  readonly taskAt: (row: number) => ScoredTask;
  readonly score: Float64Array;
  readonly states: Uint8Array;
  /** The same if ids, fields and phases are. */
  readonly key: object;
}

const keysOf = new WeakMap<LabelColumns, readonly object[]>();

function joined(parts: readonly BenchmarkRows[], before: PoolColumns | undefined): PoolColumns {
  const count = parts.reduce((sum, { score }) => sum + score.length, 0);
  const [score, states] = [new Float64Array(count), new Uint8Array(count)];
  const starts: number[] = [];
  for (const part of parts) {
    const start = (starts.at(-1) ?? 0) + (parts[starts.length - 1]?.score.length ?? 0);
    score.set(part.score, start);
    states.set(part.states, start);
    starts.push(start);
  }
  const find = <Value>(read: (own: BenchmarkRows, row: number) => Value) => {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return (row: number) => read(only, row);
    return (row: number) => {
      let i = parts.length - 1;
      while (i > 0 && row < at(starts, i)) i--;
      return read(at(parts, i), row - at(starts, i));
    };
  };
  const earlier = before && keysOf.get(before.labels);
  const isSame = earlier?.length === parts.length && parts.every(({ key }, i) => earlier[i] === key);
  const byName = parts
    .map(({ name, score: own }, i) => ({ name, start: at(starts, i), length: own.length }))
    .sort((a, b) => compareText(a.name, b.name));
  const labels =
    isSame && before !== undefined
      ? before.labels
      : labelColumns(
          count,
          find(({ givenAt }, row) => givenAt(row)),
          find(({ phaseAt }, row) => phaseAt(row)),
          find(({ name }) => name),
          // The tasks of a benchmark are in the order of their ids.
          () =>
            Uint32Array.from(byName.flatMap(({ start, length }) => Array.from({ length }, (_, row) => start + row))),
        );
  keysOf.set(
    labels,
    parts.map(({ key }) => key),
  );
  return { count, score, states, taskAt: find(({ taskAt }, row) => taskAt(row)), labels };
}

function labelColumns(
  count: number,
  givenAt: LabelColumns['givenAt'],
  phaseAt: (row: number) => string,
  nameAt: (row: number) => string,
  rowsByName: () => Uint32Array,
): LabelColumns {
  const labels = new Map<string, Coded<string>>();
  const numbers = new Map<string, Float64Array>();
  const texts: (string | undefined)[] = new Array(count);
  const readers = new Map<string, (row: number) => string>([
    ['id', (row) => givenAt(row).id],
    ['phase', phaseAt],
    ['benchmark', nameAt],
  ]);
  let byName: Uint32Array | undefined;
  const fieldNames = new Set<string>();
  let looked = 0;
  return {
    givenAt,
    label(name) {
      const read = readers.get(name) ?? ((row: number) => String(givenAt(row).fields[name] ?? ''));
      const column = labels.get(name) ?? coded(count, read);
      labels.set(name, column);
      return column;
    },
    number(name) {
      const numberAt = (_: unknown, row: number) => {
        const value = givenAt(row).fields[name];
        return typeof value === 'number' ? value : Number.NaN;
      };
      const column = numbers.get(name) ?? Float64Array.from({ length: count }, numberAt);
      numbers.set(name, column);
      return column;
    },
    fieldNames(upTo = count) {
      for (; looked < Math.min(upTo, count); looked++) for (const name in givenAt(looked).fields) fieldNames.add(name);
      return fieldNames;
    },
    byName() {
      byName ??= rowsByName();
      return byName;
    },
    searchText(row) {
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
