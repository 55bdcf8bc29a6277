import { basename, dirname, join, resolve } from 'node:path';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { compareText, visibleText } from '../../core/text/words.js';
import { readdirSync } from '../../disk/file-access.js';
import { bareReward, documentAt, hasKeys, idList, ownText, ownValue } from '../content/values.js';
import type { Reading } from './reading.js';
import type { ResultFormat } from './result-format.js';
import { idsIn, type RunnerRow, readRunnerRows, taskNames } from './rows.js';

/** `samples_TASK_DATE.jsonl`. */
const samplesName = /^samples_(.+)_(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?)\.jsonl(?:\.(?:gz|zst))?$/;
/** Keys of a sample that aren't metrics; older versions don't list the metrics. */
const notMetrics = new Set(
  'doc_id doc target arguments resps filtered_resps filter metrics doc_hash prompt_hash target_hash'.split(' '),
);

/** The samples of lm-evaluation-harness, written with `--log_samples`. */
export const lmEvalSamples: ResultFormat = {
  name: 'lm-eval-samples',
  title: 'lm-eval samples_TASK_DATE.jsonl',
  isRow: (row) => hasKeys(row, 'doc_id', 'doc', 'target', 'filtered_resps'),
  search: { called: /^samples_.+\.jsonl$/ },
  async read(reading) {
    const metric = await chosenMetric(reading);
    if (metric !== undefined) await readRunnerRows(reading, rowsOf(reading, metric));
  },
};

/** The `results_DATE.json` in the folder of the samples, which only has means. */
export const lmEvalResults: ResultFormat = {
  name: 'lm-eval-results',
  title: 'lm-eval results_DATE.json',
  isDocument: (document) => ['results', 'configs', 'n-shot'].every((key) => isRecord(ownValue(document, key))),
  read(reading) {
    const folder = dirname(reading.path);
    const date = /(\d{4}-\d\d-\d\dT[\d.-]+)\.json$/.exec(basename(reading.path))?.[1] ?? '';
    const samples = readdirSync(folder).filter((name) => samplesName.exec(name)?.[2]?.startsWith(date) === true);
    if (samples.length === 0) {
      const hint = 'Run lm_eval with --log_samples and give its output folder.';
      reading.fault(
        'outcomes/aggregate',
        'the file only has the mean of each metric, not the results of individual tasks.',
        {
          hint,
        },
      );
    }
    reading.also.push(...samples.sort(compareText).map((name) => join(folder, name)));
  },
};

/** A metric, and the filter of the answers that it was computed on. */
interface Metric {
  readonly name: string;
  readonly filter: string;
}

/** The one metric of the samples, or the one requested as `METRIC` or `METRIC,FILTER`. */
async function chosenMetric(reading: Reading): Promise<Metric | undefined> {
  const { scorer } = reading.options;
  const all = new Map<string, Metric>();
  for await (const { data } of reading.table.rows()) {
    const filter = filterOf(data);
    const listed = idList(data, 'metrics') ?? Object.keys(data).filter((key) => !notMetrics.has(key));
    for (const name of listed)
      if (bareReward(ownValue(data, name)) !== undefined) all.set(`${name},${filter}`, { name, filter });
  }
  const wanted = [...all].filter(([key, { name }]) => scorer === undefined || scorer === key || scorer === name);
  const [only, ...others] = wanted;
  if (only !== undefined && others.length === 0) return only[1];
  const names = (list: readonly (readonly [string, Metric])[]) =>
    list
      .map(([key]) => `"${visibleText(key, 60)}"`)
      .sort(compareText)
      .join(', ');
  const message =
    only === undefined
      ? `the samples have no metric ${scorer === undefined ? 'with a number for each sample' : `"${visibleText(scorer, 60)}"`}. Metrics found: ${names([...all]) || 'none'}.`
      : `the samples have several metrics: ${names(wanted)}.`;
  const hint = 'Choose one with --scorer METRIC or --scorer METRIC,FILTER.';
  reading.fault('outcomes/several-scores', message, { hint });
  return undefined;
}

function filterOf(sample: UnknownRecord): string {
  return ownText(sample, 'filter') ?? 'none';
}

async function* rowsOf({ path, table }: Reading, { name, filter }: Metric): AsyncGenerator<RunnerRow> {
  const keyOf = (sample: UnknownRecord) => String(ownValue(sample, 'doc_id'));
  const names = await taskNames(table.rows(), (sample) => [keyOf(sample), idsIn(ownValue(sample, 'doc'))]);
  const [, benchmark, run_id] = samplesName.exec(basename(path)) ?? [];
  const folder = dirname(resolve(path));
  // The folder is named after the model, too.
  const config = ownText(documentAt(join(folder, `results_${run_id ?? ''}.json`)), 'model_name') ?? basename(folder);
  for await (const { data, place } of table.rows()) {
    if (filterOf(data) !== filter) continue;
    const reward = ownValue(data, name) ?? undefined;
    // A metric that is not a number is how a sample without a score is written.
    const status = reward === undefined ? 'errored' : undefined;
    yield { task_id: names.get(keyOf(data)) ?? keyOf(data), benchmark, config, run_id, reward, status, place };
  }
}
