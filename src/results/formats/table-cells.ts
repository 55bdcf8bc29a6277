import type { Place } from '../../core/model/fault.js';
import { ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultRow } from '../content/result-table.js';
import { clockSeconds, moneyOf, numberHint, numberOf, quoted } from '../content/reward-of.js';
import { columnName } from '../content/table-columns.js';
import type { LongColumns } from './long-columns.js';
import type { FolderName } from './name-of-file.js';

/** A cell; undefined when the column is not there, or the cell is empty. */
export function cell(row: ResultRow, column: string | undefined): unknown {
  const value = column === undefined ? undefined : (ownValue(row.data, column) ?? innerValue(row, column));
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

/** `metadata.instance_id`: what lies one level deep in a row of JSON. */
function innerValue({ data }: ResultRow, column: string): unknown {
  const dot = column.indexOf('.');
  return dot === -1 ? undefined : ownValue(ownValue(data, column.slice(0, dot)), column.slice(dot + 1));
}

/** A cell as text, as it is spelt. */
export function textCell(row: ResultRow, column: string | undefined): string | undefined {
  const value = cell(row, column);
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

/** Longer cells are texts, not labels. */
const longestLabel = 200;

const noCells: Readonly<Record<string, never>> = {};

/** What else a row says, in short cells; a cell that reads as a number is one. */
export function otherCells(row: ResultRow, columns: readonly string[]): Readonly<Record<string, string | number>> {
  if (columns.length === 0) return noCells;
  const entries = columns.flatMap((column): [string, string | number][] => {
    const text = textCell(row, column);
    if (text === undefined || text.length > longestLabel) return [];
    const number = Number(text);
    return [[column, Number.isFinite(number) ? number : text]];
  });
  return Object.fromEntries(entries);
}

/** Who was tried: the row's own word, else the file's name. */
export function configurationCell(
  row: ResultRow,
  { configuration }: Pick<LongColumns, 'configuration'>,
  place: FolderName,
): { readonly configuration: string; readonly source?: string } {
  const [only, ...others] = configuration;
  const alone = others.length > 0 ? undefined : textCell(row, only);
  if (alone !== undefined) return { configuration: alone };
  const parts = configuration.map((column) => textCell(row, column)).filter((part) => part !== undefined);
  return parts.length === 0 ? place : { configuration: parts.join('__') };
}

/** The number of an attempt. */
export function countCell(
  row: ResultRow,
  column: string | undefined,
  place: Place,
  notes: ReadingNotes,
): number | undefined {
  const number = amount(row, column, place, notes, { read: numberOf, expected: 'a number from 0 on' });
  if (number === undefined || Number.isInteger(number)) return number;
  notes.fault('outcomes/number', `"${column}" is ${number}; expected a whole number.`, place, undefined, column);
  return undefined;
}

/** An amount in US dollars. */
export function moneyCell(
  row: ResultRow,
  column: string | undefined,
  place: Place,
  notes: ReadingNotes,
): number | undefined {
  return amount(row, column, place, notes, { read: moneyOf, expected: 'an amount in US dollars from 0 on' });
}

/** A duration in milliseconds; a column that does not name its unit is in seconds, unless a cell is mm:ss or h:mm:ss. */
export function durationCell(
  row: ResultRow,
  column: string | undefined,
  place: Place,
  notes: ReadingNotes,
): number | undefined {
  const clock = clockSeconds(cell(row, column));
  if (clock !== undefined) return Math.round(clock * 1000);
  const isMilliseconds = column !== undefined && columnName(column) === 'duration_ms';
  const expected = `a number of ${isMilliseconds ? 'milliseconds' : 'seconds'} from 0 on, mm:ss or h:mm:ss`;
  const number = amount(row, column, place, notes, { read: numberOf, expected });
  if (number === undefined) return undefined;
  return isMilliseconds ? number : Math.round(number * 1000);
}

function amount(
  row: ResultRow,
  column: string | undefined,
  place: Place,
  notes: ReadingNotes,
  { read, expected }: { readonly read: (value: unknown) => number | undefined; readonly expected: string },
): number | undefined {
  const value = cell(row, column);
  if (value === undefined) return undefined;
  const number = read(value);
  if (number !== undefined && number >= 0) return number;
  const message = `"${column}" is ${quoted(value)}; expected ${expected}.`;
  notes.fault('outcomes/number', message, place, numberHint(value), column);
  return undefined;
}
