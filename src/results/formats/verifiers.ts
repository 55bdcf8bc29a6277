import { basename, dirname, join, resolve } from 'node:path';
import type { UnknownRecord } from '../../core/model/record.js';
import { isRecord } from '../../core/model/record.js';
import { parseJson } from '../content/parse-json.js';
import {
  documentAt,
  errorLine,
  hasKeys,
  isGiven,
  listAt,
  numberOf,
  ownText,
  ownValue,
  sumKnown,
  valuesOf,
} from '../content/values.js';
import type { Reading } from './reading.js';
import type { ResultFormat } from './result-format.js';
import { idsIn, type RunnerRow, readRunnerRows, taskNames } from './rows.js';

/** The rollouts of a verifiers evaluation: `ENV--MODEL/RUN/results.jsonl` next to `metadata.json`. */
export const verifiers: ResultFormat = {
  name: 'verifiers',
  title: 'verifiers results.jsonl',
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

/** The dataset's facts about the example, perhaps JSON within JSON. */
function infoOf(row: UnknownRecord): unknown {
  const info = ownValue(row, 'info');
  if (typeof info !== 'string') return info;
  try {
    return parseJson(info);
  } catch {
    return undefined;
  }
}

/** The episodes of verifiers 0.2 and later: `RUN/traces.jsonl`, next to `configs/eval.json`. */
export const verifiersTraces: ResultFormat = {
  name: 'verifiers-traces',
  title: 'verifiers traces.jsonl',
  isRow: (row) => hasKeys(row, 'task', 'traces') && isRecord(ownValue(row, 'task', 'data')),
  search: { called: /^traces\.jsonl$/, bystanders: ['eval.json', 'replay.json'] },
  // Every task may have several episodes.
  read: (reading) => readRunnerRows(reading, episodesOf(reading), true),
};

async function* episodesOf({ path, table }: Reading): AsyncGenerator<RunnerRow> {
  const folder = dirname(resolve(path));
  const config =
    documentAt(join(folder, 'configs', 'eval.json')) ?? documentAt(join(folder, 'configs', 'resolved', 'eval.json'));
  const keyOf = (row: UnknownRecord) => ownText(row, 'task', 'key') ?? String(ownValue(row, 'task', 'data', 'idx'));
  const names = await taskNames(table.rows(), (row) => {
    const data = ownValue(row, 'task', 'data');
    return [keyOf(row), [ownText(data, 'id'), ownText(data, 'name'), ...idsIn(data), ...idsIn(ownValue(data, 'info'))]];
  });
  for await (const { data: row, place } of table.rows()) {
    const traces = listAt(row, 'traces');
    const list = traces.length > 0 ? traces : [undefined];
    const agents = new Set(list.map((trace) => ownText(trace, 'agent', 'name') ?? ''));
    for (const trace of list) {
      const model = ownText(trace, 'agent', 'config', 'model') ?? ownText(config, 'model');
      // Several agents in one episode each have their own reward.
      const agent = agents.size > 1 ? ownText(trace, 'agent', 'name') : undefined;
      const reward = rewardOf(trace);
      const used = (name: string) => listAt(trace, 'calls').map((call) => ownValue(call, 'usage', name));
      // A sum without some of the calls would be too low.
      const sumOfAll = (name: string) => {
        const amounts = used(name).map(numberOf);
        return amounts.includes(undefined) ? undefined : sumKnown(amounts);
      };
      yield {
        task_id: names.get(keyOf(row)) ?? keyOf(row),
        benchmark: ownText(row, 'env', 'id') || undefined,
        config: agent === undefined ? model : `${model ?? 'unknown model'} as ${agent}`,
        run_id: ownText(row, 'run', 'id') ?? basename(folder),
        reward,
        status: reward === undefined ? 'errored' : undefined,
        cost_usd: sumOfAll('cost'),
        model,
        // verifiers counts cached tokens apart from the prompt.
        input_tokens: sumOfAll('prompt_tokens'),
        output_tokens: sumOfAll('completion_tokens'),
        cached_tokens: sumKnown(used('cached_input_tokens')),
        error: reward === undefined ? (errorOf(trace) ?? errorOf(row)) : undefined,
        duration_ms: durationOf(ownValue(trace, 'timing')),
        place,
      };
    }
  }
}

/** The sum of the weighted rewards, as verifiers computes it; undefined if nothing was scored. */
function rewardOf(trace: unknown): number | undefined {
  const scored = valuesOf(ownValue(trace, 'rewards')).filter(isRecord);
  if (scored.length === 0) return undefined;
  return scored.reduce(
    (sum, each) => sum + (numberOf(each['score']) ?? Number.NaN) * (numberOf(each['weight']) ?? 1),
    0,
  );
}

function durationOf(timing: unknown): number | undefined {
  const start = numberOf(ownValue(timing, 'start'));
  const ends = ['setup', 'agent', 'finalize', 'scoring'].map((part) => numberOf(ownValue(timing, part, 'end')) ?? 0);
  const end = Math.max(...ends);
  return start === undefined || end <= start ? undefined : 1000 * (end - start);
}

/** The last error, "Type: message". */
function errorOf(record: unknown): string | undefined {
  const last = listAt(record, 'errors').at(-1);
  return errorLine(ownText(last, 'type'), ownText(last, 'message'));
}
