import type { Place } from '../../core/model/errors.js';
import type { ResultColumns, ResultRole } from '../../core/model/outcome.js';
import { nearestName } from '../../core/text/nearest-name.js';
import type { ResultRow, ResultTable } from '../content/result-file.js';
import { cacheWrites, columnName, columnOf, includingCached, knownColumns } from '../content/table-columns.js';
import type { TokenUse } from '../content/token-costs.js';
import { clockSeconds, inOneLine, moneyOf, numberHint, numberOf, ownValue, quotedValue } from '../content/values.js';
import type { FolderName } from './names.js';
import type { Reading, SimilarColumn } from './reading.js';
import type { FoundOutcome } from './result-format.js';

/** The columns of a table by role, as the table spells them. */
export interface LongColumns extends Readonly<Partial<Record<SingleRole, string | undefined>>> {
  readonly task: string;
  /** The model that used the tokens, for token prices. */
  readonly model: string | undefined;
  /** Joined if there are several: one model under two agents, or in two arms, is two systems. */
  readonly configuration: readonly string[];
  /** Other columns that could have been the reward. */
  readonly unusedResults: readonly string[];
  /** The remaining columns. */
  readonly others: readonly string[];
}

type SingleRole = (typeof singleRoles)[number];
const singleRoles = [
  ...(['benchmark', 'run', 'attempt', 'result', 'status', 'cost', 'duration'] as const),
  ...(['successes', 'trials', 'input_tokens', 'output_tokens', 'cached_tokens', 'error'] as const),
];

/** Finds the columns of a table that has a row for each result. */
export function longColumns(table: ResultTable, named: ResultColumns | undefined): LongColumns {
  const find = (role: ResultRole) => columnOf(table, role, named);
  const result = find('result');
  const roles = Object.fromEntries(singleRoles.map((role) => [role, find(role)]));
  const couldBeResult = (column: string) => column !== result && knownColumns.result.includes(columnName(column));
  const found = {
    ...roles,
    task: find('task') ?? '',
    configuration: configurationColumns(table, named),
    unusedResults: named?.result === undefined ? table.columns.filter(couldBeResult) : [],
  };
  const used = new Set<unknown>(Object.values(found).flat());
  // The model has its price even if it is the system.
  const model = columnOf(table, 'model', named?.model === undefined ? {} : { model: named.model });
  return { ...found, model, others: table.columns.filter((column) => !used.has(column)) };
}

/** An unused column of numbers whose name resembles one of a result column. */
export function similarResult({ first }: ResultTable, { others }: LongColumns): SimilarColumn | undefined {
  for (const column of others) {
    const known = nearestName(columnName(column), knownColumns.result);
    if (known === undefined || first === undefined || numberOf(cell(first, column)) === undefined) continue;
    return { column, known };
  }
  return undefined;
}

/** The columns that name the system: its own column, or otherwise agent and model, and also the arm. */
export function configurationColumns(table: ResultTable, named: ResultColumns | undefined): readonly string[] {
  const whole = columnOf(table, 'configuration', named);
  // Agent and model columns that the user names override a system column.
  const isParted = named?.configuration === undefined && (named?.agent !== undefined || named?.model !== undefined);
  const arm = columnOf(table, 'arm', named);
  const parts =
    whole !== undefined && !isParted
      ? [whole, arm]
      : [columnOf(table, 'agent', named), columnOf(table, 'model', named), arm];
  return parts.filter((column) => column !== undefined);
}

