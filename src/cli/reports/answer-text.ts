import type { Answer } from '../../core/assess/question/question.js';
import type { CardRow } from '../../core/assess/report-card.js';
import {
  type Block,
  type Paragraph,
  plainWords,
  type Section,
  type Table,
  type Words,
} from '../../core/blocks/blocks.js';
import { largest } from '../../core/lists/extremes.js';
import type { Selection } from '../../core/model/selection.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { Terminal } from '../terminal/terminal.js';

const mostNotes = 30;

/** An answer for the screen, without a heading. */
export function answerText({ sections, notes, method }: Answer, terminal: Terminal): string {
  return [
    ...sections.filter(({ detail }) => detail !== true).map((section) => sectionText(section, terminal)),
    ...notesText(notes, terminal),
    ...(method === undefined ? [] : [terminal.dim(method)]),
  ].join('\n\n');
}

function sectionText({ title, blocks }: Section, terminal: Terminal): string {
  // What has a title stands below it; what opens the answer stands by itself.
  const indent = title === undefined ? '' : '  ';
  const lines = blocks.flatMap((block, i) => [
    ...(block.apart === true && (i > 0 || title !== undefined) ? [''] : []),
    ...blockLines(block, indent, terminal),
  ]);
  return [...(title === undefined ? [] : [titleText(title, terminal)]), ...lines].join('\n');
}

function titleText(title: Words, terminal: Terminal): string {
  return typeof title === 'string' ? terminal.bold(title) : styled(title, terminal);
}

function blockLines(block: Block, indent: string, terminal: Terminal): string[] {
  return block.kind === 'table' ? tableLines(block, indent, terminal) : [paragraphLine(block, indent, terminal)];
}

function paragraphLine({ words, quiet, level = 0 }: Paragraph, indent: string, terminal: Terminal): string {
  const before = indent + '  '.repeat(level);
  return `${before}${quiet === true ? terminal.dim(plainWords(words)) : styled(words, terminal)}`;
}

function styled(words: Words, { bold }: Terminal): string {
  if (typeof words === 'string') return words;
  return words
    .map((part) => (typeof part === 'object' && 'strong' in part ? bold(part.strong) : plainWords([part])))
    .join('');
}

/** Columns under their headings, each as wide as its widest cell; no line ends in blanks. */
function tableLines({ columns, rows, most = rows.length }: Table, indent: string, { dim }: Terminal): string[] {
  const shown = columns.flatMap((column, at) => (column.detail === true ? [] : [{ ...column, at }]));
  const body = rows
    .slice(0, most)
    .map(({ cells, level = 0 }) => shown.map(({ at }, i) => `${i === 0 ? '  '.repeat(level) : ''}${cells[at] ?? ''}`));
  const head = shown.map(({ heading }) => heading);
  const padded = shown.map(({ align }, i) => {
    const width = largest([head, ...body].map((cells) => cells[i]?.length ?? 0));
    return (cell: string) => (align === 'left' ? cell.padEnd(width) : cell.padStart(width));
  });
  const lineOf = (cells: readonly string[]) => {
    const line = cells.map((cell, i) => padded[i]?.(cell) ?? cell).join('  ');
    return `${indent}${line}`.trimEnd();
  };
  return [
    ...(head.some((heading) => heading !== '') ? [dim(lineOf(head))] : []),
    ...body.map(lineOf),
    ...(rows.length > most ? [`${indent}${dim(`and ${rows.length - most} more (--json lists all)`)}`] : []),
  ];
}

/** Notes under a heading that counts them; nothing when there are none. */
function notesText(notes: readonly string[], { bold, warning }: Terminal): string[] {
  if (notes.length === 0) return [];
  const lines = notes.slice(0, mostNotes).map((note) => `  ${visibleText(note, 500)}`);
  const more = notes.length > mostNotes ? [`  and ${notes.length - mostNotes} more (--json lists all)`] : [];
  return [[warning(bold(`Notes (${notes.length})`)), ...lines, ...more].join('\n')];
}

const marks = { good: 'good', look: 'look', unknown: '-' } as const;

/** The grades and verdicts of a report card; with `full` also what each question says by itself. */
export function cardText(
  { plan, kind, statistics }: Selection,
  rows: readonly CardRow[],
  terminal: Terminal,
  full: boolean,
): string {
  const { bold, dim, accent, warning } = terminal;
  const colour = { good: accent, look: warning, unknown: dim } as const;
  const head = `${bold(visibleText(plan.name))}: ${statistics.selected} of ${countOf(statistics.available, 'task')}, ${kind}`;
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, grade, verdict }) => {
    const [first = '', ...more] = wrapped(visibleText(verdict, 600), 96);
    const indent = ' '.repeat(width + 10);
    const opening = `  ${name.padEnd(width)}  ${colour[grade](marks[grade].padEnd(4))}  ${first}`;
    return [opening, ...more.map((line) => `${indent}${line}`)].join('\n');
  });
  const answers = (full ? rows : []).flatMap(({ name, answer }) =>
    answer === undefined ? [] : [`${bold(name.toUpperCase())}\n\n${answerText(answer, terminal)}`],
  );
  return [
    [head, ...lines].join('\n'),
    ...answers,
    dim('The figures behind each line: winnow assess PART, or --full for all.'),
  ].join('\n\n');
}

/** A text in lines of at most so many characters, broken between words. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
