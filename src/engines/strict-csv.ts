import { isUtf8 } from 'node:buffer';
import { forEachBlock } from './line-blocks.js';
import { NotExpressible } from './not-expressible.js';

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22];

/** What a file of cells holds that every reader reads alike. */
export interface StrictCsv {
  readonly header: readonly string[];
  /** Without the header and empty lines. */
  readonly records: number;
}

/**
 * Looks through a file of cells for all that readers take in different ways: other ends of lines, quotes within a cell
 * that does not start with one, text after a closing quote, bytes that are not UTF-8.
 *
 * @throws NotExpressible when there is any.
 */
export function scanCsv(file: string, delimiter: string): StrictCsv {
  const part = delimiter.charCodeAt(0);
  let header: readonly string[] | undefined;
  let records = -1;
  let isQuoted = false;
  const take = (lines: Buffer) => {
    if (lines.includes(carriageReturn)) throw new NotExpressible('the file has a carriage return');
    if (!isUtf8(lines)) throw new NotExpressible('the file is not UTF-8');
    let nextQuote = lines.indexOf(quote);
    let start = 0;
    for (let at = 0; at < lines.length; ) {
      if (isQuoted) {
        const end = lines.indexOf(quote, at);
        if (end === -1) return;
        const next = lines[end + 1];
        at = next === quote ? end + 2 : end + 1;
        if (next === quote) continue;
        if (next !== part && next !== lineFeed) throw new NotExpressible('text follows a closing quote');
        isQuoted = false;
        nextQuote = lines.indexOf(quote, at);
        continue;
      }
      const end = lines.indexOf(lineFeed, at);
      if (nextQuote !== -1 && nextQuote < end) {
        const before = nextQuote === 0 ? lineFeed : lines[nextQuote - 1];
        if (before !== part && before !== lineFeed) throw new NotExpressible('a quote stands within a cell');
        isQuoted = true;
        at = nextQuote + 1;
        continue;
      }
      const isEmpty = end === 0 || lines[end - 1] === lineFeed;
      if (!isEmpty) {
        header ??= cellsOf(lines.toString('utf8', start, end), delimiter);
        records += 1;
      }
      at = end + 1;
      start = at;
    }
  };
  forEachBlock(file, take);
  if (isQuoted || header === undefined) throw new NotExpressible('the file has no rows, or a quote without end');
  return { header, records };
}

/** The names of the columns, as `readCsv` names them. */
function cellsOf(line: string, delimiter: string): readonly string[] {
  if (line.startsWith('\ufeff')) throw new NotExpressible('the file starts with a mark of its order of bytes');
  const cells: string[] = [];
  for (let rest = `${delimiter}${line}`; rest !== ''; ) {
    const quoted = /^.("(?:[^"]|"")*")/s.exec(rest)?.[1];
    const end = quoted === undefined ? rest.indexOf(delimiter, 1) : quoted.length + 1;
    const cell = rest.slice(1, end === -1 ? undefined : end);
    cells.push(quoted === undefined ? cell : cell.slice(1, -1).replaceAll('""', '"'));
    rest = end === -1 ? '' : rest.slice(end);
  }
  return cells.map((name, index) => (name.trim() === '' ? `Unnamed: ${index}` : name));
}
