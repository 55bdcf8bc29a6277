/** What a cell of a pool table may hold. */
export type CellValue = string | number | readonly unknown[] | object;

/**
 * A value as a cell of text, which `cellValue` reads back as it was: numbers and plain texts stand for themselves, lists
 * and records as JSON. So does a text that could be taken for anything else, that a spreadsheet would run, or that a file
 * of text cannot hold.
 */
export function poolCell(value: CellValue | undefined): string | number | null {
  if (value === undefined) return null;
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value);
}

/** The value of a cell; undefined for an empty one. @throws SyntaxError when it begins as JSON and is none. */
export function cellValue(cell: unknown): unknown {
  if (cell === null || cell === '') return undefined;
  if (typeof cell === 'bigint') return Number(cell);
  if (typeof cell !== 'string') return cell;
  if (/^["[{]/.test(cell)) return JSON.parse(cell);
  return isNumber(cell) ? Number(cell) : cell;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const oddCharacters = /[\u0000-\u001f\ufeff]|\p{Cs}/u;

function isPlain(text: string): boolean {
  return (
    text !== '' && text.trim() === text && !/^["[{=+\-@']/.test(text) && !oddCharacters.test(text) && !isNumber(text)
  );
}

const longestNumber = 30;

/** Whether a text is a number as JavaScript writes it. */
function isNumber(text: string): boolean {
  if (text.length > longestNumber) return false;
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text;
}
