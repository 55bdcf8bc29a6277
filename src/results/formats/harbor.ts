import { basename, dirname, join, resolve } from 'node:path';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { countOf, visibleText } from '../../core/text/words.js';
import type { TokenUse } from '../content/token-costs.js';
import {
  documentAt,
  hasSomeKey,
  hasTexts,
  joined,
  listAt,
  numberOf,
  oneLine,
  ownText,
  ownValue,
  quoted,
  sumOf,
  timeBetween,
} from '../content/values.js';
import { agentOfRun, filesInFolders, nameOfFile } from './names.js';
import type { Reading } from './reading.js';
import type { ResultFormat, Verdict } from './result-format.js';

/** The result.json of a Harbor job, which leads to its trials; it cuts the names of tasks itself. */
export const harborJob: ResultFormat = {
  name: 'harbor-job',
  title: 'Harbor job result.json',
  lookedFor: 'stats with evals, n_trials or n_completed_trials; the trials beside it are read',
  leadsToOthers: true,
  isDocument: (document) => hasSomeKey(ownValue(document, 'stats'), 'evals', 'n_trials', 'n_completed_trials'),
  search: { called: /^result\.json$/ },
  read(reading) {
    const trials = filesInFolders(dirname(reading.path), 'result.json');
    if (trials.length === 0) {
      const message =
        'it summarises a Harbor job, and its trials are not beside it: it shortens task names, so they are unknown.';
      const hint = "Give the job's folder with its trials, FOLDER/TRIAL/result.json.";
      reading.fault('outcomes/no-trials', message, { hint });
      return;
    }
    const total = numberOf(ownValue(reading.document, 'n_total_trials')) ?? 0;
    const message = (n: number) => `${countOf(n, 'trial')} of Harbor jobs left no result: absent, not failed.`;
    reading.warn('outcomes/missing-trials', message, total - trials.length);
    reading.also.push(...trials);
  },
};

/** The result.json of one Harbor trial. */
export const harborTrial: ResultFormat = {
  name: 'harbor-trial',
  title: 'Harbor trial result.json',
  lookedFor: 'task_name and trial_name with verifier_result or exception_info',
  isDocument: (document) =>
    hasTexts(document, 'task_name', 'trial_name') &&
    hasSomeKey(document, 'verifier_result', 'exception_info', 'agent_info'),
  search: { called: /^result\.json$/, wholeFolder: 'result.json' },
  read(reading) {
    const trial = reading.document;
    const verdict = verdictOf(trial, reading);
    if (verdict === undefined) return;
    const trialName = ownText(trial, 'trial_name') ?? '';
    const folder = dirname(resolve(reading.path));
    // A trial's folder, TASK__SUFFIX, is in its job's.
    const isOwn = basename(folder) === trialName || /__[A-Za-z0-9]{5,}$/.test(basename(folder));
    const job = isOwn ? dirname(folder) : folder;
    const id = ownText(trial, 'id');
    const startedAt = ownText(trial, 'started_at') ?? '';
    reading.add({
      // The trial's name may be cut; the task's is not.
      taskId: ownText(trial, 'task_name') ?? '',
      benchmark: ownText(trial, 'source'),
      ...(agentOf(trial, job) ?? nameOfFile(folder)),
      run: job === folder ? undefined : basename(job),
      repeat: JSON.stringify([startedAt, trialName]),
      // A copy of a job is no further job.
      identity: id === undefined ? undefined : JSON.stringify(['harbor', id, basename(job), trialName]),
      verdict,
      costUsd: sumOf(agentResults(trial).map((result) => ownValue(result, 'cost_usd'))),
      tokens: tokensOf(trial),
      error: verdict === 'errored' ? errorOf(ownValue(trial, 'exception_info')) : undefined,
      durationMs: timeBetween(startedAt, ownValue(trial, 'finished_at')),
      digests: digestsOf(trial, folder),
    });
  },
};

