import { dirname, resolve } from 'node:path';
import type { Place } from '../../core/model/errors.js';
import { isRecord } from '../../core/model/record.js';
import { compareText, countOf, visibleText } from '../../core/text/words.js';
import { idText } from '../../files/documents/document-error.js';
import type { ZipArchive } from '../../files/zip/zip-archive.js';
import { parseJson } from '../content/parse-json.js';
import type { TokenUse } from '../content/token-costs.js';
import {
  entriesOf,
  inOneLine,
  isGiven,
  listAt,
  millisecondsOf,
  numberOf,
  ownText,
  ownValue,
  quotedValue,
  sumKnown,
  valuesOf,
} from '../content/values.js';
import { agentOfRun, joinedName } from './names.js';
import { counts, type Reading } from './reading.js';
import type { ResultFormat, RunVerdict } from './result-format.js';

const headers = ['header.json', '_journal/start.json'];
const journal = /^_journal\/summaries\/[^/]+\.json$/;
const wholeSample = /^samples\/[^/]*_epoch_\d+(?:\.json|\/sample\.json)$/;
const noSamples = 'the log contains no samples.';

/** A sample, or the summary of one, and its place in the log. */
interface InspectSample {
  readonly data: unknown;
  readonly place: Place;
}

/** An Inspect log as a ZIP archive. The summaries of its samples are enough. */
export const inspectArchive: ResultFormat = {
  name: 'inspect-eval',
  title: 'Inspect log (.eval)',
  recognises: ({ content }) => content.kind === 'archive' && headers.some((name) => content.archive.has(name)),
  search: { called: /\.eval$/ },
  async read(reading) {
    if (reading.content.kind !== 'archive') return;
    const { archive } = reading.content;
    const header = await entryOf(archive, headers.find((name) => archive.has(name)) ?? '');
    const samples = await samplesIn(archive, header);
    if (samples.length === 0) reading.fault('outcomes/no-samples', noSamples);
    readSamples(header, samples, reading);
  },
};

/** An Inspect log as one JSON document. */
export const inspectLog: ResultFormat = {
  name: 'inspect-json',
  title: 'Inspect log (.json)',
  isDocument: (document) => isRecord(ownValue(document, 'eval')) && ownText(document, 'status') !== undefined,
  search: { called: /^\d{4}-\d\d-\d\dT.*\.json$/ },
  read(reading) {
    const samples = ownValue(reading.document, 'samples');
    if (Array.isArray(samples)) {
      const placed = samples.map((data, i) => ({ data, place: { path: `samples[${i}]` } }));
      readSamples(reading.document, placed, reading);
    } else reading.fault('outcomes/no-samples', noSamples, { hint: 'Give the full log, not just its header.' });
  },
};

/** The summaries in a log, or in its journal if it is unfinished, or the full samples if some are marked as invalid. */
async function samplesIn(archive: ZipArchive, header: unknown): Promise<readonly InspectSample[]> {
  const fitting = (form: RegExp) =>
    archive
      .names()
      .filter((name) => form.test(name))
      .sort(compareText);
  const whole = fitting(wholeSample);
  const isAnyInvalid = ownValue(header, 'invalidated') === true && whole.length > 0;
  const written = archive.has('summaries.json') ? ['summaries.json'] : fitting(journal);
  const summaries = isAnyInvalid ? [] : written;
  const samples: InspectSample[] = [];
  for (const name of summaries) {
    const list = await entryOf(archive, name);
    if (!Array.isArray(list)) throw new Error(`the entry ${name} is not a list of samples`);
    for (const [i, data] of list.entries()) samples.push({ data, place: { path: `${name}[${i}]` } });
  }
  if (summaries.length > 0) return samples;
  for (const name of whole) samples.push({ data: await entryOf(archive, name), place: { path: name } });
  return samples;
}

