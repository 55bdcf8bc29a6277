/** A cell of a table. */
export type Cell = string | number | null;

/** Rows as CSV: RFC 4180, LF line ends. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

/** A text as one cell, exactly as it is. */
function csvCell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A text that no spreadsheet runs as a formula: one that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, or
 * with an apostrophe already, gets an apostrophe in front. Taking one away from a cell that begins with it gives the text back.
 */
export function inertText(text: string): string {
  return /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
}
