import { resolve } from 'node:path';
import type { Place } from '../../core/model/fault.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { idText } from '../../files/documents/id-text.js';
import { ownText, ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import { inRange, numberOf, quoted, rewardOf } from '../content/reward-of.js';
import type { FoundOutcome, OutcomeOptions, Verdict } from './result-format.js';

/** A sample, or the summary of one, and where it stands. */
export interface InspectSample {
  readonly data: unknown;
  readonly place: Place;
}

/** The outcomes of the samples of one Inspect log; `header` is the log without them. */
export function inspectSamples(
  header: unknown,
  samples: Iterable<InspectSample>,
  options: OutcomeOptions,
  notes: ReadingNotes,
  file: string,
): readonly FoundOutcome[] {
  const spec = ownValue(header, 'eval');
  const names = {
    benchmark: ownText(spec, 'task'),
    // Another solver with the same model is another configuration.
    ...inspected(ownText(spec, 'solver'), ownText(spec, 'model'), file),
    run: ownText(spec, 'eval_id') ?? ownText(spec, 'run_id'),
  };
  const outcomes: FoundOutcome[] = [];
  for (const { data, place } of samples) {
    const id = ownValue(data, 'id');
    const taskId = idText(id) === undefined ? undefined : String(id);
    const epoch = numberOf(ownValue(data, 'epoch') ?? 1);
    if (taskId === undefined || epoch === undefined || !Number.isInteger(epoch) || epoch < 1) {
      notes.fault('outcomes/sample', 'a sample has no id, or its epoch is no whole number from 1 on.', place);
      continue;
    }
    const verdict = verdictOf(data, taskId, place, options, notes, file);
    if (verdict === undefined) continue;
    const uuid = ownText(data, 'uuid');
    const seconds = numberOf(ownValue(data, 'total_time'));
    outcomes.push({
      taskId,
      ...names,
      attempt: epoch,
      // A retried log holds the samples of the log before it as well.
      identity: uuid === undefined ? undefined : JSON.stringify(['inspect', uuid]),
      verdict,
      durationMs: seconds === undefined || seconds < 0 ? undefined : Math.round(seconds * 1000),
      place,
    });
  }
  remark(header, outcomes, notes, file);
  return outcomes;
}

/** Solver and model; a log that names no model is told from every other. */
function inspected(solver: string | undefined, model: string | undefined, file: string) {
  const configuration = [solver, model ?? 'unknown model'].filter(Boolean).join('__');
  return model === undefined
    ? { configuration, source: resolve(file), isPartlyNamed: true as const }
    : { configuration };
}

function verdictOf(
  sample: unknown,
  taskId: string,
  place: Place,
  options: OutcomeOptions,
  notes: ReadingNotes,
  file: string,
): Verdict | undefined {
  const error = ownValue(sample, 'error');
  if (error !== undefined && error !== null && error !== '') return 'errored';
  const scores = ownValue(sample, 'scores');
  const scorers = isRecord(scores) ? Object.keys(scores) : [];
  const { scorer } = options;
  const taken = scorer !== undefined && scorers.includes(scorer) ? scorer : scorers[0];
  if (taken === undefined) return unscored(notes, file);
  if (scorers.length > 1 && taken !== scorer) chose(notes, file, 'scorer', taken, scorers);
  const value = ownValue(ownValue(scores, taken), 'value');
  const read = inspectValue(value, scorer);
  if (read === 'none') return unscored(notes, file);
  if ('reward' in read && inRange(read.reward)) {
    if (read.chosen !== undefined) chose(notes, file, 'value', read.chosen.key, read.chosen.of);
    return { reward: read.reward };
  }
  const message = `the score of "${visibleText(taskId, 80)}" is ${quoted(value)}; expected C, P, I, N, true, false or a number from 0 to 1.`;
  notes.fault('outcomes/reward', message, place);
  return undefined;
}

function unscored(notes: ReadingNotes, file: string): Verdict {
  notes.warn(
    'outcomes/no-score',
    file,
    (n) => `${countOf(n, 'result')} with neither a score nor an error: errored, as there is no score.`,
  );
  return 'errored';
}

function chose(notes: ReadingNotes, file: string, what: string, name: string, all: readonly string[]): void {
  const others = all.filter((each) => each !== name).map((each) => `"${visibleText(each, 40)}"`);
  const message = (n: number) =>
    `${countOf(n, 'sample')} with several ${what}s: "${visibleText(name, 40)}" is taken, not ${others.slice(0, 5).join(', ')}.`;
  notes.warn('outcomes/several-scores', file, message, 1, `${what} ${name}`);
}

function remark(header: unknown, outcomes: readonly FoundOutcome[], notes: ReadingNotes, file: string): void {
  const status = ownText(header, 'status') ?? 'started';
  if (status !== 'success') {
    notes.warn(
      'outcomes/unfinished',
      file,
      (n) =>
        `${countOf(n, 'Inspect log')} did not end well (${visibleText(status, 20)}): samples that are not in it are absent.`,
      1,
      status,
    );
  }
  const ids = ownValue(ownValue(ownValue(header, 'eval'), 'dataset'), 'sample_ids');
  if (!Array.isArray(ids)) return;
  const found = new Set(outcomes.map(({ taskId }) => taskId));
  const absent = ids.filter((id) => !found.has(String(id))).length;
  if (absent > 0) {
    notes.warn(
      'outcomes/missing-samples',
      file,
      (n) => `${countOf(n, 'sample')} of the data set without a result in its Inspect log: absent, not failed.`,
      absent,
    );
  }
}

const letters: ReadonlyMap<string, number> = new Map([
  ['C', 1],
  ['P', 0.5],
  ['I', 0],
  ['N', 0],
  ['yes', 1],
  ['no', 0],
]);

/** What a score of Inspect says: a reward (its range not checked), nothing, or a value that is no reward. */
type InspectValue =
  | { readonly reward: number; readonly chosen?: { readonly key: string; readonly of: readonly string[] } }
  | 'none'
  | { readonly odd: unknown };

/**
 * Reads the value of a score: a letter, true or false, a number; of several values under keys, the one asked for, else
 * `reward` or `score`, else the first.
 */
function inspectValue(value: unknown, key: string | undefined): InspectValue {
  // A score that is not a number is how Inspect marks a sample that was not scored.
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 1 ? inspectValue(value[0], key) : { odd: value };
  if (isRecord(value)) return amongKeys(value, key);
  const reward = typeof value === 'string' ? (letters.get(value) ?? rewardOf(value)) : rewardOf(value);
  return reward === undefined ? { odd: value } : { reward };
}

function amongKeys(values: UnknownRecord, wanted: string | undefined): InspectValue {
  const keys = Object.keys(values);
  const chosen = [wanted, 'reward', 'score', keys[0]].find((key) => key !== undefined && keys.includes(key));
  if (chosen === undefined) return 'none';
  const value = ownValue(values, chosen);
  if (typeof value === 'object' && value !== null) return { odd: values };
  const read = inspectValue(value, undefined);
  return typeof read === 'object' && 'reward' in read && keys.length > 1 && chosen !== wanted
    ? { reward: read.reward, chosen: { key: chosen, of: keys } }
    : read;
}
