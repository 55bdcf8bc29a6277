export type Row = Readonly<Record<string, unknown>>;

export interface RowFile {
  readonly file: string;
  readonly kind: 'csv' | 'json' | 'json-lines' | 'parquet';
  /** Of the file's bytes. */
  readonly sha256: string;
  readonly rows: readonly Row[];
  /** Oddities of the file that a reader should know. */
  readonly notes?: readonly string[];
}

export interface TableColumn {
  readonly name: string;
  /** `count` is a 32-bit integer, `whole` a 64-bit integer and `texts` a list of strings. */
  readonly kind: 'text' | 'number' | 'count' | 'whole' | 'flag' | 'texts';
  readonly values: readonly (string | number | bigint | boolean | readonly string[] | null)[];
}
