/** One row of a table, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a file, in order. */
export interface RowFile {
  readonly file: string;
  readonly kind: 'csv' | 'json' | 'json-lines' | 'parquet';
  /** Of its bytes. */
  readonly sha256: string;
  readonly rows: readonly Row[];
}

/** A column of a table: its type, and a value or null for each row. */
export interface TableColumn {
  readonly name: string;
  /** `count` is a whole number of 32 bits, `whole` one of 64; `texts` is a list of texts. */
  readonly kind: 'text' | 'number' | 'count' | 'whole' | 'flag' | 'texts';
  readonly values: readonly (string | number | bigint | boolean | readonly string[] | null)[];
}
