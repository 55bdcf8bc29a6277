import { largest } from '../../core/lists/lists.js';
/** The layout of a table. */
export interface ColumnOptions {
  /** Whether a column has figures, which are aligned right. Default: no. */
  readonly isFigure?: (column: number) => boolean;
  /** The start of each line. */
  readonly indent?: string;
  /** The separator of columns; default: two spaces. */
  readonly gap?: string;
}

/** Rows as lines of text, each column as wide as its widest cell. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  { isFigure = () => false, indent = '', gap = '  ' }: ColumnOptions = {},
): string[] {
  const columns = largest(
    rows.map((row) => row.length),
    0,
  );
  const widths = Array.from({ length: columns }, (_, at) => largest(rows.map((row) => row[at]?.length ?? 0)));
  const aligned = (cell: string, at: number) =>
    isFigure(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return rows.map((row) => `${indent}${row.map(aligned).join(gap)}`.trimEnd());
}
