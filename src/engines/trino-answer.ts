import { isRecord } from '../core/model/record.js';

/** A column of a result, with its type in the words of Trino. */
export interface TrinoColumn {
  readonly name: string;
  readonly type: string;
}

/** Why the cluster failed. */
export interface TrinoFault {
  readonly message: string;
  readonly name: string;
  readonly type: string;
}

/** One answer of the cluster. */
export interface TrinoAnswer {
  readonly nextUri: string | undefined;
  readonly columns: readonly TrinoColumn[] | undefined;
  readonly data: readonly (readonly unknown[])[] | undefined;
  readonly error: TrinoFault | undefined;
  readonly share: number | undefined;
  readonly found: number;
  /** The length of its text. */
  readonly bytes: number;
}

/** An answer from its text. @throws Error that says what is not of the protocol. */
export function trinoAnswerOf(text: string): TrinoAnswer {
  const answer = parsed(text);
  if (!isRecord(answer)) throw new Error('it is no record');
  const { nextUri, columns, data, error, stats } = answer;
  const { progressPercentage: percent, processedRows } = isRecord(stats) ? stats : {};
  if (!isMissing(nextUri) && typeof nextUri !== 'string') throw new Error('"nextUri" is no text');
  if (!isMissing(error) && !isRecord(error)) throw new Error('"error" is no record');
  return {
    nextUri: nextUri ?? undefined,
    columns: listOf(columns, 'columns', isColumn)?.map(({ name, type }) => ({ name, type })),
    data: listOf(data, 'data', (row): row is readonly unknown[] => Array.isArray(row)),
    error: isRecord(error)
      ? { message: String(error['message']), name: String(error['errorName']), type: String(error['errorType']) }
      : undefined,
    share: typeof percent === 'number' ? percent / 100 : undefined,
    found: typeof processedRows === 'number' ? processedRows : 0,
    bytes: text.length,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('it is not JSON', { cause });
  }
}

function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isColumn(value: unknown): value is TrinoColumn {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['type'] === 'string';
}

function listOf<Item>(value: unknown, key: string, isItem: (each: unknown) => each is Item): Item[] | undefined {
  if (isMissing(value)) return undefined;
  if (Array.isArray(value) && value.every(isItem)) return value;
  throw new Error(`"${key}" is not the list that it should be`);
}
