import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRecord } from '../../core/model/record.js';
import { contentKind } from '../../files/tables/content-kind.js';
import { textOf } from '../../files/tables/read-table.js';
import { ZipArchive } from '../../files/zip/zip-archive.js';
import { parseJson } from './parse-json.js';
import { type ResultTable, readCsvTable, readJsonTable, readParquetTable, resultHeaders } from './result-table.js';

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
      return { kind: 'table', table: await readParquetTable(path) };
    case 'json':
    case 'json-lines':
      return jsonContent(await textOf(path, content));
    case 'csv': {
      const isUnended = !/[\r\n]$/.test(await textOf(path, content));
      return { kind: 'table', table: await readCsvTable(path, content), isUnended };
    }
    case 'empty':
    case 'other':
      return { kind: content.kind };
  }
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
