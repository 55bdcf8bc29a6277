import { markdownText } from '../text/words.js';
import {
  type Block,
  headedTable,
  markText,
  type Paragraph,
  plainWords,
  type Section,
  type Table,
  type Words,
} from './blocks.js';

type Safe = (text: string) => string;

/** Sections as a Markdown page. `safe` escapes text. */
export function markdownOf(sections: readonly Section[], safe: Safe = markdownText): string {
  const parts = sections.flatMap(({ title, level = 2, blocks }) => [
    ...(title === undefined ? [] : [`\n\n${'#'.repeat(level)} ${inline(title, safe)}`]),
    ...blocks.map((block, i) => `${gapBefore(block, blocks[i - 1])}${blockText(block, safe)}`),
  ]);
  return `${parts.join('').trimStart()}\n`;
}

/** The line breaks before a block. List items and paragraphs of a box stay together. */
function gapBefore(block: Block, above: Block | undefined): string {
  if (block.kind !== 'paragraph' || above?.kind !== 'paragraph') return '\n\n';
  if (block.boxed && above.boxed) return '\n>\n';
  return block.bullet && above.bullet && !block.apart ? '\n' : '\n\n';
}

function blockText(block: Block, safe: Safe): string {
  switch (block.kind) {
    case 'paragraph':
      return paragraphText(block, safe);
    case 'table':
      return tableText(block, safe);
    case 'coverage':
      return block.tables
        .map(({ title, rows }) => {
          const counts = rows.map(({ name, selected, available }) => [name, selected, available]);
          return tableText(headedTable([title, 'Selected:', 'Available:'], counts), safe);
        })
        .join('\n\n');
  }
}

function paragraphText({ words, bullet, boxed, verbatim, level = 0 }: Paragraph, safe: Safe): string {
  if (verbatim === true) return `\`\`\`\n${plainWords(words)}\n\`\`\``;
  const text = inline(words, safe);
  if (boxed === true) return `> ${text}`;
  return bullet === true ? `${'  '.repeat(level)}- ${text}` : text;
}

function inline(words: Words, safe: Safe): string {
  if (typeof words === 'string') return safe(words);
  return words
    .map((part) => {
      if (typeof part === 'string') return betweenBlanks(part, safe);
      if ('strong' in part) return `**${safe(part.strong)}**`;
      if ('code' in part) return `\`${part.code}\``;
      return 'asIs' in part ? part.asIs : safe(markText(part));
    })
    .join('');
}

/** Keeps the spaces that join a part to its neighbours. */
function betweenBlanks(part: string, safe: Safe): string {
  const start = part.length - part.trimStart().length;
  const text = part.trim();
  return `${part.slice(0, start)}${safe(text)}${part.slice(start + text.length)}`;
}

function tableText({ columns, rows }: Table, safe: Safe): string {
  const odd = rows.find(({ cells }) => cells.length !== columns.length)?.cells;
  if (odd !== undefined)
    throw new Error(`a row of ${odd.length} cells under ${columns.length} headings: ${odd.join(', ')}`);
  const names = columns.map(({ name }) => safe(name));
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'));
  const body = rows.map(({ cells }) =>
    columns.map(({ align, isCode, isList }, i) => {
      const cell = cells[i] ?? '';
      // A leading sign could start a list, but not before digits.
      if (align === 'right' && /^[-+]?[\d.]+$/.test(cell)) return cell;
      if (isCode === true) return `\`${cell}\``;
      return isList === true ? cell.split(', ').map(safe).join(', ') : safe(cell);
    }),
  );
  const written = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [written(names), `|${rule.join('|')}|`, ...body.map(written)].join('\n');
}
