import { closeSync, existsSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRecord } from '../../core/model/record.js';
import { openRegular } from '../../disk/open-regular.js';
import { readSafely } from '../../files/task-folder.js';
import { ZipArchive } from '../zip/zip-archive.js';
import { parseJson } from './parse-json.js';
import { delimiterOf, type ResultTable, readCsvTable, readJsonTable, readParquetTable } from './result-table.js';

/** What a file holds, before it is known whose results they are. */
export type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'document'; readonly data: unknown }
  | { readonly kind: 'table'; readonly table: ResultTable }
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
  const start = firstBytes(path, 4);
  if (start.length === 0) return { kind: 'empty' };
  const magic = start.toString('latin1');
  if (magic === 'PK\u0003\u0004' || magic === 'PK\u0005\u0006') {
    return { kind: 'archive', archive: ZipArchive.open(path) };
  }
  if (magic === 'PAR1') return { kind: 'table', table: await readParquetTable(path) };
  return textContent(path, readSafely(path));
}

async function textContent(path: string, text: string): Promise<Content> {
  const body = text.trim();
  if (body === '') return { kind: 'empty' };
  if (body.startsWith('{') || body.startsWith('[')) return jsonContent(text);
  const delimiter = delimiterOf(body);
  if (delimiter === undefined) return { kind: 'other' };
  if (!/[\r\n]$/.test(text)) {
    throw new Error('its last line does not end, so it may be cut off. If it is whole, end it with a line break');
  }
  return { kind: 'table', table: await readCsvTable(path, delimiter) };
}

function jsonContent(text: string): Content {
  let data: unknown;
  try {
    data = parseJson(text);
  } catch (cause) {
    const lines = readJsonTable(text);
    if (lines === undefined) throw cause;
    return { kind: 'table', table: lines };
  }
  if (!Array.isArray(data) || data.length === 0 || !data.every(isRecord)) return { kind: 'document', data };
  const rows = data.map((row, i) => ({ data: row, place: { path: `row ${i + 1}` } }));
  return { kind: 'table', table: { rows } };
}

function firstBytes(path: string, count: number): Buffer {
  const { handle } = openRegular(path);
  try {
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(handle, bytes, 0, count, 0));
  } finally {
    closeSync(handle);
  }
}
