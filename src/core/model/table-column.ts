/** A column of a table: its type, and a value or null for each row. */
export interface TableColumn {
  readonly name: string;
  /** `count` is a whole number of 32 bits, `whole` one of 64; `texts` is a list of texts. */
  readonly kind: 'text' | 'number' | 'count' | 'whole' | 'flag' | 'texts';
  readonly values: readonly (string | number | bigint | boolean | readonly string[] | null)[];
}
