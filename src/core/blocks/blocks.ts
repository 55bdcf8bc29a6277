import type { Drawing } from '../pictures/chart.js';
import { visibleText } from '../text/words.js';

/** Lines and tables under a title. The first section of an answer has no title. */
export interface Section {
  /** Emphasised as a whole, unless it contains marked parts. */
  readonly title?: Words;
  /** The heading level in a document. Default 2. */
  readonly level?: number;
  readonly blocks: readonly Block[];
  /** Too long for a terminal; shown on a page. */
  readonly detail?: true;
}

export type Block = Paragraph | Table | Coverage;

/** One line of text that is safe to show, or several lines if `verbatim`. */
export interface Paragraph {
  readonly kind: 'paragraph';
  readonly words: Words;
  readonly quiet?: true;
  /** The indentation level. */
  readonly level?: number;
  /** Preceded by a blank line. */
  readonly apart?: true;
  readonly bullet?: true;
  /** Part of a box, which adjacent boxed paragraphs share. */
  readonly boxed?: true;
  /** Shown as is, such as a formula. */
  readonly verbatim?: true;
  /** Repeats the verdict, for readers who have not seen it. */
  readonly isVerdict?: true;
  /** May be wrapped if space is limited. */
  readonly isProse?: true;
}

/** Text, possibly with emphasised parts. */
export type Words = string | readonly (string | Mark)[];

/** An emphasised part of a text. `asIs` is text that needs no escaping. */
type Mark =
  | { readonly strong: string; readonly tone?: Tone }
  | { readonly text: string; readonly tone: Tone }
  | { readonly sign: '±' | '✗' }
  | { readonly code: string }
  | { readonly asIs: string };

type Tone = 'accent' | 'warning' | 'quiet';

/** Selected and available tasks for each value of several labels. */
export interface Coverage {
  readonly kind: 'coverage';
  readonly tables: readonly {
    readonly title: string;
    readonly rows: readonly { readonly name: string; readonly selected: number; readonly available: number }[];
  }[];
  /** Preceded by a blank line. */
  readonly apart?: true;
}

/** All text is safe to show. */
export interface Table {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** A terminal shows this many rows and counts the rest. Default: all. */
  readonly most?: number;
  /** Where to find all rows. Default: "(--json lists all)". */
  readonly allIn?: string;
  /** Whether the headings serve as the table's title. */
  readonly hasTitleRow?: true;
  /** Preceded by a blank line. */
  readonly apart?: true;
}

export interface Column {
  readonly name: string;
  /** The heading if space is limited; empty if the cells explain themselves. */
  readonly heading: string;
  readonly align: 'left' | 'right';
  /** Its cells are code, such as hashes. */
  readonly isCode?: true;
  /** Its cells are comma-separated names. */
  readonly isList?: true;
  /** Its cells name the row's task. */
  readonly isTask?: true;
  /** Too much for a terminal; shown on a page. */
  readonly detail?: true;
  /** `bar` draws # as part of a bar, `shape` draws `shapeSigns` as heights, `tone` uses the row's tone. */
  readonly look?: 'quiet' | 'bar' | 'shape' | 'tone';
  /** The width at which a terminal wraps the cells of the last column. */
  readonly wrapAt?: number;
}

/** The characters of a distribution, from none to most. */
export const shapeSigns = ' .:-=+*#@';

export interface Row {
  readonly cells: readonly string[];
  /** The indentation level. */
  readonly level?: number;
  readonly tone?: Tone;
  readonly task?: { readonly benchmark: string; readonly id: string };
}

export interface Picture extends Drawing {
  /** The file name without its extension. */
  readonly name: string;
  /** Too many for a folder; shown on a page. */
  readonly detail?: true;
}

export function line(words: Words, look: Omit<Paragraph, 'kind' | 'words'> = {}): Paragraph {
  return { kind: 'paragraph', words, ...look };
}

export function quietLine(words: Words, look: Omit<Paragraph, 'kind' | 'words' | 'quiet'> = {}): Paragraph {
  return line(words, { ...look, quiet: true });
}

/** Rows may be plain lists of cells. */
export function tableOf(
  title: string,
  columns: readonly Column[],
  rows: readonly (Row | readonly string[])[],
  look: Pick<Table, 'most' | 'apart' | 'allIn' | 'hasTitleRow'> = {},
): Table {
  return { kind: 'table', title, columns, rows: rows.map((row) => ('cells' in row ? row : { cells: row })), ...look };
}

export type CellsOf<Item> = readonly [column: Column, cellOf: (item: Item) => string];

/** A table with one row per item. Columns that are false are omitted. */
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

export function titled(table: Table, ...below: readonly Block[]): Section {
  return { title: table.title, blocks: [table, ...below] };
}

export function verdictLine(plan: string, verdict: string, longest = 500): Paragraph {
  return line([{ strong: visibleText(plan) }, `: ${visibleText(verdict, longest)}`], { isVerdict: true });
}

/** A heading that ends in `:` marks a column of figures. */
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

export function bullet(words: Words, look: Omit<Paragraph, 'kind' | 'words' | 'bullet'> = {}): Paragraph {
  return line(words, { ...look, bullet: true });
}

export function sentences(list: readonly string[]): Words {
  return joined(list, ' ');
}

/** The words of each item, one after another. */
export function joined(list: readonly (Words | Mark)[], between: string): readonly (string | Mark)[] {
  return list.flatMap((item, i) => [...(i === 0 ? [] : [between]), ...(Array.isArray(item) ? item : [item])]);
}

/** Warnings under a title with their count; empty if there are none. */
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

/** A table without headings. `figures` lists the indexes of columns with figures. */
export function plainTable(
  title: string,
  rows: readonly (readonly string[])[],
  { figures = [], ...look }: Pick<Table, 'most' | 'apart' | 'allIn'> & { readonly figures?: readonly number[] } = {},
): Table {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, at) => (figures.includes(at) ? figureColumn('') : wordColumn('')));
  return tableOf(title, columns, rows, look);
}

export function wordColumn(name: string, heading = name): Column {
  return { name, heading, align: 'left' };
}

export function figureColumn(name: string, heading = name): Column {
  return { name, heading, align: 'right' };
}

/** Marks every ±, which a plain terminal writes as +/-. */
export function withSigns(text: string): Words {
  return text.split('±').flatMap((part, at) => (at === 0 ? [part] : [{ sign: '±' as const }, part]));
}

export function plainWords(words: Words): string {
  return typeof words === 'string'
    ? words
    : words.map((part) => (typeof part === 'string' ? part : markText(part))).join('');
}

export function markText(mark: Mark): string {
  if ('strong' in mark) return mark.strong;
  if ('sign' in mark) return mark.sign;
  return 'code' in mark ? mark.code : 'asIs' in mark ? mark.asIs : mark.text;
}
