import type { Drawing } from '../pictures/chart.js';
import { visibleText } from '../text/words.js';

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

export type Block = Paragraph | Table | Coverage;

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
  /** A paragraph of a box; neighbouring ones share one. */
  readonly boxed?: true;
  /** Lines to show as they are, such as a formula. */
  readonly verbatim?: true;
  /** Says what the verdict says, for who has not read it. */
  readonly isVerdict?: true;
  /** Prose, to be broken into lines where there is little room. */
  readonly isProse?: true;
}

/** Text, in which parts may stand out. */
export type Words = string | readonly (string | Mark)[];

/** A part of a text that stands out: in bold, as something to look at, or as code. `asIs` is text that needs no escapes. */
type Mark =
  | { readonly strong: string; readonly tone?: Tone }
  | { readonly text: string; readonly tone: Tone }
  | { readonly sign: '±' | '✗' }
  | { readonly code: string }
  | { readonly asIs: string };

type Tone = 'accent' | 'warning' | 'quiet';

/** How many tasks are selected of those available, for each value of several labels. */
export interface Coverage {
  readonly kind: 'coverage';
  readonly tables: readonly {
    readonly title: string;
    readonly rows: readonly { readonly name: string; readonly selected: number; readonly available: number }[];
  }[];
  /** Stands apart from what is above it. */
  readonly apart?: true;
}

/** Figures in rows and columns, all of them text that is safe to show. */
export interface Table {
  readonly kind: 'table';
  /** What it shows. */
  readonly title: string;
  readonly columns: readonly Column[];
  /** Each with a cell for every column. */
  readonly rows: readonly Row[];
  /** A screen of text shows this many rows and counts the others; undefined: all of them. */
  readonly most?: number;
  /** Where all rows are, if not in `--json`. */
  readonly allIn?: string;
  /** Whether the headings are the title of the table. */
  readonly hasTitleRow?: true;
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
  /** How its cells look: `bar` draws each # as a piece of a bar, `shape` draws the signs of `shapeSigns` as heights, and `tone` takes the tone of the row. */
  readonly look?: 'quiet' | 'bar' | 'shape' | 'tone';
  /** The width at which a screen of text breaks the cells of a last column into lines. */
  readonly wrapAt?: number;
}

/** The signs of a distribution, from none to most. */
export const shapeSigns = ' .:-=+*#@';

export interface Row {
  readonly cells: readonly string[];
  /** How deep it stands below the row above. */
  readonly level?: number;
  readonly tone?: Tone;
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
  look: Pick<Table, 'most' | 'apart' | 'allIn' | 'hasTitleRow'> = {},
): Table {
  return { kind: 'table', title, columns, rows: rows.map((row) => ('cells' in row ? row : { cells: row })), ...look };
}

/** A column, and its cell in the row of an item. */
export type CellsOf<Item> = readonly [column: Column, cellOf: (item: Item) => string];

/** A table with a row for each item; a column that is false is left out. */
export function tableBy<Item>(
  title: string,
  items: readonly Item[],
  columns: readonly (CellsOf<Item> | false)[],
  look: Parameters<typeof tableOf>[3] = {},
): Table {
  const shown = columns.filter((each) => each !== false);
  return tableOf(
    title,
    shown.map(([column]) => column),
    items.map((item) => shown.map(([, cellOf]) => cellOf(item))),
    look,
  );
}

/** A table under its own title, and what is below it. */
export function titled(table: Table, ...below: readonly Block[]): Section {
  return { title: table.title, blocks: [table, ...below] };
}

/** The line that opens an answer: the plan and the verdict. */
export function verdictLine(plan: string, verdict: string, longest = 500): Paragraph {
  return line([{ strong: visibleText(plan) }, `: ${visibleText(verdict, longest)}`], { isVerdict: true });
}

/** A table under headings; a heading that ends in `:` is that of figures. */
export function headedTable(
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

/** Warnings under a title that counts them; nothing if there are none. */
export function warningSection(
  warnings: readonly { readonly message: string }[],
  longest = 400,
  most = warnings.length,
): readonly Section[] {
  if (warnings.length === 0) return [];
  const title = `Warnings (${warnings.length})`;
  const shown = warnings.slice(0, most).map(({ message }) => line(visibleText(message, longest)));
  const more = warnings.length > most ? [line(`and ${warnings.length - most} more (--json lists all)`)] : [];
  return [{ title: [{ strong: title, tone: 'warning' }], blocks: [...shown, ...more] }];
}

/** A table without headings; the columns at these places hold figures. */
export function plainTable(
  title: string,
  rows: readonly (readonly string[])[],
  { figures = [], ...look }: Pick<Table, 'most' | 'apart' | 'allIn'> & { readonly figures?: readonly number[] } = {},
): Table {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, at) => (figures.includes(at) ? figureColumn('') : wordColumn('')));
  return tableOf(title, columns, rows, look);
}

/** A column of words. */
export function wordColumn(name: string, heading = name): Column {
  return { name, heading, align: 'left' };
}

/** A column of figures. */
export function figureColumn(name: string, heading = name): Column {
  return { name, heading, align: 'right' };
}

/** Text in which every ± is a sign that a plain terminal writes as +/-. */
export function withSigns(text: string): Words {
  return text.split('±').flatMap((part, at) => (at === 0 ? [part] : [{ sign: '±' as const }, part]));
}

/** Text without what stands out in it. */
export function plainWords(words: Words): string {
  return typeof words === 'string'
    ? words
    : words.map((part) => (typeof part === 'string' ? part : markText(part))).join('');
}

/** The text of a part that stands out. */
export function markText(mark: Mark): string {
  if ('strong' in mark) return mark.strong;
  if ('sign' in mark) return mark.sign;
  return 'code' in mark ? mark.code : 'asIs' in mark ? mark.asIs : mark.text;
}
