import { basename, dirname, join, resolve } from 'node:path';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { compareText } from '../../core/text/compare-text.js';
import { visibleText } from '../../core/text/visible-text.js';
import { readdirSync } from '../../disk/file-access.js';
import { documentAt } from '../content/document-at.js';
import { documentOf, idList, ownText, ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultTable } from '../content/result-table.js';
import { bareReward } from '../content/reward-of.js';
import { idsIn, type RemadeRow, readRemadeRows, taskNames } from './remade-rows.js';
import type { OutcomeOptions, ResultFormat } from './result-format.js';

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
  lookedFor: 'doc_id, doc, target and filtered_resps with metrics',
  recognises({ content }) {
    const row = content.kind === 'table' ? content.table.first?.data : undefined;
    return row !== undefined && ['doc_id', 'doc', 'target', 'filtered_resps'].every((key) => Object.hasOwn(row, key));
  },
  search: { called: /^samples_.+\.jsonl$/ },
  readsLoneRow: true,
  async read(file, options, notes) {
    if (file.content.kind !== 'table') return { outcomes: [] };
    const { table } = file.content;
    const metric = await chosenMetric(file.path, table, options, notes);
    return metric === undefined
      ? { outcomes: [] }
      : readRemadeRows(file, rowsOf(file.path, table, metric), options, notes);
  },
};

/** The `results_DATE.json` beside the samples, which has only means. */
export const lmEvalResults: ResultFormat = {
  name: 'lm-eval-results',
  title: 'lm-eval results_DATE.json',
  lookedFor: 'results, configs and n-shot; the samples beside it are read',
  leadsToOthers: true,
  recognises(file) {
    const document = documentOf(file) ?? {};
    return ['results', 'configs', 'n-shot'].every((key) => isRecord(ownValue(document, key)));
  },
  read(file, _options, notes) {
    const folder = dirname(file.path);
    const date = /(\d{4}-\d\d-\d\dT[\d.-]+)\.json$/.exec(basename(file.path))?.[1] ?? '';
    const samples = readdirSync(folder).filter((name) => samplesName.exec(name)?.[2]?.startsWith(date) === true);
    if (samples.length === 0) {
      const message = 'it has the mean of each metric and no results of single tasks.';
      notes.fault(
        'outcomes/aggregate',
        message,
        { file: file.path },
        'Run lm_eval with --log_samples, and give the folder.',
      );
    }
    return { outcomes: [], also: samples.sort(compareText).map((name) => join(folder, name)) };
  },
};

/** A metric, and the filter of the answers that it was computed on. */
interface Metric {
  readonly name: string;
  readonly filter: string;
}

/** The one metric of the samples, or the one that was asked for as `METRIC` or `METRIC,FILTER`. */
async function chosenMetric(
  file: string,
  table: ResultTable,
  { scorer }: OutcomeOptions,
  notes: ReadingNotes,
): Promise<Metric | undefined> {
  const all = new Map<string, Metric>();
  for await (const { data } of table.rows()) {
    const filter = ownText(data, 'filter') ?? 'none';
    for (const name of metricsOf(data)) all.set(`${name},${filter}`, { name, filter });
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
      ? `no metric ${scorer === undefined ? 'with a number for each sample' : `"${visibleText(scorer, 60)}"`} was found; the samples have ${names([...all]) || 'none'}.`
      : `the samples have several metrics: ${names(wanted)}.`;
  notes.fault('outcomes/several-scores', message, { file }, 'Name the one to use: --scorer METRIC or METRIC,FILTER.');
  return undefined;
}

function metricsOf(sample: UnknownRecord): readonly string[] {
  const listed = idList(sample, 'metrics') ?? Object.keys(sample).filter((key) => !notMetrics.has(key));
  return listed.filter((name) => bareReward(ownValue(sample, name)) !== undefined);
}

async function* rowsOf(path: string, table: ResultTable, { name, filter }: Metric): AsyncGenerator<RemadeRow> {
  const names = await taskNames(table.rows(), (sample) => [keyOf(sample), idsIn(ownValue(sample, 'doc'))]);
  const [, benchmark, run_id] = samplesName.exec(basename(path)) ?? [];
  const config = modelOf(path, run_id ?? '');
  for await (const { data, place } of table.rows()) {
    if ((ownText(data, 'filter') ?? 'none') !== filter) continue;
    const reward = ownValue(data, name) ?? undefined;
    // A metric that is not a number is how a sample without a score is written.
    const status = reward === undefined ? 'errored' : undefined;
    yield { task_id: names.get(keyOf(data)) ?? keyOf(data), benchmark, config, run_id, reward, status, place };
  }
}

function keyOf(sample: UnknownRecord): string {
  return String(ownValue(sample, 'doc_id'));
}

/** The model that `results_DATE.json` names; else the folder, which is named after it. */
function modelOf(path: string, date: string): string {
  const folder = dirname(resolve(path));
  return ownText(documentAt(join(folder, `results_${date}.json`)), 'model_name') ?? basename(folder);
}
