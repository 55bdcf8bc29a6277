import type { Row } from '../core/model/row-file.js';

/** The column by which rows are known. */
export const rowIdColumn = 'instance_id';

/** The id of a row; undefined when it has none. */
export function rowId(row: Row): string | undefined {
  const id = row[rowIdColumn];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
