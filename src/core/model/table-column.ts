/** A column of a table: its type, and a value or null for each row. */
export interface TableColumn {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'count';
  readonly values: readonly (string | number | null)[];
}
