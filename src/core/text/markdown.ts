import { visibleText } from './visible-text.js';

/** Text from a plan or a pool as Markdown that shows it and nothing else: no markup, links, tables or HTML come of it. */
export function markdownText(text: string): string {
  return visibleText(text, 1000)
    .replace(/[\\`*[\]<>|~$]/g, (character) => `\\${character}`)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .trim()
    .replace(/^(#+|[-+=]+)/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/(https?|ftp):\/\/|www\./gi, (start) => start.replace(/[:.]/, '\\$&'));
}

/** A table; a column whose name ends in `:` is aligned to the right. Cells are Markdown already. */
export function markdownTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const names = header.map((name) => name.replace(/:$/, ''));
  const rule = header.map((name) => (name.endsWith(':') ? '---:' : '---'));
  const odd = rows.find((row) => row.length !== header.length);
  if (odd !== undefined)
    throw new Error(`a row of ${odd.length} cells under ${header.length} headings: ${odd.join(', ')}`);
  return [names, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
