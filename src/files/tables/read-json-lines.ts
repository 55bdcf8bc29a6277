import { readLines } from '../../disk/read-lines.js';
import type { TableRow } from './table-row.js';

/** The objects of a file of JSON lines; blank lines are passed over, a line that is not JSON is an Error in its place. */
export function* readJsonLines(file: string): Generator<TableRow> {
  for (const { number, text } of readLines(file)) {
    if (text.trim() !== '') yield { number, data: parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return new Error(`the line is not JSON: ${(cause as Error).message}`);
  }
}