/** A cell; undefined if it is empty or the column does not exist. */
export function cell({ data }: ResultRow, column: string | undefined): unknown {
  if (column === undefined) return undefined;
  const dot = column.indexOf('.');
  // `metadata.instance_id`: one level deep in a row of JSON.
  const inner = () => (dot === -1 ? undefined : ownValue(data, column.slice(0, dot), column.slice(dot + 1)));
  const value = ownValue(data, column) ?? inner();
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

/** Whether a row has a column without a value: null, a blank cell, or a word for none. */
export function isNull({ data }: ResultRow, column: string | undefined): boolean {
  if (column === undefined) return false;
  const value = ownValue(data, ...(Object.hasOwn(data, column) ? [column] : column.split('.')));
  return value === null || (typeof value === 'string' && noValue.test(value.trim()));
}

/** How programs write a missing value. */
const noValue = /^(?:|n\/?a|nan|null|none|[-–—])$/i;

/** A cell as text, unchanged. */
export function textCell(row: ResultRow, column: string | undefined): string | undefined {
  const value = cell(row, column);
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

/** Longer cells are texts, not labels. */
const longestLabel = 200;

/** The other columns of a row with short cells, if any; numeric text becomes a number. */
export function otherCells(row: ResultRow, columns: readonly string[]): FoundOutcome['fields'] {
  const entries = columns.flatMap((column): [string, string | number][] => {
    const text = textCell(row, column);
    if (text === undefined || text.length > longestLabel) return [];
    const number = Number(text);
    return [[column, Number.isFinite(number) ? number : text]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The system named by the row, or the file's name. */
export function configurationCell(
  row: ResultRow,
  columns: readonly string[],
  name: FolderName,
): Pick<FolderName, 'configuration'> & Partial<FolderName> {
  const [only, ...others] = columns;
  const single = others.length > 0 ? undefined : textCell(row, only);
  if (single !== undefined) return { configuration: single };
  const parts = columns.map((column) => textCell(row, column)).filter((part) => part !== undefined);
  return parts.length === 0 ? name : { configuration: parts.join('__') };
}

/** Reads the numbers of a row, and reports invalid ones. */
export interface Amounts {
  readonly reading: Reading;
  readonly row: ResultRow;
}

/** The number of an attempt. */
export function countCell(of: Amounts, column: string | undefined): number | undefined {
  const number = amount(of, column, numberOf, 'a non-negative number');
  if (number === undefined || Number.isInteger(number)) return number;
  const message = `"${column}" is ${number}; expected a whole number.`;
  of.reading.fault('outcomes/number', message, { place: of.row.place, about: column ?? '' });
  return undefined;
}

/** An amount in US dollars. */
export function moneyCell(of: Amounts, column: string | undefined): number | undefined {
  return amount(of, column, moneyOf, 'a non-negative amount in US dollars');
}

/** A duration in milliseconds. Cells are seconds unless the column names another unit or the cell is mm:ss or h:mm:ss. */
export function durationCell(of: Amounts, column: string | undefined): number | undefined {
  const clock = clockSeconds(cell(of.row, column));
  if (clock !== undefined) return Math.round(clock * 1000);
  const isMilliseconds = column !== undefined && columnName(column) === 'duration_ms';
  const unit = isMilliseconds ? 'milliseconds' : 'seconds';
  const number = amount(of, column, numberOf, `a non-negative number of ${unit}, mm:ss or h:mm:ss`);
  return number === undefined || isMilliseconds ? number : Math.round(number * 1000);
}

/** A row's tokens by model, or else by system; undefined without prices. */
export function tokenCells(of: Amounts, columns: LongColumns, system: string): readonly TokenUse[] | undefined {
  if (of.reading.options.prices === undefined) return undefined;
  const tokens = (column: string | undefined) => amount(of, column, numberOf, 'a non-negative number of tokens');
  const cached = tokens(columns.cached_tokens);
  const all = tokens(columns.input_tokens);
  const includes = includingCached.includes(columnName(columns.input_tokens ?? ''));
  const written = tokens(columns.others.find((column) => cacheWrites.includes(columnName(column)))) ?? 0;
  const input = all === undefined ? all : includes ? Math.max(0, all - (cached ?? 0)) : all + written;
  return [{ model: textCell(of.row, columns.model) ?? system, input, output: tokens(columns.output_tokens), cached }];
}

/** Whether a cell says that the run errored. */
export function hasError(row: ResultRow, column: string | undefined): boolean {
  return !isNull(row, column) && !/^(?:false|no|0|unset)?$/i.test(String(cell(row, column) ?? '').trim());
}

/** Why a run errored, in one line; undefined if the cell is just yes or true. */
export function errorCell(row: ResultRow, column: string | undefined): string | undefined {
  const text = textCell(row, column);
  return text === undefined || /^(?:true|yes|1)$/i.test(text.trim()) ? undefined : inOneLine(text);
}

function amount(
  { reading, row }: Amounts,
  column: string | undefined,
  read: (value: unknown) => number | undefined,
  expected: string,
): number | undefined {
  const value = cell(row, column);
  if (value === undefined) return undefined;
  const number = read(value);
  if (number !== undefined && number >= 0) return number;
  const message = `"${column}" is ${quotedValue(value)}; expected ${expected}.`;
  const place: Place = row.place;
  reading.fault('outcomes/number', message, { place, hint: numberHint(value), about: column ?? '' });
  return undefined;
}
