import type { Place } from '../../core/model/fault.js';
import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { ownText, ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import type { ResultRow } from '../content/result-table.js';
import { numberOf, quoted, readReward } from '../content/reward-of.js';
import { chosenKey } from './chosen-key.js';
import { KeptOutcomes } from './kept-outcomes.js';
import type { FoundResults, OutcomeOptions, ResultFormat, Verdict } from './result-format.js';

/** The samples of an evaluation as Every Eval Ever stores them: `UUID_samples.jsonl`. */
export const everyEvalEver: ResultFormat = {
  name: 'every-eval-ever',
  title: 'Every Eval Ever samples (_samples.jsonl)',
  lookedFor: 'schema_version, evaluation_id, model_id and sample_id with evaluation',
  recognises({ content }) {
    if (content.kind !== 'table') return false;
    const row = content.table.first?.data;
    const keys = ['schema_version', 'evaluation_id', 'model_id', 'sample_id'];
    return keys.every((key) => ownText(row, key) !== undefined) && isRecord(ownValue(row, 'evaluation'));
  },
  search: { called: /_samples\.jsonl$/ },
  readsLoneRow: true,
  read,
};

async function read(file: ResultFile, options: OutcomeOptions, notes: ReadingNotes): Promise<FoundResults> {
  if (file.content.kind !== 'table') return { outcomes: [] };
  const kept = new KeptOutcomes(options, file.path, notes);
  const metrics = new Map<string, MetricsMet>();
  let number = 0;
  for await (const row of file.content.table.rows()) {
    number += 1;
    const place = { file: file.path, ...row.place };
    const [taskId, model] = [ownText(row.data, 'sample_id'), ownText(row.data, 'model_id')];
    if (taskId === undefined || model === undefined) {
      notes.fault('outcomes/sample', 'the sample has no sample_id or no model_id.', place);
      continue;
    }
    if (!isOfMetric(row, metrics, options, place)) continue;
    const verdict = verdictOf(row, taskId, options, place, notes);
    const evaluation = ownText(row.data, 'evaluation_id');
    if (verdict === undefined) continue;
    kept.add({
      taskId,
      benchmark: ownText(row.data, 'evaluation_name'),
      configuration: model,
      // SOURCE/MODEL/TIME: the same model from another source is another system.
      source: evaluation?.replace(/\/[^/]*$/, ''),
      run: evaluation,
      attempt: undefined,
      // A sample that comes again was run again; the file keeps the order.
      repeat: String(number).padStart(12, '0'),
      verdict,
      durationMs: numberOf(ownValue(ownValue(row.data, 'performance'), 'latency_ms')),
      place,
    });
  }
  for (const { names, place } of metrics.values()) {
    const choice = { what: 'metric', of: 'evaluation', option: 'scorer', main: [] } as const;
    chosenKey([...names], options.scorer, choice, place, notes);
  }
  return { outcomes: kept.rows };
}

/** The metrics of one evaluation, in the order of their first rows. */
interface MetricsMet {
  readonly names: Set<string>;
  readonly place: Place;
}

/** A sample may have a row for each metric; those of the metric that is asked for are read, or of the only one. */
function isOfMetric(
  { data }: ResultRow,
  metrics: Map<string, MetricsMet>,
  { scorer }: OutcomeOptions,
  place: Place,
): boolean {
  const metric = ownText(data, 'evaluation_result_id');
  if (metric === undefined) return true;
  const key = JSON.stringify([ownText(data, 'evaluation_id'), ownText(data, 'evaluation_name')]);
  const met = metrics.get(key) ?? { names: new Set(), place };
  metrics.set(key, met);
  met.names.add(metric);
  return metric === (scorer ?? [...met.names][0]);
}

function verdictOf(
  { data }: ResultRow,
  taskId: string,
  options: OutcomeOptions,
  place: { readonly file: string },
  notes: ReadingNotes,
): Verdict | undefined {
  // The form asks for a score even where there is none.
  if (ownText(data, 'error') !== undefined) return 'errored';
  const evaluation = ownValue(data, 'evaluation');
  const { passAt = 1 } = options;
  const [score, isCorrect] = [numberOf(ownValue(evaluation, 'score')), ownValue(evaluation, 'is_correct')];
  const reward = readReward(score, options, place, notes);
  if (reward !== undefined) {
    if (typeof isCorrect === 'boolean' && isCorrect !== reward >= passAt) {
      notes.warn(
        'outcomes/status-differs',
        place.file,
        (n) =>
          `${countOf(n, 'sample')} whose is_correct differs from the score's own verdict (pass at ${passAt}): the score decides.`,
      );
    }
    return { reward };
  }
  if (typeof isCorrect === 'boolean') return { reward: isCorrect ? 1 : 0 };
  const message = `the score of "${visibleText(taskId, 80)}" is ${quoted(ownValue(evaluation, 'score'))}; expected a number from 0 to 1, or is_correct.`;
  notes.fault('outcomes/reward', message, place);
  return undefined;
}
