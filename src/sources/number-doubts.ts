import type { Field, PoolProblem, Task } from '../core/model/task.js';
import type { OddValue, TaskFacts } from './facts/task-facts.js';

/** Smaller numbers have no thousands. */
const thousand = 1000;

/** Judges remarks on dots between thousands, which only the whole column confirms. */
export class NumberDoubts {
  readonly #numbers: readonly string[];
  /** Fields in which a dot is certainly a decimal point, or thousands have none. */
  readonly #decimals = new Set<string>();

  constructor(fields: ReadonlyMap<string, Field>) {
    this.#numbers = [...fields.values()].filter(({ kind }) => kind === 'number').map(({ name }) => name);
  }

  /** Counts a task of the pool. */
  count(task: Task, remarks: readonly PoolProblem[]): void {
    for (const name of this.#numbers) {
      const value = task.fields[name];
      if (typeof value !== 'number' || (Number.isInteger(value) && value < thousand)) continue;
      if (!remarks.some(({ odd }) => odd?.doubt === 'dots' && odd.field === name)) this.#decimals.add(name);
    }
  }

  /** Whether a remark still holds once all tasks are counted. */
  confirms({ odd }: PoolProblem): boolean {
    return odd?.doubt !== 'dots' || !this.#decimals.has(odd.field);
  }
}

type Odd = Pick<TaskFacts, 'odd'>;

/** The columns of these fields. */
type DecimalCommas = ReadonlyMap<string, string>;

/** The fields in which a comma is the decimal sign: one value allows no other reading, and no value contradicts it. */
export function fieldsWithDecimalCommas(all: Iterable<Odd>): DecimalCommas {
  const [sure, others] = [new Map<string, string>(), new Set<string>()];
  for (const { odd = [] } of all)
    for (const { field, comma } of odd) {
      if (comma === 'thousands') others.add(field);
      else if (comma?.isSure === true) sure.set(field, comma.column);
    }
  return new Map([...sure].filter(([field]) => !others.has(field)));
}

/** Facts with the decimal commas of these fields read as such. */
export function withDecimalCommas<Facts extends Odd & Pick<TaskFacts, 'numbers' | 'remarks'>>(
  facts: Facts,
  fields: DecimalCommas,
): Facts {
  if (fields.size === 0) return facts;
  let { numbers, remarks } = facts;
  const { odd: given = [] } = facts;
  const points = numbers.flatMap(({ field, value }): OddValue[] => {
    const column = fields.get(field);
    if (column === undefined || Number.isInteger(value) || given.some((each) => each.field === field)) return [];
    const remark = `"${column}" is read as a number with a decimal point, although the column also has decimal commas or dots between thousands; use one form in the whole column`;
    return [{ remark, field, value: String(value) }];
  });
  const odd = given.map((each): OddValue => {
    const { field, remark, comma, doubt: _, ...rest } = each;
    if (!fields.has(field) || comma === undefined || comma === 'thousands') return each;
    numbers = [comma.number, ...numbers.filter((number) => number.field !== field)];
    remarks = remarks.map((other) => (other === remark ? comma.remark : other));
    return { ...rest, field, remark: comma.remark };
  });
  if (given.length + points.length === 0) return facts;
  return { ...facts, numbers, remarks: [...remarks, ...points.map(({ remark }) => remark)], odd: [...odd, ...points] };
}
