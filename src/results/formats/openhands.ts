import { basename, dirname, join, resolve } from 'node:path';
import type { Place } from '../../core/model/errors.js';
import { isRecord } from '../../core/model/record.js';
import { countOf, visibleText } from '../../core/text/words.js';
import { existsSync } from '../../disk/file-access.js';
import { reasonOf } from '../../disk/reason-of.js';
import { openResultFile, type ResultRow } from '../content/result-file.js';
import { amountOf, documentAt, hasTexts, idList, numberOf, ownText, ownValue } from '../content/values.js';
import { joinedName, nameOfFile } from './names.js';
import type { Reading } from './reading.js';
import type { ResultFormat, RunVerdict } from './result-format.js';

/** The end of a hint about patches without results. */
export const evaluateFirst =
  'evaluate the patches (for SWE-bench: swebench eval DATASET --split test --predictions FILE --run-id ID), and give the report that the evaluation writes.';

/** The output.jsonl of OpenHands, for a benchmark that is scored while it runs. */
export const openHandsOutput: ResultFormat = {
  name: 'openhands-output',
  title: 'OpenHands output.jsonl',
  isRow: (row) => hasTexts(row, 'instance_id') && isRecord(ownValue(row, 'test_result')),
  search: {
    called: /^output(?:\.swebench_eval)?\.jsonl$/,
    // The other files there have the attempts that output.jsonl was made of.
    wholeFolders: [
      { file: 'output.swebench_eval.jsonl', isWhole: (_, files) => files.has('output.jsonl') },
      { file: 'output.jsonl', isWhole: (_, files) => files.has('metadata.json') },
    ],
  },
  async read(reading) {
    const report = reportBeside(reading.path);
    if (report !== undefined) {
      reading.also.push(report);
      return;
    }
    reading.keepInColumns();
    const seen = new Set<string>();
    for await (const row of reading.table.rows()) {
      const { place } = row;
      const taskId = ownText(row.data, 'instance_id');
      const verdict = verdictOf(row, reading);
      if (taskId === undefined) reading.fault('outcomes/no-task', 'the row has no instance_id.', { place });
      else if (verdict === 'none') {
        const message = 'the file contains patches but no results: "test_result" has no verdict.';
        const hint = `Give output.report.json. If there is none, ${evaluateFirst}`;
        reading.fault('outcomes/predictions', message, { place, hint });
      } else {
        seen.add(taskId);
        addAttempt(row, taskId, verdict, place, reading);
      }
    }
    // Tasks whose attempts all broke are in a separate file.
    const errors = join(dirname(reading.path), 'output_errors.jsonl');
    for await (const row of basename(reading.path) === 'output.jsonl' ? rowsAt(errors) : []) {
      const taskId = ownText(row.data, 'instance_id');
      if (taskId === undefined || seen.has(taskId)) continue;
      seen.add(taskId);
      addAttempt(row, taskId, 'errored', { path: basename(errors) }, reading);
    }
  },
};

function addAttempt({ data }: ResultRow, taskId: string, verdict: RunVerdict, place: Place, reading: Reading): void {
  const metadata = ownValue(data, 'metadata');
  const model = ownText(metadata, 'llm', 'model') ?? ownText(metadata, 'llm_config', 'model');
  // Agent and model if the row has both; the folder is named after them and the settings.
  const system =
    model === undefined
      ? nameOfFile(reading.path)
      : { configuration: joinedName(ownText(metadata, 'agent_class'), model), source: dirname(resolve(reading.path)) };
  const attempt = numberOf(ownValue(data, 'attempt'));
  reading.add({ taskId, ...system, attempt, verdict, costUsd: costOf(data) }, place);
}

const verdictKeys = ['resolved', 'passed', 'score', 'reward', 'success'];

function verdictOf({ data, place }: ResultRow, reading: Reading): RunVerdict | 'none' {
  const result = ownValue(data, 'test_result');
  for (const holder of [ownValue(result, 'report'), ownValue(data, 'report'), result]) {
    for (const key of verdictKeys) {
      const reward = reading.reward(ownValue(holder, key), place);
      if (reward !== undefined) return { reward };
    }
  }
  const error = ownValue(data, 'error');
  return typeof error === 'string' && visibleText(error, 10) !== '' ? 'errored' : 'none';
}

/** Whether a document is the report of a run: lists of ids by result. */
export function isRunReport(document: unknown): boolean {
  const hasList = (key: string) => idList(document, key) !== undefined;
  // Multi-SWE-bench calls the first list "resolved".
  const isResolved = hasList('resolved_ids') || (hasList('resolved') && hasList('unresolved_ids'));
  return isResolved && (hasList('submitted_ids') || hasList('completed_ids'));
}

/** The other file in an OpenHands run folder that contains the verdicts, if any. */
function reportBeside(path: string): string | undefined {
  const [folder, name] = [dirname(path), basename(path)];
  if (!/^output(?:\.swebench_eval|\.critic_attempt_\d+)?\.jsonl$/.test(name)) return undefined;
  const report = ['output.report.json', 'report.json'].find((each) => isRunReport(documentAt(join(folder, each))));
  if (report !== undefined) return join(folder, report);
  const evaluated = join(folder, 'output.swebench_eval.jsonl');
  return name === 'output.jsonl' && existsSync(evaluated) ? evaluated : undefined;
}

/** The rows of a file of JSON lines, of which there may be only one; none if the file is missing. */
async function* rowsAt(path: string): AsyncGenerator<ResultRow> {
  if (!existsSync(path)) return;
  const content = await openResultFile(path);
  if (content.kind === 'table') yield* content.table.rows();
  else if (content.kind === 'document' && isRecord(content.data)) yield { data: content.data, place: { line: 1 } };
}

/** US dollars by task, from the output.jsonl in the folder of a report. */
export async function openHandsCosts(reading: Reading): Promise<ReadonlyMap<string, number>> {
  const costs = new Map<string, number>();
  if (!/^(?:output\.)?report\.json$/.test(basename(reading.path))) return costs;
  try {
    for await (const { data } of rowsAt(join(dirname(reading.path), 'output.jsonl'))) {
      const [id, cost] = [ownText(data, 'instance_id'), costOf(data)];
      if (id !== undefined && cost !== undefined) costs.set(id, cost);
    }
    return costs;
  } catch (cause) {
    const message = (n: number) =>
      `${countOf(n, 'output.jsonl file')} could not be read (${reasonOf(cause)}), so the costs of the run are unknown.`;
    reading.warn('outcomes/no-costs', message);
    return new Map();
  }
}

/** The cost of an attempt, as OpenHands counts it. */
function costOf(row: unknown): number | undefined {
  return amountOf(ownValue(row, 'metrics', 'accumulated_cost'));
}
