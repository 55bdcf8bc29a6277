import { formatCount } from '../../core/text/count-of.js';

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
 *
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
