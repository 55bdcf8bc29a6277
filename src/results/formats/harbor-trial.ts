import { basename, dirname, resolve } from 'node:path';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { documentOf, ownText, ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import { inRange, numberOf, quoted, rewardOf } from '../content/reward-of.js';
import { timeBetween } from '../content/time-between.js';
import { agentOfRun, nameOfFile } from './name-of-file.js';
import type { FoundResults, ResultFormat, Verdict } from './result-format.js';

/** The result.json of one Harbor trial. */
export const harborTrial: ResultFormat = {
  name: 'harbor-trial',
  title: 'Harbor trial result.json',
  lookedFor: 'task_name and trial_name with verifier_result or exception_info',
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

function read(file: ResultFile, _options: unknown, notes: ReadingNotes): FoundResults {
  const trial = documentOf(file) ?? {};
  const verdict = verdictOf(trial, file.path, notes);
  if (verdict === undefined) return { outcomes: [] };
  const trialName = ownText(trial, 'trial_name') ?? '';
  const folder = dirname(resolve(file.path));
  // A trial's folder lies in its job's.
  const job = basename(folder) === trialName ? dirname(folder) : folder;
  const id = ownText(trial, 'id');
  const startedAt = ownText(trial, 'started_at') ?? '';
  return {
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
        costUsd: positive(ownValue(ownValue(trial, 'agent_result'), 'cost_usd')),
        durationMs: timeBetween(startedAt, ownValue(trial, 'finished_at')),
        place: { file: file.path },
      },
    ],
  };
}

/** A reward counts even when the agent ran out of time; without one an exception is an error. */
function verdictOf(trial: UnknownRecord, file: string, notes: ReadingNotes): Verdict | undefined {
  const value = rewardIn(ownValue(trial, 'verifier_result'));
  if (value !== undefined) {
    const reward = rewardOf(value);
    if (reward !== undefined && inRange(reward)) return { reward };
    notes.fault('outcomes/reward', `the reward is ${quoted(value)}; expected a number from 0 to 1.`, { file });
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

/** `rewards.reward`, else the first reward that is a number; `reward` in the oldest results. */
function rewardIn(verifierResult: unknown): unknown {
  const rewards = ownValue(verifierResult, 'rewards');
  if (isRecord(rewards)) {
    const said = ownValue(rewards, 'reward');
    if (said !== undefined && said !== null) return said;
    return Object.values(rewards).find((value) => typeof value === 'number');
  }
  return ownValue(verifierResult, 'reward') ?? undefined;
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
