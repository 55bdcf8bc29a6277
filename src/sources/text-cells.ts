import { cellList, cellStruct } from './facts/cells.js';
import type { Cells } from './own-fields.js';

/** Cells that may hold lists and records as text: JSON, or as Python prints them. */
export const textCells: Cells = { list: cellList, record: cellStruct };
