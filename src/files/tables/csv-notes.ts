import { countOf, formatCount, joinWords, visibleText } from '../../core/text/words.js';
import type { CsvRecords, LineEnd } from './csv-records.js';

/** More columns than any spreadsheet or database writes; a table with more is refused. */
const mostColumns = 100_000;

/** The columns of a file of cells, under names that are all different. */
export interface CsvHeader {
  readonly names: readonly string[];
  /** The names given to columns that have none. */
  readonly unnamed: readonly string[];
  /** The names given to columns whose name an earlier column has. */
  readonly renamed: readonly string[];
}

/**
 * Names the columns as pandas does: the third column is `Unnamed: 2` if it has no name, and the second `Labels` is
 * `Labels.1`.
 * @throws Error when there are more than 100,000.
 */
export function csvHeader(cells: readonly string[]): CsvHeader {
  if (cells.length > mostColumns)
    throw new Error(
      `the header has ${formatCount(cells.length)} columns; at most ${formatCount(mostColumns)} are read`,
    );
  const unnamed: string[] = [];
  const renamed: string[] = [];
  const given = cells.map((cell, index) => {
    if (cell.trim() !== '') return cell;
    unnamed.push(`Unnamed: ${index}`);
    return `Unnamed: ${index}`;
  });
  const taken = new Set(given);
  const repeats = new Map<string, number>();
  const names = given.map((name) => {
    let repeat = repeats.get(name);
    if (repeat === undefined) {
      repeats.set(name, 0);
      return name;
    }
    let free: string;
    do {
      repeat += 1;
      free = `${name}.${repeat}`;
    } while (taken.has(free));
    repeats.set(name, repeat);
    taken.add(free);
    renamed.push(free);
    return free;
  });
  return { names, unnamed, renamed };
}

const mostNames = 5;

/** Oddities of a file of cells that don't keep it from being read; complete once all its rows are read. */
export interface CsvFindings {
  readonly header: CsvHeader;
  readonly lines: Pick<CsvRecords, 'notUtf8' | 'lineEnds' | 'isEnded'>;
}

/**
 * The oddities in sentences without a full stop. Every reader of such a file shows these, so that a selection has the same
 * bytes whichever reads it.
 * @param idColumn The column that holds the ids, if it was named.
 */
export function csvNotes({ header, lines }: CsvFindings, idColumn: string | undefined): readonly string[] {
  const { renamed } = header;
  const unread = header.unnamed.filter((name) => name !== idColumn);
  const shown = renamed.slice(0, mostNames).map((name) => `"${visibleText(name, 60)}"`);
  const more = renamed.length - shown.length;
  return [
    ...(unread.length === 1 ? ['its column without a name, such as the index of a data frame, is not read'] : []),
    ...(unread.length > 1 ? [`its ${unread.length} columns without a name are not read`] : []),
    ...(renamed.length > 0
      ? [
          `${countOf(renamed.length, 'column')} ${renamed.length === 1 ? 'repeats the name of another and is' : 'repeat the name of another and are'} called ${joinWords([...shown, ...(more > 0 ? [`${more} more`] : [])])}`,
        ]
      : []),
    ...(lines.notUtf8 > 0
      ? [
          `${countOf(lines.notUtf8, 'row')} of it ${lines.notUtf8 === 1 ? 'is' : 'are'} not UTF-8 and ${lines.notUtf8 === 1 ? 'is' : 'are'} read as Latin-1 (Windows-1252); if letters look wrong, save the file as UTF-8`,
        ]
      : []),
    ...(lines.lineEnds.size > 1
      ? [`its lines end in different ways (${joinWords(inOrder(lines.lineEnds))}), and each is read as a line`]
      : []),
    ...(lines.isEnded ? [] : ['its last line does not end with a line break, so its last cell may be cut off']),
  ];
}

/**
 * For a table whose columns are matched by name and whose oddities nobody sees.
 * @throws Error when two columns have one name, or a row isn't UTF-8.
 */
export function refuseUnclearCsv({ header, lines }: CsvFindings): void {
  const names = [...new Set(header.renamed.map((name) => `"${visibleText(name.replace(/\.\d+$/, ''), 60)}"`))];
  if (names.length > 0)
    throw new Error(`several columns are named ${joinWords(names.slice(0, mostNames))}; give each column another name`);
  if (lines.notUtf8 > 0) throw new Error('it is not text in UTF-8');
}

function inOrder(found: ReadonlySet<LineEnd>): readonly LineEnd[] {
  return (['LF', 'CRLF', 'CR'] as const).filter((each) => found.has(each));
}
