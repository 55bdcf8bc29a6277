import type { Field, PoolProblem, Task } from '../core/model/task.js';
import type { ColumnReading, OddValue, TaskFacts } from './facts/task-facts.js';

/** Smaller numbers have no thousands. */
const thousand = 1000;

/** Decides whether dots may separate thousands, which only the whole column shows. */
export class NumberDoubts {
  readonly #numbers: readonly string[];
  /** Fields in which dots are certainly decimal points, or thousands are written without dots. */
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

/** How to read the values of each field, if at least one value allows only this way and none contradicts it. */
type ColumnReadings = ReadonlyMap<string, ColumnReading>;

export function columnReadings(all: Iterable<Odd>): ColumnReadings {
  const sure = new Map<string, Map<string, ColumnReading>>();
  for (const { odd = [] } of all)
    for (const { field, readings = [] } of odd)
      for (const reading of readings)
        if (reading.isSure) sure.set(field, (sure.get(field) ?? new Map()).set(reading.way, reading));
  return new Map(
    [...sure].flatMap(([field, ways]) => {
      const [reading, ...others] = ways.values();
      return others.length > 0 || reading === undefined || reading.way === 'thousands' ? [] : [[field, reading]];
    }),
  );
}

/** Facts with the values of some fields read in these ways. */
export function readByColumn<Facts extends Odd & Pick<TaskFacts, 'labels' | 'numbers' | 'remarks'>>(
  facts: Facts,
  ways: ColumnReadings,
): Facts {
  if (ways.size === 0) return facts;
  let { labels, numbers, remarks } = facts;
  const { odd: given = [] } = facts;
  const points = numbers.flatMap(({ field, value }): OddValue[] => {
    const column = ways.get(field)?.column;
    if (column === undefined || Number.isInteger(value) || given.some((each) => each.field === field)) return [];
    const remark = `"${column}" is read with a decimal point, but other values in the column have a decimal comma or dots between thousands; use one notation throughout`;
    return [{ remark, field, value: String(value) }];
  });
  const odd = given.map((each): OddValue => {
    const { field, remark, readings, doubt: _, ...rest } = each;
    const fact = readings?.find(({ way }) => way === ways.get(field)?.way)?.fact;
    if (fact === undefined) return each;
    const { remark: other, ...value } = fact;
    if ('measured' in value) numbers = [value, ...numbers.filter((number) => number.field !== field)];
    else labels = [value, ...labels];
    remarks = remarks.map((each) => (each === remark ? other : each));
    return { ...rest, field, remark: other };
  });
  if (given.length + points.length === 0) return facts;
  remarks = [...remarks, ...points.map(({ remark }) => remark)];
  return { ...facts, labels, numbers, remarks, odd: [...odd, ...points] };
}
