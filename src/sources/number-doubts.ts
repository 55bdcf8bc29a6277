import type { Field, PoolProblem, Task } from '../core/model/task.js';

/** Ids of rows that hold totals instead of a task. */
export const totalNames: readonly string[] = ['total', 'totals', 'sum', 'summe', 'gesamt'].flatMap((word) => [
  word,
  `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
  word.toUpperCase(),
]);
const areTotals: ReadonlySet<string> = new Set(totalNames);
/** Smaller numbers have no thousands. */
const thousand = 1000;

/** Judges remarks on numbers that only the whole column confirms: dots between thousands, and rows of totals. */
export class NumberDoubts {
  /** `isDecimal`: a dot is certainly a decimal point, or thousands have none. */
  readonly #columns: readonly { name: string; words: string; sum: number; tasks: number; isDecimal: boolean }[];

  constructor(fields: ReadonlyMap<string, Field>) {
    const numbers = [...fields.values()].filter(({ kind }) => kind === 'number');
    this.#columns = numbers.map(({ name, words }) => ({ name, words, sum: 0, tasks: 0, isDecimal: false }));
  }

  /** Counts a task of the pool; returns its remarks, with those on totals that it may hold. */
  count(task: Task, remarks: readonly PoolProblem[]): readonly PoolProblem[] {
    const isTotal = areTotals.has(task.id);
    const found: PoolProblem[] = [];
    for (const column of this.#columns) {
      const { name, words } = column;
      const value = task.fields[name];
      if (typeof value !== 'number') continue;
      column.sum += value;
      column.tasks += 1;
      if (isTotal) found.push(totalOf(task.id, name, words, value));
      if (column.isDecimal || (Number.isInteger(value) && value < thousand)) continue;
      column.isDecimal = !remarks.some(({ odd }) => odd?.doubt === 'dots' && odd.field === name);
    }
    return found.length === 0 ? remarks : [...remarks, ...found];
  }

  /** Whether a remark still holds once all tasks are counted. */
  confirms({ odd }: PoolProblem): boolean {
    if (odd?.doubt === undefined) return true;
    const { sum = 0, tasks = 0, isDecimal = false } = this.#columns.find(({ name }) => name === odd.field) ?? {};
    if (odd.doubt === 'dots') return !isDecimal;
    const value = Number(odd.value);
    // Sums depend on the order in which numbers are added.
    return tasks > 2 && value > 0 && Math.abs(sum - 2 * value) <= 1e-9 * value;
  }
}

function totalOf(id: string, field: string, words: string, value: number): PoolProblem {
  return {
    code: 'pool/remark',
    message: `the id is "${id}" and "${words}" is the sum of all other rows; if it is a totals row, remove it from the file.`,
    odd: { field, value: String(value), doubt: 'totals' },
  };
}
