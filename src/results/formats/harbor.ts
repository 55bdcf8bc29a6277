import { basename, dirname, join, resolve } from 'node:path';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { compareText, countOf, visibleText } from '../../core/text/words.js';
import type { TokenUse } from '../content/token-costs.js';
import {
  documentAt,
  errorLine,
  hasSomeKey,
  hasTexts,
  listAt,
  numberOf,
  ownText,
  ownValue,
  quotedValue,
  sumKnown,
  timeBetween,
} from '../content/values.js';
import { agentOfRun, filesInFolders, nameOfFile } from './names.js';
import { counts, type Reading } from './reading.js';
import type { ResultFormat, RunVerdict } from './result-format.js';

/** The result.json of a Harbor job, which leads to its trials. Without them, the summary is read unless it may shorten task names. */
export const harborJob: ResultFormat = {
  name: 'harbor-job',
  title: 'Harbor job result.json',
  isDocument: (document) => hasSomeKey(ownValue(document, 'stats'), 'evals', 'n_trials', 'n_completed_trials'),
  search: { called: /^result\.json$/ },
  read(reading) {
    const trials = filesInFolders(dirname(reading.path), 'result.json');
    const total = numberOf(ownValue(reading.document, 'n_total_trials')) ?? 0;
    const message = (n: number) =>
      `${countOf(n, 'Harbor trial has', 'Harbor trials have')} no result and ${counts(n)} as missing, not failed.`;
    const found = trials.length === 0 ? readJob(reading) : trials.length;
    reading.warn('outcomes/missing-trials', message, found === undefined ? 0 : total - found);
    reading.also.push(...trials);
  },
};

/** Harbor shortens the task name within a trial name to this length. */
const longestName = 32;

/** Adds the results in a job's statistics, and returns the number of trials; undefined, with an error, if unknown. */
function readJob(reading: Reading): number | undefined {
  const job = dirname(resolve(reading.path));
  const evals = ownValue(reading.document, 'stats', 'evals');
  const found = (isRecord(evals) ? Object.entries(evals) : []).flatMap(([key, own]) =>
    jobTrials(own, reading).map((trial) => ({ ...trial, key, taskId: trial.name.replace(/__[^_]*$/, '') })),
  );
  const mayBeCut = ({ taskId }: { readonly taskId: string }) =>
    taskId.length >= longestName && reading.options.isWanted?.(taskId) !== true;
  const cut = found.find(mayBeCut)?.taskId;
  if (found.length === 0 || cut !== undefined) {
    const reason =
      cut === undefined ? 'lists no trials' : `may contain a shortened task name ("${visibleText(cut, 60)}")`;
    const message = `the trials of this Harbor job are not in the same folder, and its summary ${reason}.`;
    const hint = 'Give the job folder with its trials (FOLDER/TRIAL/result.json).';
    reading.fault('outcomes/no-trials', message, { hint });
    return undefined;
  }
  for (const { key, taskId, name, verdict, error } of found) {
    // AGENT__MODEL__DATASET, or without the model.
    const parts = key.split('__');
    const benchmark = parts.length > 1 ? parts.pop() : undefined;
    const [agent, ...model] = parts;
    const system = agentOfRun(agent, model.join('__') || undefined, job) ?? nameOfFile(reading.path);
    reading.add({ taskId, benchmark, ...system, run: basename(job), repeat: name, verdict, error }, { path: name });
  }
  const message = (n: number) =>
    `Read ${countOf(n, 'trial')} from a Harbor job summary, which has no costs or durations.`;
  reading.warn('outcomes/job-summary', message, found.length);
  return found.length;
}

/** The trials in the statistics of an evaluation: by reward, and without one by exception. */
function jobTrials(evaluation: unknown, reading: Reading) {
  const [rewards, exceptions] = [ownValue(evaluation, 'reward_stats'), ownValue(evaluation, 'exception_stats')];
  const keys = isRecord(rewards) ? Object.keys(rewards) : [];
  const key = keys.length === 0 ? undefined : reading.chosenKey(keys, { what: 'reward', option: 'reward', main });
  const byReward = ownValue(rewards, key ?? '');
  const scored = (isRecord(byReward) ? Object.entries(byReward) : []).flatMap(([value, names]) => {
    const reward = reading.reward(value) ?? Number.NaN;
    return textsIn(names).map((name) => ({ name, verdict: { reward } as RunVerdict, error: undefined }));
  });
  const seen = new Set(scored.map(({ name }) => name));
  const errored = (isRecord(exceptions) ? Object.entries(exceptions) : []).flatMap(([error, names]) =>
    textsIn(names).flatMap((name) => (seen.has(name) ? [] : [{ name, verdict: 'errored' as RunVerdict, error }])),
  );
  return [...scored, ...errored];
}

