import { basename, dirname, join, resolve } from 'node:path';
import type { Place } from '../../core/model/fault.js';
import { isRecord } from '../../core/model/record.js';
import { visibleText } from '../../core/text/visible-text.js';
import { ownText, ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import type { ResultRow } from '../content/result-table.js';
import { numberOf, readReward } from '../content/reward-of.js';
import { KeptOutcomes } from './kept-outcomes.js';
import { type FolderName, nameOfFile } from './name-of-file.js';
import { costOf, reportBeside, rowsAt } from './openhands-run.js';
import { predictionsHint } from './predictions.js';
import type { FoundOutcome, FoundResults, OutcomeOptions, ResultFormat, Verdict } from './result-format.js';

/** The output.jsonl of OpenHands, of a benchmark that is scored while it runs. */
export const openHandsOutput: ResultFormat = {
  name: 'openhands-output',
  title: 'OpenHands output.jsonl',
  lookedFor: 'instance_id with test_result',
  recognises({ content }) {
    if (content.kind !== 'table') return false;
    const row = content.table.first?.data;
    return ownText(row, 'instance_id') !== undefined && isRecord(ownValue(row, 'test_result'));
  },
  search: {
    called: /^output(?:\.swebench_eval)?\.jsonl$/,
    // The other files there have the attempts that output.jsonl was made of.
    wholeFolders: [
      { file: 'output.swebench_eval.jsonl', isWhole: (_, files) => files.has('output.jsonl') },
      { file: 'output.jsonl', isWhole: (_, files) => files.has('metadata.json') },
    ],
  },
  readsLoneRow: true,
  read,
};

async function read(file: ResultFile, options: OutcomeOptions, notes: ReadingNotes): Promise<FoundResults> {
  if (file.content.kind !== 'table') return { outcomes: [] };
  const report = reportBeside(file.path);
  if (report !== undefined) return { outcomes: [], also: [report] };
  const kept = new KeptOutcomes(options, file.path, notes);
  const name = nameOfFile(file.path);
  const seen = new Set<string>();
  for await (const row of file.content.table.rows()) {
    const place = { file: file.path, ...row.place };
    const taskId = ownText(row.data, 'instance_id');
    const verdict = verdictOf(row, options, place, notes);
    if (taskId === undefined) notes.fault('outcomes/no-task', 'the row has no instance_id.', place);
    else if (verdict === 'none') {
      const message = 'it holds patches that were made, not what came of them: "test_result" has no verdict.';
      notes.fault('outcomes/predictions', message, place, `Give output.report.json. ${predictionsHint}`);
    } else {
      seen.add(taskId);
      kept.add(attemptOf(row, taskId, verdict, file.path, name));
    }
  }
  // Tasks whose every attempt broke are in a file of their own.
  const errors = join(dirname(file.path), 'output_errors.jsonl');
  for await (const row of basename(file.path) === 'output.jsonl' ? rowsAt(errors) : []) {
    const taskId = ownText(row.data, 'instance_id');
    if (taskId === undefined || seen.has(taskId)) continue;
    seen.add(taskId);
    const place = { file: file.path, path: basename(errors) };
    kept.add({ ...attemptOf(row, taskId, 'errored', file.path, name), place });
  }
  return { outcomes: kept.rows };
}

function attemptOf(row: ResultRow, taskId: string, verdict: Verdict, file: string, name: FolderName): FoundOutcome {
  return {
    taskId,
    ...configurationOf(row, file, name),
    run: undefined,
    attempt: numberOf(ownValue(row.data, 'attempt')),
    verdict,
    costUsd: costOf(row.data),
    place: { file, ...row.place },
  };
}

/** Agent and model where the row says both; the folder is named for them and for the settings. */
function configurationOf({ data }: ResultRow, file: string, name: FolderName) {
  const metadata = ownValue(data, 'metadata');
  const model = ownText(ownValue(metadata, 'llm'), 'model') ?? ownText(ownValue(metadata, 'llm_config'), 'model');
  const agent = ownText(metadata, 'agent_class');
  if (model === undefined) return name;
  return { configuration: [agent, model].filter(Boolean).join('__'), source: dirname(resolve(file)) };
}

const verdictKeys = ['resolved', 'passed', 'score', 'reward', 'success'];

function verdictOf({ data }: ResultRow, options: OutcomeOptions, place: Place, notes: ReadingNotes): Verdict | 'none' {
  const error = ownValue(data, 'error');
  const result = ownValue(data, 'test_result');
  const places = [ownValue(result, 'report'), ownValue(data, 'report'), result];
  for (const holder of places) {
    for (const key of verdictKeys) {
      const reward = readReward(ownValue(holder, key), options, place, notes);
      if (reward !== undefined) return { reward };
    }
  }
  return typeof error === 'string' && visibleText(error, 10) !== '' ? 'errored' : 'none';
}
