import { basename, dirname, join, resolve } from 'node:path';
import type { Place } from '../../core/model/fault.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { readSafely } from '../../files/task-folder.js';
import { documentOf, ownText, ownValue } from '../content/document-of.js';
import { parseJson } from '../content/parse-json.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import { numberOf, quoted, readReward } from '../content/reward-of.js';
import { timeBetween } from '../content/time-between.js';
import { chosenKey } from './chosen-key.js';
import { agentOfRun, nameOfFile } from './name-of-file.js';
import type { FoundResults, OutcomeOptions, ResultFormat, Verdict } from './result-format.js';

// Harbor gates steps on the key "reward", and Rewardkit combines rewards into one of that name.
const mainRewards = ['reward'];

/** The result.json of one Harbor trial. */
export const harborTrial: ResultFormat = {
  name: 'harbor-trial',
  title: 'Harbor trial result.json',
  lookedFor: 'task_name and trial_name with verifier_result or exception_info',
  mainRewards,
  recognises: (file) => isHarborTrial(documentOf(file)),
  search: {
    called: /^result\.json$/,
    wholeFolders: [{ file: 'result.json', isWhole: (document) => isHarborTrial(document()) }],
  },
  read,
};

/** Whether a document is what Harbor writes about one trial. */
function isHarborTrial(document: unknown): boolean {
  if (ownText(document, 'task_name') === undefined || ownText(document, 'trial_name') === undefined) return false;
  return (
    isRecord(document) &&
    ['verifier_result', 'exception_info', 'agent_info'].some((key) => Object.hasOwn(document, key))
  );
}

function read(file: ResultFile, options: OutcomeOptions, notes: ReadingNotes): FoundResults {
  const trial = documentOf(file) ?? {};
  const verdict = verdictOf(trial, file.path, options, notes);
  if (verdict === undefined) return { outcomes: [] };
  const trialName = ownText(trial, 'trial_name') ?? '';
  const folder = dirname(resolve(file.path));
  // A trial's folder lies in its job's.
  const job = basename(folder) === trialName ? dirname(folder) : folder;
  const id = ownText(trial, 'id');
  const startedAt = ownText(trial, 'started_at') ?? '';
  const digests = digestsOf(trial, folder);
  return {
    ...(digests === undefined ? {} : { hasDigests: true }),
    outcomes: [
      {
        // The trial's name may be cut; the task's is not.
        taskId: ownText(trial, 'task_name') ?? '',
        benchmark: ownText(trial, 'source'),
        ...(agentOf(trial, job) ?? nameOfFile(folder)),
        run: job === folder ? undefined : basename(job),
        attempt: undefined,
        repeat: JSON.stringify([startedAt, trialName]),
        // A copy of a job is no further job.
        identity: id === undefined ? undefined : JSON.stringify(['harbor', id, basename(job), trialName]),
        verdict,
        costUsd: costOf(trial),
        durationMs: timeBetween(startedAt, ownValue(trial, 'finished_at')),
        digests,
        place: { file: file.path },
      },
    ],
  };
}

/** A reward counts even when the agent ran out of time; without one an exception is an error. */
function verdictOf(
  trial: UnknownRecord,
  file: string,
  options: OutcomeOptions,
  notes: ReadingNotes,
): Verdict | undefined {
  const found = rewardIn(ownValue(trial, 'verifier_result'), options, { file }, notes);
  if (found === 'undecided') return undefined;
  if (found !== undefined) {
    const reward = readReward(found.value, options, { file }, notes);
    if (reward !== undefined) return { reward };
    notes.fault('outcomes/reward', `the reward is ${quoted(found.value)}; expected a number from 0 to 1.`, { file });
    return undefined;
  }
  if (isRecord(ownValue(trial, 'exception_info'))) return 'errored';
  if (ownText(trial, 'finished_at') === undefined) {
    notes.warn(
      'outcomes/unfinished',
      file,
      (n) => `${countOf(n, 'Harbor trial')} did not finish: absent, neither failed nor errored.`,
    );
    return undefined;
  }
  notes.warn(
    'outcomes/no-score',
    file,
    (n) => `${countOf(n, 'result')} with neither a score nor an error: errored, as there is no score.`,
  );
  return 'errored';
}

/** The reward that counts among those of a verifier; the oldest results have only one. Undefined where there is none. */
function rewardIn(
  verifierResult: unknown,
  options: OutcomeOptions,
  place: Place,
  notes: ReadingNotes,
): { readonly value: unknown } | 'undecided' | undefined {
  const rewards = ownValue(verifierResult, 'rewards');
  if (!isRecord(rewards)) {
    const value = ownValue(verifierResult, 'reward');
    return value === undefined || value === null ? undefined : { value };
  }
  const keys = Object.keys(rewards);
  if (keys.length === 0) return undefined;
  const choice = { what: 'reward', option: 'reward', main: mainRewards } as const;
  const key = chosenKey(keys, options.reward, choice, place, notes);
  if (key === undefined) return 'undecided';
  if (options.reward === undefined && !mainRewards.includes(key)) {
    const message = (n: number) => `${countOf(n, 'result')} whose only reward is called "${visibleText(key, 40)}".`;
    notes.warn('outcomes/only-reward', place.file ?? '', message, 1, key);
  }
  const value = ownValue(rewards, key);
  return value === null ? undefined : { value };
}

/** What the agent cost, in US dollars: of a trial of several steps, all of them together. */
function costOf(trial: UnknownRecord): number | undefined {
  const whole = ownValue(trial, 'agent_result');
  const steps = ownValue(trial, 'step_results');
  const results = isRecord(whole)
    ? [whole]
    : Array.isArray(steps)
      ? steps.map((step) => ownValue(step, 'agent_result'))
      : [];
  const costs = results.flatMap((result) => positive(ownValue(result, 'cost_usd')) ?? []);
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}

/**
 * What tells the version of the task: the digest in the trial's lock.json, which is that of the published task, and the
 * checksum of the task's folder, which any further file in it changes.
 */
function digestsOf(trial: UnknownRecord, folder: string): readonly string[] | undefined {
  const digest = ownText(ownValue(lockIn(folder), 'task'), 'digest');
  const checksum = ownText(trial, 'task_checksum');
  const digests = [
    ...(digest === undefined ? [] : [digest.includes(':') ? digest : `sha256:${digest}`]),
    ...(checksum === undefined ? [] : [`checksum:${checksum}`]),
  ];
  return digests.length === 0 ? undefined : digests;
}

function lockIn(folder: string): unknown {
  try {
    return parseJson(readSafely(join(folder, 'lock.json')));
  } catch {
    // Earlier versions of Harbor write none.
    return undefined;
  }
}

/** `agent__model`, as Harbor names its evaluations. */
function agentOf(trial: UnknownRecord, job: string): ReturnType<typeof agentOfRun> {
  const info = ownValue(trial, 'agent_info');
  const config = ownValue(ownValue(trial, 'config'), 'agent');
  const agent = ownText(info, 'name') ?? ownText(config, 'name') ?? ownText(config, 'import_path');
  const model = ownText(ownValue(info, 'model_info'), 'name') ?? ownText(config, 'model_name');
  return agentOfRun(agent, model, job);
}

function positive(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number >= 0 ? number : undefined;
}
