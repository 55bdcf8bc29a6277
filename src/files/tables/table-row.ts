/** One row of a table or one record of a document. */
export interface TableRow {
  /** 1-based: the line of a text file, the row of a Parquet file, the place in a list. */
  readonly number: number;
  /** The row's data; an Error where it cannot be read. */
  readonly data: unknown;
}
