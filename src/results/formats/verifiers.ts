import { basename, dirname, join, resolve } from 'node:path';
import type { UnknownRecord } from '../../core/model/record.js';
import { parseJson } from '../content/parse-json.js';
import { documentAt, hasKeys, isGiven, numberOf, ownText, ownValue } from '../content/values.js';
import type { Reading } from './reading.js';
import type { ResultFormat } from './result-format.js';
import { idsIn, type RunnerRow, readRunnerRows, taskNames } from './rows.js';

/** The rollouts of a verifiers evaluation: `ENV--MODEL/RUN/results.jsonl` with `metadata.json` beside it. */
export const verifiers: ResultFormat = {
  name: 'verifiers',
  title: 'verifiers results.jsonl',
  lookedFor: 'example_id, completion and reward',
  isRow: (row) => hasKeys(row, 'example_id', 'completion', 'reward'),
  search: { called: /^results\.jsonl$/, bystanders: ['metadata.json'] },
  // Every example may have several rollouts.
  read: (reading) => readRunnerRows(reading, rowsOf(reading), true),
};

async function* rowsOf({ path, table }: Reading): AsyncGenerator<RunnerRow> {
  const folder = dirname(resolve(path));
  const metadata = documentAt(join(folder, 'metadata.json'));
  const keyOf = (row: UnknownRecord) => String(ownValue(row, 'example_id'));
  const names = await taskNames(table.rows(), (row) => [keyOf(row), idsIn(infoOf(row))]);
  for await (const { data, place } of table.rows()) {
    yield {
      task_id: names.get(keyOf(data)) ?? keyOf(data),
      benchmark: ownText(metadata, 'env_id'),
      config: ownText(metadata, 'model'),
      run_id: basename(path) === 'results.jsonl' ? basename(folder) : undefined,
      reward: ownValue(data, 'reward'),
      status: isGiven(ownValue(data, 'error')) ? 'errored' : undefined,
      duration_ms: numberOf(ownValue(data, 'total_ms') ?? ownValue(data, 'timing', 'total_ms')),
      place,
    };
  }
}

/** What the data set says about the example, which may be JSON within JSON. */
function infoOf(row: UnknownRecord): unknown {
  const info = ownValue(row, 'info');
  if (typeof info !== 'string') return info;
  try {
    return parseJson(info);
  } catch {
    return undefined;
  }
}
