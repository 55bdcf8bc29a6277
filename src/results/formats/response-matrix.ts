import { isRecord } from '../../core/model/record.js';
import { visibleText } from '../../core/text/visible-text.js';
import { ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import { quoted, readReward } from '../content/reward-of.js';
import { KeptOutcomes } from './kept-outcomes.js';
import { configurationColumns } from './long-columns.js';
import { nameOfFile } from './name-of-file.js';
import type { FoundOutcome, FoundResults, OutcomeOptions, ResultFormat } from './result-format.js';
import { configurationCell } from './table-cells.js';
import { isTrialCount, trialsOf } from './trial-counts.js';

/** A row for each system with its result on each task: `{"subject_id": …, "responses": {"task": 1, …}}`. */
export const responseMatrix: ResultFormat = {
  name: 'response-matrix',
  title: 'response matrix',
  lookedFor: 'rows with responses, an object of tasks with 0 or 1',
  recognises: ({ content }) => content.kind === 'table' && isRecord(ownValue(content.table.first?.data, 'responses')),
  readsLoneRow: true,
  read,
};

async function read(file: ResultFile, options: OutcomeOptions, notes: ReadingNotes): Promise<FoundResults> {
  if (file.content.kind !== 'table') return { outcomes: [] };
  const kept = new KeptOutcomes(options, file.path, notes);
  const name = nameOfFile(file.path);
  const { table } = file.content;
  const asked = configurationColumns(table, options.columns);
  const configuration = asked.length > 0 ? asked : configurationColumns(table, undefined);
  for await (const row of table.rows()) {
    const place = { file: file.path, ...row.place };
    const responses = ownValue(row.data, 'responses');
    if (!isRecord(responses)) {
      notes.fault('outcomes/no-result', 'the row has no object "responses".', place);
      continue;
    }
    const base = { ...configurationCell(row, { configuration }, name), run: undefined, place };
    for (const [task, value] of Object.entries(responses)) {
      for (const outcome of responseOf(task, value, base, options, notes)) kept.add(outcome);
    }
  }
  return { outcomes: kept.rows };
}

/** What a system did on a task: a reward, a list of them, a count; null is no result. */
function responseOf(
  taskId: string,
  value: unknown,
  base: Omit<FoundOutcome, 'taskId' | 'attempt' | 'verdict'>,
  options: OutcomeOptions,
  notes: ReadingNotes,
): readonly FoundOutcome[] {
  if (value === null) return [];
  if (isTrialCount(value)) return trialsOf(value, { ...base, taskId }, notes);
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((each, i): readonly FoundOutcome[] => {
    if (each === null) return [];
    const reward = readReward(each, options, base.place, notes);
    if (reward !== undefined) {
      return [{ ...base, taskId, attempt: Array.isArray(value) ? i + 1 : undefined, verdict: { reward } }];
    }
    const message = `the response on "${visibleText(taskId, 80)}" is ${quoted(each)}; expected a number from 0 to 1, true, false, null or successes and trials.`;
    notes.fault('outcomes/reward', message, base.place);
    return [];
  });
}
