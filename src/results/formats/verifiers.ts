import { basename, dirname, join, resolve } from 'node:path';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { documentAt } from '../content/document-at.js';
import { ownText, ownValue } from '../content/document-of.js';
import { parseJson } from '../content/parse-json.js';
import type { ResultTable } from '../content/result-table.js';
import { numberOf } from '../content/reward-of.js';
import { idsIn, type RemadeRow, readRemadeRows, taskNames } from './remade-rows.js';
import type { ResultFormat } from './result-format.js';

/** The rollouts of a verifiers evaluation: `ENV--MODEL/RUN/results.jsonl` with `metadata.json` beside it. */
export const verifiers: ResultFormat = {
  name: 'verifiers',
  title: 'verifiers results.jsonl',
  lookedFor: 'example_id, completion and reward',
  recognises({ content }) {
    const row = content.kind === 'table' ? content.table.first?.data : undefined;
    return row !== undefined && ['example_id', 'completion', 'reward'].every((key) => Object.hasOwn(row, key));
  },
  search: { called: /^results\.jsonl$/, bystanders: ['metadata.json'] },
  readsLoneRow: true,
  read(file, options, notes) {
    if (file.content.kind !== 'table') return { outcomes: [] };
    // Every example may have several rollouts.
    return readRemadeRows(file, rowsOf(file.path, file.content.table), options, notes, true);
  },
};

async function* rowsOf(path: string, table: ResultTable): AsyncGenerator<RemadeRow> {
  const folder = dirname(resolve(path));
  const metadata = documentAt(join(folder, 'metadata.json'));
  const [benchmark, config] = [ownText(metadata, 'env_id'), ownText(metadata, 'model')];
  const run_id = basename(path) === 'results.jsonl' ? basename(folder) : undefined;
  const names = await taskNames(table.rows(), (row) => [keyOf(row), idsIn(infoOf(row))]);
  for await (const { data, place } of table.rows()) {
    const error = ownValue(data, 'error');
    yield {
      task_id: names.get(keyOf(data)) ?? keyOf(data),
      benchmark,
      config,
      run_id,
      reward: ownValue(data, 'reward'),
      status: error === undefined || error === null || error === '' ? undefined : 'errored',
      duration_ms: numberOf(ownValue(data, 'total_ms') ?? ownValue(ownValue(data, 'timing'), 'total_ms')),
      place,
    };
  }
}

function keyOf(row: UnknownRecord): string {
  return String(ownValue(row, 'example_id'));
}

/** What the data set says about the example, which may be JSON within JSON. */
function infoOf(row: UnknownRecord): unknown {
  const info = ownValue(row, 'info');
  if (isRecord(info) || typeof info !== 'string') return info;
  try {
    return parseJson(info);
  } catch {
    return undefined;
  }
}
