/** One row of a data set or of predictions. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a file, in its order. */
export interface RowFile {
  /** Its path, as it was named. */
  readonly file: string;
  readonly kind: 'csv' | 'json' | 'json-lines' | 'parquet';
  /** Of its bytes. */
  readonly sha256: string;
  readonly rows: readonly Row[];
}

/** The column by which rows are known. */
export const rowIdColumn = 'instance_id';

/** The id of a row; undefined when it has none. */
export function rowId(row: Row): string | undefined {
  const id = row[rowIdColumn];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
