import type { UnknownRecord } from '../../core/model/record.js';
import { cellList } from './cell-list.js';
import { cellStruct } from './cell-struct.js';

/** The records in a cell, with the keys that are asked for: a list of them or, as Hugging Face may store such a list, one record of columns. */
export function cellRows(value: unknown, keys: readonly string[]): readonly UnknownRecord[] {
  const list = cellList(value);
  if (list !== undefined) return list.map(cellStruct).filter((row) => row !== undefined);
  const struct = cellStruct(value);
  const columns = keys.map((key) => [key, cellList(struct?.[key]) ?? []] as const);
  const length = Math.max(0, ...columns.map(([, cells]) => cells.length));
  return Array.from({ length }, (_, row) => Object.fromEntries(columns.map(([key, cells]) => [key, cells[row]])));
}
