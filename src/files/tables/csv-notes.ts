import { groupBy } from '../../core/lists/lists.js';
import { countOf, formatCount, joinWords, visibleText } from '../../core/text/words.js';
import type { CsvRecords } from './csv-records.js';

/** More columns than any spreadsheet or database writes; a table with more is refused. */
const mostColumns = 100_000;

/** The columns of a CSV file. */
export interface CsvHeader {
  /** The name of each column; several may have the same. */
  readonly names: readonly string[];
  /** The names given to columns that have none. */
  readonly unnamed: readonly string[];
  /** The columns of each name that several have; 0 is the first. */
  readonly repeated: ReadonlyMap<string, readonly number[]>;
}

/** Names the columns; as in pandas, the third column is `Unnamed: 2` if it has no name. @throws Error for more than 100,000. */
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

/** Oddities of a CSV file that can still be read; complete once all its rows are read. */
export interface CsvFindings {
  readonly header: CsvHeader;
  /** The names that several columns have and of which a row has several values. */
  readonly lists: ReadonlySet<string>;
  readonly lines: Pick<CsvRecords, 'notUtf8' | 'lineEnds' | 'isEnded' | 'rowsInCell'>;
}

/**
 * The oddities in sentences without a full stop, the same whichever engine reads the file.
 * @param idColumn The column that holds the ids, if it was named.
 */
export function csvNotes({ header, lists, lines }: CsvFindings, idColumn: string | undefined): readonly string[] {
  const unnamed = header.unnamed.filter((name) => name !== idColumn);
  const ends = (['LF', 'CRLF', 'CR'] as const).filter((each) => lines.lineEnds.has(each));
  return [
    unnamed.length === 1 && `the unnamed column, perhaps the index of a data frame, is called "${unnamed[0]}"`,
    unnamed.length > 1 &&
      `${unnamed.length} unnamed columns are called by position: "${unnamed[0]}"${unnamed.length > 2 ? ' …' : ','} "${unnamed.at(-1)}"`,
    ...repeatedNote(header, 'list', (name) => lists.has(name)),
    ...repeatedNote(header, 'column, because no row has two different values', (name) => !lists.has(name)),
    lines.notUtf8 > 0 && otherTextNote(lines.notUtf8),
    ends.length > 1 && `line endings differ (${joinWords(ends)}); each ends a line`,
    !lines.isEnded && 'the last line does not end with a line break, so its last cell may be cut off',
  ].filter((note) => note !== false);
}

/** Rows that aren't UTF-8, in a sentence without a full stop. */
export function otherTextNote(rows: number): string {
  const are = rows === 1 ? 'is' : 'are';
  return `${countOf(rows, 'row')} ${are} not UTF-8 and ${are} read as Latin-1 (Windows-1252); if letters look wrong, save the file as UTF-8`;
}

/** Jira and others write one column of the same name for each value of a list. */
function repeatedNote({ repeated }: CsvHeader, as: string, isNoted: (name: string) => boolean): readonly string[] {
  const noted = [...repeated].filter(([name]) => isNoted(name));
  if (noted.length === 0) return [];
  const shown = noted.slice(0, mostNames).map(([name, { length }]) => `"${visibleText(name, 60)}" (${length})`);
  const more = noted.length - shown.length;
  const names = joinWords([...shown, ...(more > 0 ? [`${more} more`] : [])]);
  return [`columns with the same name are read as one ${as}: ${names}`];
}

/**
 * Refuses oddities of a table for which no notes are shown.
 * @throws Error if two columns have the same name, or a row isn't UTF-8.
 */
export function refuseUnclearCsv({ header, lines }: CsvFindings): void {
  const names = [...header.repeated.keys()].map((name) => `"${visibleText(name, 60)}"`);
  if (names.length > 0)
    throw new Error(`several columns are named ${joinWords(names.slice(0, mostNames))}; give each a different name`);
  if (lines.notUtf8 > 0) throw new Error('not UTF-8 text');
}
