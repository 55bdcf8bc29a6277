import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import type { TableRow } from './table-row.js';

const longestRecordChars = 64 * 1024 * 1024;

/** The rows of a CSV or TSV file with a header, as objects of text. */
export async function* readCsv(file: string, delimiter: ',' | '\t' | ';'): AsyncGenerator<TableRow> {
  const parser = parse({
    columns: true,
    bom: true,
    delimiter,
    skip_empty_lines: true,
    info: true,
    max_record_size: longestRecordChars,
  });
  const stream = createReadStream(file);
  stream.on('error', (error) => parser.destroy(error));
  for await (const row of stream.pipe(parser) as AsyncIterable<{ record: unknown; info: { lines: number } }>) {
    yield { number: row.info.lines, data: row.record };
  }
}