function textsIn(names: unknown): readonly string[] {
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

/** The result.json of one Harbor trial. */
export const harborTrial: ResultFormat = {
  name: 'harbor-trial',
  title: 'Harbor trial result.json',
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
    const system = agentOf(trial, job) ?? nameOfFile(folder);
    reading.add({
      // The trial's name may be shortened, but the task's isn't.
      taskId: ownText(trial, 'task_name') ?? '',
      benchmark: ownText(trial, 'source'),
      ...system,
      run: job === folder ? undefined : basename(job),
      repeat: JSON.stringify([startedAt, trialName]),
      // A copy of a trial isn't another trial, whatever its folder is called.
      identity: id === undefined ? undefined : JSON.stringify(['harbor', system.configuration, id, trialName]),
      verdict,
      costUsd: sumKnown(agentResults(trial).map((result) => ownValue(result, 'cost_usd'))),
      tokens: tokensOf(trial),
      error: verdict === 'errored' ? errorOf(trial) : undefined,
      durationMs: timeBetween(startedAt, ownValue(trial, 'finished_at')),
      digests: digestsOf(trial, folder),
    });
  },
};

/** A reward counts even if the agent timed out. Without a reward, an exception is an error. */
function verdictOf(trial: UnknownRecord, reading: Reading): RunVerdict | undefined {
  const found = rewardIn(ownValue(trial, 'verifier_result'), reading);
  if (found === 'undecided') return undefined;
  if (found !== undefined) {
    const reward = reading.reward(found.value, {}, ownText(trial, 'task_name'));
    if (reward !== undefined) return { reward };
    reading.fault('outcomes/reward', `the reward is ${quotedValue(found.value)}; expected a number from 0 to 1.`);
    return undefined;
  }
  if (isRecord(ownValue(trial, 'exception_info'))) return 'errored';
  if (ownText(trial, 'finished_at') !== undefined) return reading.unscored();
  const message = (n: number) =>
    `${countOf(n, 'Harbor trial is', 'Harbor trials are')} unfinished and ${counts(n)} as missing, not as failed or errored.`;
  reading.warn('outcomes/unfinished', message);
  return undefined;
}

// Harbor gates steps on the key "reward", and Rewardkit combines rewards into one of that name.
const main = ['reward'];

/** The reward to use from a verifier's result; undefined if there is none. The oldest results have a single reward. */
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
    const message = (n: number) =>
      `${countOf(n, 'result has', 'results have')} only one reward, "${visibleText(key, 40)}", which Winnow uses.`;
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
    const cached = numberOf(ownValue(result, 'n_cache_tokens'));
    const input = numberOf(ownValue(result, 'n_input_tokens'));
    const fresh = input === undefined ? undefined : Math.max(0, input - (cached ?? 0));
    return { model, input: fresh, output: numberOf(ownValue(result, 'n_output_tokens')), cached };
  });
}

function errorOf(trial: UnknownRecord): string | undefined {
  const of = (key: string) => ownText(trial, 'exception_info', key);
  return errorLine(of('exception_type'), of('exception_message'));
}

/** Identifiers of the task's version: the digest in lock.json, which older Harbor versions don't write, and the folder's checksum. */
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
  const model = ownText(info, 'model_info', 'name') ?? ownText(config, 'model_name');
  const settings = settingsOf(config);
  const ending = settings.length === 0 ? '' : ` (${settings.join(', ')})`;
  return agentOfRun(agent, model === undefined ? undefined : `${model}${ending}`, job);
}

/** The tools, skills and arguments of an agent besides its model. A different set makes a different system. */
function settingsOf(config: unknown): readonly string[] {
  const servers = listAt(config, 'mcp_servers').flatMap((server) => ownText(server, 'name') ?? []);
  const skills = listAt(config, 'skills').flatMap((skill) => (typeof skill === 'string' ? [basename(skill)] : []));
  const kwargs = ownValue(config, 'kwargs');
  const given = Object.entries(isRecord(kwargs) ? kwargs : {}).flatMap(([key, value]) =>
    mayBeSecret.test(key) || !isShort(value) ? [] : [`${key}=${value}`],
  );
  return [...servers, ...skills, ...given].map((each) => visibleText(each, 60)).sort(compareText);
}

const mayBeSecret = /key|token|secret|password|credential|auth/i;

function isShort(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= 40;
}
