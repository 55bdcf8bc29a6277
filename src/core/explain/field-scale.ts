import type { Field } from '../model/field.js';
import { fieldValue, type ScoredTask } from '../model/task.js';

/** How a benchmark's values of a number field lie, and in what steps the field is moved. */
export interface FieldScale {
  readonly step: number;
  /** The values a change may lead to: the benchmark's own and one step beyond, counts from 0. */
  readonly lowest: number;
  readonly highest: number;
  /** Highest less lowest value of the benchmark; a step when all are equal. */
  readonly range: number;
}

/** Whole numbers for counts and where all values are whole; else a power of ten, at most a thousandth of the range. */
export function fieldScale({ name, counts }: Field, tasks: readonly ScoredTask[]): FieldScale {
  let [least, most, whole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (const task of tasks) {
    const value = fieldValue(task, name);
    if (typeof value !== 'number') continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    whole &&= Number.isInteger(value);
  }
  const step = counts || whole || most <= least ? 1 : 10 ** Math.floor(Math.log10((most - least) / 1000));
  const lowest = counts ? Math.max(0, least - step) : least - step;
  return { step, lowest, highest: most + step, range: Math.max(most - least, step) };
}
