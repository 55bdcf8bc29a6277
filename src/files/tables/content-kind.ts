import { isUtf8 } from 'node:buffer';
import { firstBytes } from '../../disk/open-regular.js';
import { packingOf, unpackedStart } from '../packed/unpacked.js';
import type { Packing } from '../packed/unpacked-budget.js';
import { CsvRecords } from './csv-records.js';

/** The format of records in a file. */
export type TableKind =
  | { readonly kind: 'parquet' }
  | (Packed & { readonly kind: 'json' })
  | (Packed & { readonly kind: 'json-lines' })
  | CsvKind;

/** A CSV text. */
export interface CsvKind extends Packed {
  readonly kind: 'csv';
  /** One ASCII character. */
  readonly delimiter: string;
  /** Set for UTF-16. Everything else is read as UTF-8 or, if that fails, as Latin-1. */
  readonly encoding?: Utf16;
  /** Whether the first line is `sep=;` or the like, and the header is the second. */
  readonly skipsLine?: true;
}

/** Text in UTF-16, recognised by its byte order mark. */
type Utf16 = 'utf-16le' | 'utf-16be';

interface Packed {
  readonly packing?: Packing | undefined;
}

/** The kind of a file's contents, according to its first bytes. */
export type ContentKind =
  | TableKind
  | { readonly kind: 'empty' }
  | { readonly kind: 'zip' }
  | { readonly kind: 'other' };

/** Whether a line with these cells is a header. */
export type HeaderRule = (cells: readonly string[]) => boolean;

const sniffedBytes = 64 * 1024;
/** For a packed file: its first block may be twice the length examined. */
const packedBytes = 256 * 1024;
const delimiters: readonly string[] = [',', '\t', ';'];

/**
 * Detects the contents of a file by its first bytes, even if it is compressed. A single JSON object can only be told from
 * JSON lines by reading the file.
 * @param headers The tests for a CSV header, likeliest first.
 * @throws Error if it cannot be read.
 */
export function contentKind(file: string, headers: readonly HeaderRule[] = [areNames]): ContentKind {
  const start = firstBytes(file, sniffedBytes);
  const packing = packingOf(start);
  if (packing === undefined) return kindOf(start, start.length === sniffedBytes, headers);
  const packed = firstBytes(file, packedBytes);
  const unpacked = unpackedStart(packed, packing, sniffedBytes);
  const isCut = packed.length === packedBytes || unpacked.length === sniffedBytes;
  const content = kindOf(unpacked, isCut, headers);
  if (content.kind === 'parquet' || content.kind === 'zip')
    throw new Error(`the file is compressed twice; decompress it once (${packing})`);
  return content.kind === 'empty' || content.kind === 'other' ? content : { ...content, packing };
}

function kindOf(start: Buffer, isCut: boolean, headers: readonly HeaderRule[]): ContentKind {
  const magic = start.subarray(0, 4).toString('latin1');
  if (magic === 'PAR1') return { kind: 'parquet' };
  if (magic === 'PK\u0003\u0004' || magic === 'PK\u0005\u0006') return { kind: 'zip' };
  const encoding = utf16Of(start);
  const isText = encoding !== undefined || isUtf8(isCut ? wholeCharacters(start) : start);
  const text = textOf(start, encoding ?? (isText ? 'utf-8' : 'windows-1252'), isCut);
  const content = kindOfText(text, isCut, headers);
  if (content.kind === 'csv' && (isText || !controlCharacters.test(text)))
    return encoding === undefined ? content : { ...content, encoding };
  if (!isText) throw new Error('not UTF-8 text');
  if (encoding !== undefined && content.kind !== 'empty')
    throw new Error('Winnow reads UTF-16 only in CSV files; save this file as UTF-8');
  return content;
}

function kindOfText(text: string, isCut: boolean, headers: readonly HeaderRule[]): ContentKind {
  if (text === '') return { kind: isCut ? 'other' : 'empty' };
  if (text.startsWith('[') && !bracketedHeader.test(text)) return { kind: 'json' };
  if (text.startsWith('{')) return { kind: isLineOfJson(text) ? 'json-lines' : 'json' };
  if (text.includes('\0') || markup.test(text)) return { kind: 'other' };
  const [, stated] = /^"?sep=([^"\r\n\u0080-\uffff])"?\r?\n/i.exec(text) ?? [];
  if (stated !== undefined) return { kind: 'csv', delimiter: stated, skipsLine: true };
  const delimiter = delimiterOf(text, headers);
  return delimiter === undefined ? { kind: 'other' } : { kind: 'csv', delimiter };
}

