import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { compareText } from '../../core/text/compare-text.js';
import { countOf } from '../../core/text/count-of.js';
import { documentOf, ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import { inRange, numberOf, quoted } from '../content/reward-of.js';
import type { FormatReading, FoundOutcome, ResultFormat, Verdict } from './result-format.js';

/** The result.json of a Harbor job; the trials beside it are read where they are there, as they say more. */
export const harborJob: ResultFormat = {
  name: 'harbor-job',
  title: 'Harbor job result.json',
  lookedFor: 'stats with evals, n_trials or n_completed_trials',
  recognises: (file) => isHarborJob(documentOf(file)),
  search: { called: /^result\.json$/ },
  read,
};

/** Whether a document is what Harbor writes about a job. */
function isHarborJob(document: unknown): boolean {
  const stats = ownValue(document, 'stats');
  return isRecord(stats) && ['evals', 'n_trials', 'n_completed_trials'].some((key) => Object.hasOwn(stats, key));
}

function read(file: ResultFile, _options: unknown, notes: ReadingNotes): FormatReading {
  const job = documentOf(file) ?? {};
  const trials = trialFiles(dirname(file.path));
  const total = numberOf(ownValue(job, 'n_total_trials'));
  if (trials.length > 0) {
    const missing = total === undefined ? 0 : total - trials.length;
    if (missing > 0) {
      notes.warn(
        'outcomes/missing-trials',
        file.path,
        (n) => `${countOf(n, 'trial')} of Harbor jobs left no result: absent, not failed.`,
        missing,
      );
    }
    return { outcomes: [], also: trials };
  }
  const outcomes = Object.entries(recordAt(ownValue(job, 'stats'), 'evals')).flatMap(([key, evaluation]) =>
    evaluationOutcomes(key, evaluation, file.path, notes),
  );
  if (outcomes.length > 0) {
    notes.warn(
      'outcomes/trial-names',
      file.path,
      (n) =>
        `${countOf(n, 'result')} of Harbor jobs without their trials: the tasks' names are taken from the trials', which cut long ones.`,
      outcomes.length,
    );
  }
  return { outcomes };
}

/** The results of the trials in a job's folder; links are not followed. */
function trialFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name, 'result.json'))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .sort(compareText);
}

function evaluationOutcomes(key: string, evaluation: unknown, file: string, notes: ReadingNotes): FoundOutcome[] {
  const verdicts = new Map<string, Verdict>();
  for (const trials of Object.values(recordAt(evaluation, 'exception_stats'))) {
    for (const trial of names(trials)) verdicts.set(trial, 'errored');
  }
  // Last, as a trial that ran out of time may have a reward all the same.
  for (const [value, trials] of Object.entries(rewardsOf(evaluation))) {
    const reward = numberOf(value);
    if (reward === undefined || !inRange(reward)) {
      notes.fault('outcomes/reward', `a reward is ${quoted(value)}; expected a number from 0 to 1.`, { file });
      continue;
    }
    for (const trial of names(trials)) verdicts.set(trial, { reward });
  }
  // The model may be left out or hold "__" itself; the data set comes last.
  const parts = key.split('__');
  const configuration = parts.length < 2 ? key : parts.slice(0, -1).join('__');
  const benchmark = parts.length < 2 ? undefined : parts.at(-1);
  return [...verdicts].map(([trial, verdict]) => ({
    taskId: trial.replace(/__[^_]*$/, ''),
    benchmark,
    configuration,
    run: basename(dirname(resolve(file))),
    attempt: undefined,
    repeat: trial,
    verdict,
    place: { file, path: trial },
  }));
}

/** The trials by reward: those of "reward", else of the first key. */
function rewardsOf(evaluation: unknown): UnknownRecord {
  const stats = recordAt(evaluation, 'reward_stats');
  const [first] = Object.keys(stats);
  return recordAt(stats, Object.hasOwn(stats, 'reward') ? 'reward' : (first ?? ''));
}

function recordAt(record: unknown, key: string): UnknownRecord {
  const value = ownValue(record, key);
  return isRecord(value) ? value : {};
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}
