import { cellValue } from './cell-value.js';

/** The list in a cell, also when it is written as JSON or Python; undefined when there is none. */
export function cellList(value: unknown): readonly unknown[] | undefined {
  const list = cellValue(value);
  return Array.isArray(list) ? list : undefined;
}