/** The beginning of HTML and XML, which some tools call a spreadsheet or CSV. */
const markup = /^<(?:[?!]|html\b|table\b)/i;

/** A header whose first name is in brackets: a JSON list's first line ends with its closing bracket. */
const bracketedHeader = /^\[[^\]\n[{"]+\][^\n]*[,;\t]/;

function utf16Of(start: Buffer): Utf16 | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined;
}

/** The bytes as text without a byte order mark or leading space; a character that the end cuts is left out. */
function textOf(start: Buffer, encoding: string, isCut: boolean): string {
  return new TextDecoder(encoding).decode(start, { stream: isCut }).trimStart();
}

/** Bytes that text in any encoding doesn't have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be found
const controlCharacters = /[\u0000-\u0008\u000e-\u001f]/;

/**
 * The format of records in a file, by its first bytes; undefined if it has none.
 * @throws Error as `contentKind` does.
 */
export function tableKind(file: string): TableKind | undefined {
  // Tables of data frames leave their first name out; whoever calls a file CSV may have any names in it, even just one.
  const content = contentKind(file, [areNames, areNamesButFirst, ...(csvEndings.test(file) ? [anyCells] : [])]);
  return content.kind === 'empty' || content.kind === 'zip' || content.kind === 'other' ? undefined : content;
}

/** The compression of a file; undefined if it isn't compressed. */
export function packingOfFile(file: string): Packing | undefined {
  return packingOf(firstBytes(file, 4));
}

/** The bytes without the character that the end of the block may have cut. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, Math.max(0, end - 1));
}

/** Whether the first line is a whole object with more after it, or too long to be one document. */
function isLineOfJson(text: string): boolean {
  const end = text.indexOf('\n');
  if (end === -1 || text.slice(end).trim() === '') return text.length > sniffedBytes / 2;
  try {
    JSON.parse(text.slice(0, end));
    return true;
  } catch {
    return false;
  }
}

function delimiterOf(text: string, headers: readonly HeaderRule[]): string | undefined {
  const [header = ''] = text.split(/\r\n|\n|\r/, 1);
  const parted = delimiters
    .map((delimiter) => ({ delimiter, cells: header.split(delimiter).map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.length > 1);
  for (const isHeader of headers) {
    const found = isHeader === anyCells ? likeliest(text) : parted.find(({ cells }) => isHeader(cells))?.delimiter;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** None of them prose. */
function areNames(cells: readonly string[]): boolean {
  return cells.every((cell) => /^"?[\p{L}_][\p{L}\p{N}_ .:()/-]{0,60}"?$/u.test(cell));
}

function areNamesButFirst([first = '', ...others]: readonly string[]): boolean {
  return /^(?:"")?$/.test(first) && others.length > 0 && areNames(others);
}

// Some tools call a CSV file a spreadsheet.
const csvEndings = /\.(?:csv|tsv|tab|xls[xmb]?)(?:\.(?:gz|zst))?$/i;

function anyCells(): boolean {
  return true;
}

const sampledRows = 50;

/**
 * The delimiter that gives most of the first rows as many cells as the header; then the one with the most cells,
 * and then the one that is rarer in text.
 */
function likeliest(text: string): string {
  const bytes = Buffer.from(text);
  const parted = ['\t', ';', ','].map((delimiter) => {
    // The last record may be cut off, so it isn't used.
    const [header, ...rows] = new CsvRecords(delimiter, bytes.length).push(bytes).slice(0, sampledRows);
    const cells = header?.cells.length ?? 1;
    const fitting = rows.filter((row) => row.cells.length === cells && row.error === undefined).length;
    // A wrong delimiter leaves quotes inside cells.
    const isOdd = cells === 1 || header?.cells.some((cell) => cell.includes('"')) === true;
    return { delimiter, cells, share: isOdd ? 0 : rows.length === 0 ? 1 : fitting / rows.length };
  });
  return parted.reduce((best, each) =>
    best.cells === 1 || each.share > best.share || (each.share === best.share && each.cells > best.cells) ? each : best,
  ).delimiter;
}