/** A reward counts even when the agent ran out of time; without one an exception is an error. */
function verdictOf(trial: UnknownRecord, reading: Reading): Verdict | undefined {
  const found = rewardIn(ownValue(trial, 'verifier_result'), reading);
  if (found === 'undecided') return undefined;
  if (found !== undefined) {
    const reward = reading.reward(found.value);
    if (reward !== undefined) return { reward };
    reading.fault('outcomes/reward', `the reward is ${quoted(found.value)}; expected a number from 0 to 1.`);
    return undefined;
  }
  if (isRecord(ownValue(trial, 'exception_info'))) return 'errored';
  if (ownText(trial, 'finished_at') !== undefined) return reading.unscored();
  const message = (n: number) => `${countOf(n, 'Harbor trial')} did not finish: absent, neither failed nor errored.`;
  reading.warn('outcomes/unfinished', message);
  return undefined;
}

// Harbor gates steps on the key "reward", and Rewardkit combines rewards into one of that name.
const main = ['reward'];

/** The reward that counts among those of a verifier; the oldest results have only one. Undefined where there is none. */
function rewardIn(verifierResult: unknown, reading: Reading): { readonly value: unknown } | 'undecided' | undefined {
  const rewards = ownValue(verifierResult, 'rewards');
  if (!isRecord(rewards)) {
    const value = ownValue(verifierResult, 'reward');
    return value === undefined || value === null ? undefined : { value };
  }
  const keys = Object.keys(rewards);
  if (keys.length === 0) return undefined;
  const key = reading.chosenKey(keys, { what: 'reward', option: 'reward', main });
  if (key === undefined) return 'undecided';
  if (reading.options.reward === undefined && !main.includes(key)) {
    const message = (n: number) => `${countOf(n, 'result')} whose only reward is called "${visibleText(key, 40)}".`;
    reading.warn('outcomes/only-reward', message, 1, key);
  }
  const value = ownValue(rewards, key);
  return value === null ? undefined : { value };
}

/** The parts of a trial that have an agent's figures: the trial itself, or its steps. */
function agentResults(trial: UnknownRecord): readonly unknown[] {
  const parts = isRecord(ownValue(trial, 'agent_result')) ? [trial] : listAt(trial, 'step_results');
  return parts.map((part) => ownValue(part, 'agent_result'));
}

/** The tokens of the agent; Harbor counts cached ones among the input. */
function tokensOf(trial: UnknownRecord): readonly TokenUse[] {
  const info = ownValue(trial, 'agent_info', 'model_info');
  const model = ownText(info, 'name') ?? ownText(trial, 'config', 'agent', 'model_name');
  return agentResults(trial).map((result) => {
    const cached = numberOf(ownValue(result, 'n_cache_tokens')) ?? 0;
    const input = numberOf(ownValue(result, 'n_input_tokens'));
    const fresh = input === undefined ? undefined : Math.max(0, input - cached);
    return { model, input: fresh, output: numberOf(ownValue(result, 'n_output_tokens')), cached };
  });
}

/** "Type: message", in one line. */
function errorOf(exception: unknown): string | undefined {
  return oneLine(joined(': ', ownText(exception, 'exception_type'), ownText(exception, 'exception_message')));
}

/** The versions of a task: the digest in lock.json, which earlier Harbors lack, and the checksum of its folder. */
function digestsOf(trial: UnknownRecord, folder: string): readonly string[] | undefined {
  const digest = ownText(documentAt(join(folder, 'lock.json')), 'task', 'digest');
  const checksum = ownText(trial, 'task_checksum');
  const digests = [
    ...(digest === undefined ? [] : [digest.includes(':') ? digest : `sha256:${digest}`]),
    ...(checksum === undefined ? [] : [`checksum:${checksum}`]),
  ];
  return digests.length === 0 ? undefined : digests;
}

/** `agent__model`, as Harbor names its evaluations. */
function agentOf(trial: UnknownRecord, job: string): ReturnType<typeof agentOfRun> {
  const info = ownValue(trial, 'agent_info');
  const config = ownValue(trial, 'config', 'agent');
  const agent = ownText(info, 'name') ?? ownText(config, 'name') ?? ownText(config, 'import_path');
  return agentOfRun(agent, ownText(info, 'model_info', 'name') ?? ownText(config, 'model_name'), job);
}
