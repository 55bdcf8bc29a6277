/** Undefined and null become empty cells. */
export type Cell = string | number | null | undefined;

/**
 * Rows as RFC 4180 CSV with LF line endings. Cells keep their exact text; those with outer spaces are quoted, because
 * some readers trim unquoted ones. Callers guard against formulas with `inertText`, which is separate because a runner
 * that reads its own rows back must not find apostrophes in them.
 */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  let text = '';
  for (const row of rows) text += csvRow(row);
  return text;
}

export function csvRow(row: readonly Cell[]): string {
  return `${row.map(csvCell).join(',')}\n`;
}

function csvCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Prefixes an apostrophe to text that a spreadsheet could run as a formula (`=`, `+`, `-`, `@`, tab, CR). Text that
 * already starts with an apostrophe gets one too, so that removing one always restores the original.
 */
export function inertText(text: string): string {
  return /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
}