async function entryOf(archive: ZipArchive, name: string): Promise<unknown> {
  const text = await archive.text(name);
  try {
    return parseJson(text);
  } catch (cause) {
    throw new Error(`the entry ${name} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Reads the samples of one log; `header` is the log without them. */
function readSamples(header: unknown, samples: readonly InspectSample[], reading: Reading): void {
  const spec = ownValue(header, 'eval');
  const [solver, model] = [ownText(spec, 'solver'), ownText(spec, 'model')];
  const names = {
    benchmark: ownText(spec, 'task'),
    // Another solver or folder is another system; a log without a model is one by itself.
    ...((model === undefined ? undefined : agentOfRun(solver, model, dirname(resolve(reading.path)))) ?? {
      configuration: joinedName(solver, 'unknown model'),
      source: resolve(reading.path),
      isPartlyNamed: true as const,
    }),
    run: ownText(spec, 'eval_id') ?? ownText(spec, 'run_id'),
  };
  const found = new Set<string>();
  for (const { data, place } of samples) {
    const id = ownValue(data, 'id');
    const taskId = idText(id) === undefined ? undefined : String(id);
    const epoch = numberOf(ownValue(data, 'epoch') ?? 1);
    if (taskId === undefined || epoch === undefined || !Number.isInteger(epoch) || epoch < 1) {
      reading.fault('outcomes/sample', 'a sample has no id, or its epoch is not a whole number of at least 1.', {
        place,
      });
      continue;
    }
    // A person marked it as invalid; summaries don't show it.
    if (isRecord(ownValue(data, 'invalidation'))) {
      found.add(taskId);
      const message = (n: number) =>
        `${countOf(n, 'Inspect sample is', 'Inspect samples are')} marked as invalid and ${counts(n)} as missing, whatever the score.`;
      reading.warn('outcomes/invalidated', message);
      continue;
    }
    const verdict = verdictOf(data, taskId, place, reading);
    if (verdict === undefined) continue;
    found.add(taskId);
    const uuid = ownText(data, 'uuid');
    reading.add(
      {
        taskId,
        ...names,
        attempt: epoch,
        // A retried log also contains the samples of the earlier log.
        identity: uuid === undefined ? undefined : JSON.stringify(['inspect', uuid]),
        verdict,
        // All models together; undefined if none has a price.
        costUsd: sumKnown(valuesOf(ownValue(data, 'model_usage')).map((usage) => ownValue(usage, 'total_cost'))),
        tokens: tokensOf(ownValue(data, 'model_usage')),
        durationMs: millisecondsOf(ownValue(data, 'total_time')),
        // A sample has the error itself, a summary its text.
        error:
          verdict === 'errored' ? inOneLine(ownText(data, 'error') ?? ownText(data, 'error', 'message')) : undefined,
      },
      place,
    );
  }
  remark(header, found, reading);
}

/** The tokens by model; Inspect counts cached ones apart from the input. */
function tokensOf(usage: unknown): readonly TokenUse[] {
  return entriesOf(usage).map(([model, of]) => ({
    model,
    input: sumKnown([ownValue(of, 'input_tokens'), ownValue(of, 'input_tokens_cache_write')]),
    output: numberOf(ownValue(of, 'output_tokens')),
    cached: numberOf(ownValue(of, 'input_tokens_cache_read')),
  }));
}

// Inspect's documentation names no main scorer or value; one with that name is the main one.
const main = ['reward'];

const letters: ReadonlyMap<unknown, number> = new Map(Object.entries({ C: 1, P: 0.5, I: 0, N: 0, yes: 1, no: 0 }));

function verdictOf(sample: unknown, taskId: string, place: Place, reading: Reading): RunVerdict | undefined {
  if (isGiven(ownValue(sample, 'error'))) return 'errored';
  const scores = ownValue(sample, 'scores');
  const scorers = isRecord(scores) ? Object.keys(scores) : [];
  if (scorers.length === 0) return reading.unscored();
  const scorer = reading.chosenKey(scorers, { what: 'scorer', option: 'scorer', main }, place);
  if (scorer === undefined) return undefined;
  const value = ownValue(scores, scorer, 'value');
  const single = singleValue(value, place, reading);
  if (single === undecided) return undefined;
  // A score that is not a number is how Inspect marks a sample that was not scored.
  if (single === null || single === undefined) return reading.unscored();
  const reward = letters.get(single) ?? reading.reward(single, place, taskId);
  if (reward !== undefined) return { reward };
  const message = `the score for "${visibleText(taskId, 80)}" is ${quotedValue(value)}; expected C, P, I, N, true, false or a number from 0 to 1.`;
  reading.fault('outcomes/reward', message, { place });
  return undefined;
}

const undecided = Symbol('undecided');

/** The one value of a score: the chosen one of several keys, or the only item of a list. */
function singleValue(value: unknown, place: Place, reading: Reading): unknown {
  if (Array.isArray(value)) return value.length === 1 ? value[0] : value;
  if (!isRecord(value)) return value;
  const keys = Object.keys(value);
  if (keys.length === 0) return null;
  const key = reading.chosenKey(keys, { what: 'reward', option: 'reward', main }, place);
  return key === undefined ? undecided : ownValue(value, key);
}

function remark(header: unknown, found: ReadonlySet<string>, reading: Reading): void {
  const status = ownText(header, 'status') ?? 'started';
  const unfinished = (n: number) =>
    `${countOf(n, 'Inspect log is', 'Inspect logs are')} incomplete (status "${visibleText(status, 20)}"). Samples that are not in the log count as missing.`;
  if (status !== 'success') reading.warn('outcomes/unfinished', unfinished, 1, status);
  const absent = listAt(header, 'eval', 'dataset', 'sample_ids').filter((id) => !found.has(String(id))).length;
  const missing = (n: number) =>
    `${countOf(n, 'sample')} in the dataset ${n === 1 ? 'has' : 'have'} no result in the Inspect log and ${counts(n)} as missing, not failed.`;
  reading.warn('outcomes/missing-samples', missing, absent);
}
