import { groupBy } from '../../core/lists/lists.js';
import { countOf, formatCount, joinWords, visibleText } from '../../core/text/words.js';
import type { CsvRecords } from './csv-records.js';

/** More columns than any spreadsheet or database writes; tables with more are refused. */
const mostColumns = 100_000;

/** The columns of a CSV file. */
export interface CsvHeader {
  /** The name of each column; several may have the same. */
  readonly names: readonly string[];
  /** The names given to columns that have none. */
  readonly unnamed: readonly string[];
  /** For each name that several columns have, the positions of the columns, from 0. */
  readonly repeated: ReadonlyMap<string, readonly number[]>;
}

/** Names the columns. As in pandas, the third column is called `Unnamed: 2` if it has no name. @throws Error if there are over 100,000. */
export function csvHeader(cells: readonly string[]): CsvHeader {
  if (cells.length > mostColumns)
    throw new Error(
      `the header has ${formatCount(cells.length)} columns; Winnow reads at most ${formatCount(mostColumns)}`,
    );
  const names = cells.map((cell, index) => (cell.trim() === '' ? `Unnamed: ${index}` : cell));
  const unnamed = names.filter((_, index) => cells[index]?.trim() === '');
  const places = groupBy([...names.keys()], (index) => names[index] ?? '');
  return { names, unnamed, repeated: new Map([...places].filter(([, columns]) => columns.length > 1)) };
}

/** Whether a name was given to a column without one. */
export function isUnnamed(name: string): boolean {
  return /^Unnamed: \d+$/.test(name);
}

const mostNames = 5;

/** Oddities of a readable CSV file, complete once all rows are read. */
export interface CsvFindings {
  readonly header: CsvHeader;
  /** The names of repeated columns for which some row has several values. */
  readonly lists: ReadonlySet<string>;
  readonly lines: Pick<CsvRecords, 'notUtf8' | 'lineEnds' | 'isEnded' | 'rowsInCell'>;
}

/**
 * The oddities in sentences without a full stop, the same for every engine that reads the file.
 * @param idColumn The id column, if it was named.
 */
export function csvNotes({ header, lists, lines }: CsvFindings, idColumn: string | undefined): readonly string[] {
  const unnamed = header.unnamed.filter((name) => name !== idColumn);
  const ends = (['LF', 'CRLF', 'CR'] as const).filter((each) => lines.lineEnds.has(each));
  return [
    unnamed.length === 1 && `the column without a name, perhaps a data frame index, is called "${unnamed[0]}"`,
    unnamed.length > 1 &&
      `${unnamed.length} columns without a name are called by their positions: "${unnamed[0]}"${unnamed.length > 2 ? ' …' : ','} "${unnamed.at(-1)}"`,
    ...repeatedNote(header, 'list', (name) => lists.has(name)),
    ...repeatedNote(header, 'column, because no row has different values in them', (name) => !lists.has(name)),
    lines.notUtf8 > 0 && otherTextNote(lines.notUtf8),
    ends.length > 1 && `the file mixes line endings (${joinWords(ends)}); all of them end a line`,
    !lines.isEnded && 'the last line does not end with a line break, so its last cell may be cut off',
  ].filter((note) => note !== false);
}

/** Rows that aren't UTF-8, in a sentence without a full stop. */
export function otherTextNote(rows: number): string {
  const are = rows === 1 ? 'is' : 'are';
  return `${countOf(rows, 'row')} ${are} not UTF-8 and ${are} read as Latin-1 (Windows-1252); if characters look wrong, save the file as UTF-8`;
}

/** Jira and other tools write a list as several columns with the same name. */
function repeatedNote({ repeated }: CsvHeader, as: string, isNoted: (name: string) => boolean): readonly string[] {
  const noted = [...repeated].filter(([name]) => isNoted(name));
  if (noted.length === 0) return [];
  const shown = noted.slice(0, mostNames).map(([name, { length }]) => `"${visibleText(name, 60)}" (${length})`);
  const more = noted.length - shown.length;
  const names = joinWords([...shown, ...(more > 0 ? [`${more} more`] : [])]);
  return [`columns with the same name are read as one ${as}: ${names}`];
}

/**
 * Refuses a table with oddities, for use where no notes are shown.
 * @throws Error if two columns have the same name, or a row isn't UTF-8.
 */
export function refuseUnclearCsv({ header, lines }: CsvFindings): void {
  const names = [...header.repeated.keys()].map((name) => `"${visibleText(name, 60)}"`);
  if (names.length > 0)
    throw new Error(`several columns are named ${joinWords(names.slice(0, mostNames))}; give each a different name`);
  if (lines.notUtf8 > 0) throw new Error('not UTF-8 text');
}
