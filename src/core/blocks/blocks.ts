import type { Drawing } from '../pictures/chart.js';

/** Lines and tables under one title; the first, which opens the answer, has none. */
export interface Section {
  /** As a whole it stands out, unless parts of it are marked. */
  readonly title?: Words;
  /** The level of the title in a document of several pages; undefined: 2. */
  readonly level?: number;
  readonly blocks: readonly Block[];
  /** More than a screen of text should show: for a page. */
  readonly detail?: true;
}

export type Block = Paragraph | Table;

/** One line of text, safe to show; several lines if it is `verbatim`. */
export interface Paragraph {
  readonly kind: 'paragraph';
  readonly words: Words;
  /** Less important than what is around it. */
  readonly quiet?: true;
  /** How deep it stands below the line above. */
  readonly level?: number;
  /** Stands apart from what is above it. */
  readonly apart?: true;
  /** An item of a list. */
  readonly bullet?: true;
  /** Lines to show as they are, such as a formula. */
  readonly verbatim?: true;
  /** Says what the verdict says, for who has not read it. */
  readonly isVerdict?: true;
}

/** Text, in which parts may stand out. Text `asIs` is the program's own and needs no escapes. */
export type Words = string | readonly WordsPart[];
type WordsPart = string | { readonly strong: string } | { readonly code: string } | { readonly asIs: string };

/** Figures in rows and columns, all of them text that is safe to show. */
export interface Table {
  readonly kind: 'table';
  /** What it shows. */
  readonly title: string;
  readonly columns: readonly Column[];
  /** Each with a cell for every column. */
  readonly rows: readonly Row[];
  /** A screen of text shows so many rows and counts the others; undefined: all of them. */
  readonly most?: number;
  /** Stands apart from what is above it. */
  readonly apart?: true;
}

export interface Column {
  /** What its cells are. */
  readonly name: string;
  /** What stands above it where there is little room: empty where the cells say it themselves. */
  readonly heading: string;
  readonly align: 'left' | 'right';
  /** Its cells are hashes or other code. */
  readonly isCode?: true;
  /** Its cells list names, with commas between. */
  readonly isList?: true;
  /** Its cells name the task that the row is about. */
  readonly isTask?: true;
  /** More than a screen of text should show: for a page. */
  readonly detail?: true;
}

export interface Row {
  readonly cells: readonly string[];
  /** How deep it stands below the row above. */
  readonly level?: number;
  /** The task that the row is about. */
  readonly task?: { readonly benchmark: string; readonly id: string };
}

/** A chart. */
export interface Picture extends Drawing {
  /** The name of its file, without the ending. */
  readonly name: string;
  /** More than anybody would look through in a folder: for a page. */
  readonly detail?: true;
}

/** A line of text. */
export function line(words: Words, look: Omit<Paragraph, 'kind' | 'words'> = {}): Paragraph {
  return { kind: 'paragraph', words, ...look };
}

/** A line that is less important than what is around it. */
export function quietLine(words: Words, look: Omit<Paragraph, 'kind' | 'words' | 'quiet'> = {}): Paragraph {
  return line(words, { ...look, quiet: true });
}

/** A table; plain lists of cells are rows. */
export function tableOf(
  title: string,
  columns: readonly Column[],
  rows: readonly (Row | readonly string[])[],
  look: Pick<Table, 'most' | 'apart'> = {},
): Table {
  return { kind: 'table', title, columns, rows: rows.map((row) => ('cells' in row ? row : { cells: row })), ...look };
}

/** A table under plain headings; a heading that ends in `:` is that of figures. */
export function plainTable(
  headings: readonly (string | Column)[],
  rows: readonly (readonly (string | number)[])[],
): Table {
  const columns = headings.map((heading) => {
    if (typeof heading !== 'string') return heading;
    return heading.endsWith(':') ? figureColumn(heading.slice(0, -1)) : wordColumn(heading);
  });
  return tableOf(
    '',
    columns,
    rows.map((row) => row.map(String)),
  );
}

/** An item of a list. */
export function bullet(words: Words, look: Omit<Paragraph, 'kind' | 'words' | 'bullet'> = {}): Paragraph {
  return line(words, { ...look, bullet: true });
}

/** Sentences as one text. */
export function sentences(list: readonly string[]): Words {
  return list.flatMap((sentence, i) => (i === 0 ? [sentence] : [' ', sentence]));
}

/** A column of words. */
export function wordColumn(name: string, heading = name): Column {
  return { name, heading, align: 'left' };
}

/** A column of figures. */
export function figureColumn(name: string, heading = name): Column {
  return { name, heading, align: 'right' };
}

/** Text without what stands out in it. */
export function plainWords(words: Words): string {
  return typeof words === 'string' ? words : words.map(plainPart).join('');
}

function plainPart(part: WordsPart): string {
  if (typeof part === 'string') return part;
  return 'strong' in part ? part.strong : 'code' in part ? part.code : part.asIs;
}

/** The charts that could be drawn, each under its name. */
export function namedPictures(drawings: readonly (readonly [name: string, drawing: Drawing | undefined])[]): Picture[] {
  return drawings.flatMap(([name, drawing]) => (drawing === undefined ? [] : [{ name, ...drawing }]));
}
