import type { Place } from '../../core/model/errors.js';
import type { ResultRow } from '../content/result-file.js';
import { ownText, ownValue } from '../content/values.js';
import type { Reading } from './reading.js';
import { readLongTable } from './tables.js';

/** One result of a runner, with the column names of a table that has a row for each result. */
export interface RunnerRow {
  readonly task_id: string;
  readonly benchmark?: string | undefined;
  readonly config?: string | undefined;
  readonly run_id?: string | undefined;
  /** A number from 0 to 1, a boolean, or a word such as passed; whatever a table's cell may contain. */
  readonly reward?: unknown;
  readonly status?: string | undefined;
  readonly cost_usd?: number | undefined;
  readonly duration_ms?: number | undefined;
  readonly model?: string | undefined;
  readonly input_tokens?: number | undefined;
  readonly output_tokens?: number | undefined;
  readonly cached_tokens?: number | undefined;
  readonly error?: string | undefined;
  readonly place: Place;
}

const columns = [
  ...['task_id', 'benchmark', 'config', 'reward', 'status', 'cost_usd', 'duration_ms'],
  ...['input_tokens', 'output_tokens', 'cached_tokens', 'error'],
];

/** Reads rows of results by the rules for tables. Without `repeats`, a second result for a task is an error. */
export async function readRunnerRows(
  reading: Reading,
  rows: Iterable<RunnerRow> | AsyncIterable<RunnerRow>,
  repeats = false,
): Promise<void> {
  const attempts = new Map<string, number>();
  async function* resultRows(): AsyncGenerator<ResultRow> {
    for await (const { place, ...row } of rows) {
      const key = JSON.stringify([row.task_id, row.benchmark, row.config, row.run_id]);
      const attempt = (attempts.get(key) ?? 0) + 1;
      if (repeats) attempts.set(key, attempt);
      yield { data: repeats ? { ...row, attempt } : row, place };
    }
  }
  const data = resultRows();
  const first = await data.next();
  async function* all(): AsyncGenerator<ResultRow> {
    if (first.done !== true) yield first.value;
    yield* data;
  }
  // Without a run, every file is a separate run.
  const hasRun = first.done !== true && ownText(first.value.data, 'run_id') !== undefined;
  const table = {
    columns: [...columns, ...(hasRun ? ['run_id'] : []), ...(repeats ? ['attempt'] : [])],
    inner: [],
    first: undefined,
    rows: all,
  };
  await readLongTable(reading, table, { ...reading.options, columns: undefined });
}

/** Names for the tasks in a table: the first kind of name that every task has and no two tasks share. */
export async function taskNames(
  rows: AsyncIterable<ResultRow> | Iterable<ResultRow>,
  taskOf: (row: ResultRow['data']) => readonly [key: string, names: readonly (string | undefined)[]],
): Promise<ReadonlyMap<string, string>> {
  const byKey = new Map<string, readonly (string | undefined)[]>();
  for await (const { data } of rows) {
    const [key, names] = taskOf(data);
    if (!byKey.has(key)) byKey.set(key, names);
  }
  const [first = []] = byKey.values();
  for (const i of first.keys()) {
    const named = [...byKey].map(([key, names]): [string, string] => [key, names[i] ?? '']);
    const all = new Set(named.map(([, name]) => name));
    if (all.size === named.length && !all.has('')) return new Map(named);
  }
  return new Map();
}

/** The ids of a record, one entry for each known id key. */
export function idsIn(record: unknown): readonly (string | undefined)[] {
  return idKeys.map((key) => {
    const value = ownValue(record, key);
    return typeof value === 'number' ? String(value) : ownText(record, key);
  });
}

/** `id` comes last: datasets may also have a better one. */
const idKeys = ['instance_id', 'task_id', 'task_name', 'problem_id', 'question_id', 'sample_id', 'id'];
