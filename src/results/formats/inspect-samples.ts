import { resolve } from 'node:path';
import type { Place } from '../../core/model/fault.js';
import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { idText } from '../../files/documents/document-error.js';
import { ownText, ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import { numberOf, quoted, readReward } from '../content/reward-of.js';
import { chosenKey } from './chosen-key.js';
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
  const invalid = new Set<string>();
  for (const { data, place } of samples) {
    const id = ownValue(data, 'id');
    const taskId = idText(id) === undefined ? undefined : String(id);
    const epoch = numberOf(ownValue(data, 'epoch') ?? 1);
    if (taskId === undefined || epoch === undefined || !Number.isInteger(epoch) || epoch < 1) {
      notes.fault('outcomes/sample', 'a sample has no id, or its epoch is no whole number from 1 on.', place);
      continue;
    }
    if (isInvalidated(data)) {
      invalid.add(taskId);
      notes.warn('outcomes/invalidated', file, invalidatedWords);
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
      costUsd: costOf(data),
      durationMs: seconds === undefined || seconds < 0 ? undefined : Math.round(seconds * 1000),
      place,
    });
  }
  const found = new Set([...invalid, ...outcomes.map(({ taskId }) => taskId)]);
  remark(header, found, notes, file);
  return outcomes;
}

/** Whether a person has marked a sample as invalid; a summary never says. */
function isInvalidated(sample: unknown): boolean {
  return isRecord(ownValue(sample, 'invalidation'));
}

function invalidatedWords(count: number): string {
  return `${countOf(count, 'Inspect sample')} marked as invalid: missing, whatever the score.`;
}

/** What all models cost together, in US dollars; undefined where none has a price. */
function costOf(sample: unknown): number | undefined {
  const usage = ownValue(sample, 'model_usage');
  const costs = Object.values(isRecord(usage) ? usage : {}).flatMap((each) => {
    const cost = numberOf(ownValue(each, 'total_cost'));
    return cost === undefined || cost < 0 ? [] : [cost];
  });
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
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
  if (scorers.length === 0) return unscored(notes, file);
  const choice = { what: 'scorer', option: 'scorer', main: inspectMain } as const;
  const scorer = chosenKey(scorers, options.scorer, choice, place, notes);
  if (scorer === undefined) return undefined;
  const value = ownValue(ownValue(scores, scorer), 'value');
  const single = singleValue(value, options, place, notes);
  if (single === 'undecided') return undefined;
  // A score that is not a number is how Inspect marks a sample that was not scored.
  if (single === null || single === undefined) return unscored(notes, file);
  const letter = typeof single === 'string' ? letters.get(single) : undefined;
  const reward = letter ?? readReward(single, options, place, notes);
  if (reward !== undefined) return { reward };
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

function remark(header: unknown, found: ReadonlySet<string>, notes: ReadingNotes, file: string): void {
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

// Inspect's documentation names no main scorer or value; one that is called so says it itself.
const inspectMain = ['reward'];

const letters: ReadonlyMap<string, number> = new Map([
  ['C', 1],
  ['P', 0.5],
  ['I', 0],
  ['N', 0],
  ['yes', 1],
  ['no', 0],
]);

/** The one value of a score: of several under keys, the one that is chosen; of a list, its only one. */
function singleValue(value: unknown, options: OutcomeOptions, place: Place, notes: ReadingNotes): unknown {
  if (Array.isArray(value)) return value.length === 1 ? value[0] : value;
  if (!isRecord(value)) return value;
  const keys = Object.keys(value);
  if (keys.length === 0) return null;
  const key = chosenKey(keys, options.reward, { what: 'reward', option: 'reward', main: inspectMain }, place, notes);
  return key === undefined ? 'undecided' : ownValue(value, key);
}
