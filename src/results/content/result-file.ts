import { basename, dirname, join } from 'node:path';
import { isRecord } from '../../core/model/record.js';
import { closeSync, existsSync, readSync } from '../../disk/file-access.js';
import { openRegular } from '../../disk/open-regular.js';
import { unpackedStream } from '../../files/packed/unpacked.js';
import type { Packing } from '../../files/packed/unpacked-budget.js';
import { type CsvKind, contentKind } from '../../files/tables/content-kind.js';
import { readJsonLines, readJsonLinesFrom } from '../../files/tables/read-json-lines.js';
import { textOf } from '../../files/tables/read-table.js';
import { ZipArchive } from '../../files/zip/zip-archive.js';
import { parseJson } from './parse-json.js';
import {
  csvTable,
  linesTable,
  parquetTable,
  type ResultTable,
  resultHeaders,
  tableOfRows,
  textLines,
} from './result-table.js';

/** What a file holds, before it is known whose results they are. */
export type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'document'; readonly data: unknown }
  /** `isUnended`: its last line has no line break, so that its last cell may be cut off. */
  | { readonly kind: 'table'; readonly table: ResultTable; readonly isUnended?: boolean }
  | { readonly kind: 'archive'; readonly archive: ZipArchive }
  /** An evaluation that was started and left no report. */
  | { readonly kind: 'unreported' }
  | { readonly kind: 'other' };

/** A file that may hold results. */
export interface ResultFile {
  /** As the user would write it. */
  readonly path: string;
  readonly content: Content;
}

/**
 * Reads a file and tells by its bytes what it holds; its name does not count.
 *
 * @throws Error when it cannot be read, is cut off, or is too large.
 */
export async function openResultFile(path: string): Promise<Content> {
  // The log itself is of no use: that there is no report beside it says all.
  if (basename(path) === 'run_instance.log' && !existsSync(join(dirname(path), 'report.json'))) {
    return { kind: 'unreported' };
  }
  const content = contentKind(path, resultHeaders);
  switch (content.kind) {
    case 'zip':
      return { kind: 'archive', archive: ZipArchive.open(path) };
    case 'parquet':
      return { kind: 'table', table: await parquetTable(path) };
    case 'json':
      return jsonContent(await textOf(path, content));
    case 'json-lines':
      return await linesContent(path, content);
    case 'csv':
      return { kind: 'table', table: await csvTable(path, content), isUnended: !(await endsLine(path, content)) };
    case 'empty':
    case 'other':
      return { kind: content.kind };
  }
}

async function jsonContent(text: string): Promise<Content> {
  let data: unknown;
  try {
    data = parseJson(text);
  } catch (cause) {
    const lines = textLines(text);
    if (lines === undefined) throw cause;
    return { kind: 'table', table: await linesTable(() => lines) };
  }
  if (!Array.isArray(data) || data.length === 0 || !data.every(isRecord)) return { kind: 'document', data };
  const rows = data.map((row, i) => ({ data: row, place: { path: `row ${i + 1}` } }));
  return { kind: 'table', table: tableOfRows(rows) };
}

/** Lines of any number are read one by one; a line alone is a document. */
async function linesContent(path: string, kind: Packed): Promise<Content> {
  const { packing } = kind;
  const read = () =>
    packing === undefined
      ? readJsonLines(path, undefined, parseJson)
      : readJsonLinesFrom(unpackedStream(path, packing) as AsyncIterable<Buffer>, parseJson);
  const start: unknown[] = [];
  for await (const { data } of read()) if (start.push(data) === 2) break;
  const [first] = start;
  if (!isRecord(first) || first instanceof Error) return jsonContent(await textOf(path, kind));
  if (start.length === 1) return { kind: 'document', data: first };
  return { kind: 'table', table: await linesTable(read) };
}

interface Packed {
  readonly packing?: Packing | undefined;
}

/** Whether the last line of a text has its line break. */
async function endsLine(path: string, { packing, encoding }: CsvKind): Promise<boolean> {
  let last: number | undefined;
  if (encoding !== undefined) return true;
  if (packing === undefined) {
    const { handle, bytes } = openRegular(path);
    try {
      const end = Buffer.alloc(1);
      if (readSync(handle, end, 0, 1, bytes - 1) === 1) last = end[0];
    } finally {
      closeSync(handle);
    }
  } else {
    for await (const part of unpackedStream(path, packing) as AsyncIterable<Buffer>) last = part.at(-1) ?? last;
  }
  return last === 0x0a || last === 0x0d;
}
