/** One row of a table, by column. */
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
