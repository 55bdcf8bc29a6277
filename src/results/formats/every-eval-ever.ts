import type { Place } from '../../core/model/errors.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { countOf, visibleText } from '../../core/text/words.js';
import { existsSync } from '../../disk/file-access.js';
import type { ResultRow } from '../content/result-file.js';
import { hasTexts, numberOf, ownText, ownValue, quotedValue } from '../content/values.js';
import { passedIf, type Reading } from './reading.js';
import type { ResultFormat, RunVerdict } from './result-format.js';

/** The samples of an evaluation as Every Eval Ever stores them: `UUID_samples.jsonl`. */
export const everyEvalEver: ResultFormat = {
  name: 'every-eval-ever',
  title: 'Every Eval Ever samples (_samples.jsonl)',
  isRow: (row) =>
    hasTexts(row, 'schema_version', 'evaluation_id', 'model_id', 'sample_id') && isRecord(ownValue(row, 'evaluation')),
  search: { called: /_samples\.jsonl$/ },
  async read(reading) {
    reading.keepInColumns();
    const metrics = new Map<string, MetricsMet>();
    let number = 0;
    for await (const row of reading.table.rows()) {
      number += 1;
      const { data, place } = row;
      const [taskId, model] = [ownText(data, 'sample_id'), ownText(data, 'model_id')];
      if (taskId === undefined || model === undefined) {
        reading.fault('outcomes/sample', 'the sample has no sample_id or model_id.', { place });
        continue;
      }
      if (!isOfMetric(row, metrics, reading.options.scorer)) continue;
      const verdict = verdictOf(data, taskId, place, reading);
      if (verdict === undefined) continue;
      const evaluation = ownText(data, 'evaluation_id');
      reading.add(
        {
          taskId,
          benchmark: ownText(data, 'evaluation_name'),
          configuration: model,
          // SOURCE/MODEL/TIME: the same model from another source is another system.
          source: evaluation?.replace(/\/[^/]*$/, ''),
          run: evaluation,
          // A repeated sample was run again; the file keeps the order.
          repeat: String(number).padStart(12, '0'),
          verdict,
          durationMs: numberOf(ownValue(data, 'performance', 'latency_ms')),
        },
        place,
      );
    }
    const choice = { what: 'metric', of: 'evaluation', option: 'scorer', main: [] } as const;
    for (const { names, place } of metrics.values()) reading.chosenKey([...names], choice, place);
  },
};

/** The summary of an evaluation. Its samples are in a file in the same folder. */
export const everyEvalEverAggregate: ResultFormat = {
  name: 'every-eval-ever-aggregate',
  title: 'Every Eval Ever evaluation',
  isRefused: true,
  isDocument: (document) =>
    hasTexts(document, 'evaluation_id') &&
    Array.isArray(ownValue(document, 'evaluation_results')) &&
    isRecord(ownValue(document, 'model_info')),
  read(reading) {
    const samples = reading.path.replace(/\.json$/i, '_samples.jsonl');
    if (samples !== reading.path && existsSync(samples)) reading.also.push(samples);
    else {
      const hint = 'Give its samples file, *_samples.jsonl.';
      reading.fault(
        'outcomes/aggregate',
        'the file only summarises an evaluation; it has no results for individual tasks.',
        {
          hint,
        },
      );
    }
  },
};

/** The metrics of one evaluation, in the order of their first rows. */
interface MetricsMet {
  readonly names: Set<string>;
  readonly place: Place;
}

/** A sample may have a row for each metric. Only rows of the requested metric, or of the first one, are read. */
function isOfMetric({ data, place }: ResultRow, metrics: Map<string, MetricsMet>, scorer: string | undefined): boolean {
  const metric = ownText(data, 'evaluation_result_id');
  if (metric === undefined) return true;
  const key = JSON.stringify([ownText(data, 'evaluation_id'), ownText(data, 'evaluation_name')]);
  const met = metrics.get(key) ?? { names: new Set(), place };
  metrics.set(key, met);
  met.names.add(metric);
  return metric === (scorer ?? [...met.names][0]);
}

function verdictOf(data: UnknownRecord, taskId: string, place: Place, reading: Reading): RunVerdict | undefined {
  // The schema requires a score even if there is none.
  if (ownText(data, 'error') !== undefined) return 'errored';
  const { passAt = 1 } = reading.options;
  const score = ownValue(data, 'evaluation', 'score');
  const isCorrect = ownValue(data, 'evaluation', 'is_correct');
  const reward = reading.reward(numberOf(score), place, taskId);
  if (reward !== undefined) {
    const message = (n: number) =>
      `In ${countOf(n, 'sample')}, is_correct contradicts the score (--pass-at ${passAt}). Winnow uses the score.`;
    const differs = typeof isCorrect === 'boolean' && isCorrect !== reward >= passAt;
    const contradicts = isCorrect === true ? reward <= 0 : reward >= 1;
    const code = contradicts ? 'outcomes/contradiction' : 'outcomes/status-differs';
    reading.warn(code, message, differs ? 1 : 0);
    return { reward };
  }
  if (typeof isCorrect === 'boolean') return passedIf(isCorrect);
  const message = `the score for "${visibleText(taskId, 80)}" is ${quotedValue(score)}; expected a number from 0 to 1, or is_correct as true or false.`;
  reading.fault('outcomes/reward', message, { place });
  return undefined;
}
