import { visibleText } from '../../index.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** A title above aligned columns: names and words to the left, figures to the right under their heads. */
export function figureTable(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { bold, dim }: Terminal,
  words: readonly number[] = [0],
): string {
  const all = [heads, ...rows];
  const widths = heads.map((_, at) => Math.max(...all.map((row) => (row[at] ?? '').length)));
  const padded = all.map((row) => row.map((cell, at) => (words.includes(at) ? cell : cell.padStart(widths[at] ?? 0))));
  const [head = '', ...lines] = alignColumns(padded).map((line) => `  ${line}`);
  return [bold(title), dim(head), ...lines].join('\n');
}

/** Notes under a heading that counts them; nothing when there are none. */
export function noteLines(notes: readonly string[], { bold, warning }: Terminal): string[] {
  if (notes.length === 0) return [];
  return [[warning(bold(`Notes (${notes.length})`)), ...notes.map((note) => `  ${visibleText(note, 500)}`)].join('\n')];
}
