import { isUtf8 } from 'node:buffer';
import { closeSync, readSync } from 'node:fs';
import { openRegular } from '../../disk/open-regular.js';

/** How a file holds records; undefined when it holds none. */
export type TableKind =
  | { readonly kind: 'parquet' }
  | { readonly kind: 'json' }
  | { readonly kind: 'json-lines' }
  | { readonly kind: 'csv'; readonly delimiter: ',' | '\t' | ';' }
  | undefined;

const sniffedBytes = 64 * 1024;

/**
 * Tells by its first bytes how a file holds records; its name does not count.
 *
 * @throws Error when it cannot be read or is not a regular file.
 */
export function tableKind(file: string): TableKind {
  const start = firstBytes(file);
  if (start.subarray(0, 4).toString('latin1') === 'PAR1') return { kind: 'parquet' };
  if (!isUtf8(wholeCharacters(start))) throw new Error('it is not text in UTF-8');
  if (start.includes(0)) return undefined;
  const text = wholeCharacters(start)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text.startsWith('[')) return { kind: 'json' };
  if (text.startsWith('{')) return { kind: isLineOfJson(text) ? 'json-lines' : 'json' };
  const [header = ''] = text.split(/\r?\n/, 1);
  const delimiter = ([',', '\t', ';'] as const).find((each) => isHeader(header.split(each)));
  return delimiter === undefined ? undefined : { kind: 'csv', delimiter };
}

function firstBytes(file: string): Buffer {
  const { handle } = openRegular(file);
  try {
    const bytes = Buffer.alloc(sniffedBytes);
    return bytes.subarray(0, readSync(handle, bytes, 0, sniffedBytes, 0));
  } finally {
    closeSync(handle);
  }
}

/** The bytes without the character that the end of the block may have cut. */
function wholeCharacters(bytes: Buffer): Buffer {
  if (bytes.length < sniffedBytes) return bytes;
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, Math.max(0, end - 1));
}

/** Whether the first line is a whole object with more after it, or so long that no one would have written it as one document. */
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

/** At least two names, none of them prose. */
function isHeader(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.every((cell) => /^"?[\p{L}_][\p{L}\p{N}_ .:()/-]{0,60}"?$/u.test(cell.trim()));
}
