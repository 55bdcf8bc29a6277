/** A cell of a table; undefined and null are empty. */
export type Cell = string | number | null | undefined;

/**
 * Rows as CSV: RFC 4180, LF line ends. A cell is exactly the text it was given, also its spaces, which some readers cut off
 * where it is not quoted. What a spreadsheet must not run is made inert before, by `inertText`: a program that reads its
 * own rows back, a runner, must not find apostrophes in them.
 */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  let text = '';
  for (const row of rows) text += csvRow(row);
  return text;
}

/** One row of `csvText`, with its line end. */
export function csvRow(row: readonly Cell[]): string {
  return `${row.map(csvCell).join(',')}\n`;
}

function csvCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A text that no spreadsheet runs as a formula: one that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, or
 * with an apostrophe already, gets an apostrophe in front. Taking one away from a cell that begins with it gives the text
 * back, which a guard that leaves apostrophes alone could not promise.
 */
export function inertText(text: string): string {
  return /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
}
