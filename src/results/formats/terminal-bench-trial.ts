import { basename, dirname, join } from 'node:path';
import type { Place } from '../../core/model/fault.js';
import { isRecord } from '../../core/model/record.js';
import { readSafely } from '../../files/task-folder.js';
import { ownText, ownValue } from '../content/document-of.js';
import { parseJson } from '../content/parse-json.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import { timeBetween } from '../content/time-between.js';
import { agentOfRun, isGathering } from './name-of-file.js';
import type { FoundOutcome } from './result-format.js';

/** Whether a document is what Terminal-Bench writes about one trial. */
export function isTerminalBenchTrial(document: unknown): boolean {
  if (ownText(document, 'task_id') === undefined) return false;
  return isRecord(document) && Object.hasOwn(document, 'is_resolved') && ownText(document, 'trial_name') !== undefined;
}

/** The outcome of one Terminal-Bench trial; none, and a fault, where it is no trial. */
export function terminalBenchTrial(
  trial: unknown,
  run: TerminalBenchRun,
  place: Place,
  notes: ReadingNotes,
): readonly FoundOutcome[] {
  const taskId = ownText(trial, 'task_id');
  const resolved = ownValue(trial, 'is_resolved');
  if (taskId === undefined || (typeof resolved !== 'boolean' && resolved !== null && resolved !== undefined)) {
    notes.fault('outcomes/trial', 'a trial has no task_id, or its is_resolved is neither true, false nor null.', place);
    return [];
  }
  const trialName = ownText(trial, 'trial_name') ?? '';
  // <task>.<attempt>-of-<attempts>.<run>
  const attempt = /\.(\d{1,9})-of-\d+\./.exec(trialName.slice(taskId.length))?.[1];
  return [
    {
      taskId,
      ...run,
      attempt: attempt === undefined ? undefined : Number(attempt),
      repeat: trialName === '' ? place.path : trialName,
      // Null: the tests gave no verdict.
      verdict: typeof resolved === 'boolean' ? { reward: resolved ? 1 : 0 } : 'errored',
      durationMs: timeBetween(ownValue(trial, 'trial_started_at'), ownValue(trial, 'trial_ended_at')),
      place,
    },
  ];
}

/** Whose results they are. */
export interface TerminalBenchRun {
  readonly run: string | undefined;
  readonly configuration: string;
  readonly source: string;
  readonly isPartlyNamed?: true;
  readonly benchmark: string | undefined;
}

/**
 * What a run's folder says about it: agent and model from run_metadata.json; without it, the folder that holds the run,
 * unless that is simply called "runs".
 */
export function terminalBenchRun(folder: string): TerminalBenchRun {
  const above = dirname(folder);
  const source = isGathering(above) ? folder : above;
  const fallback = { run: basename(folder), configuration: basename(source), source, benchmark: undefined };
  try {
    const metadata = parseJson(readSafely(join(folder, 'run_metadata.json')));
    const runId = ownText(metadata, 'run_id');
    const [agent, model] = [ownText(metadata, 'agent_name'), ownText(metadata, 'model_name')];
    const named = agentOfRun(agent, model, folder);
    // A submission of one run has the run's files at its own top, under a name that is not the run's.
    const isSubmission = named?.isPartlyNamed === true && runId !== undefined && runId !== fallback.run;
    const own = isSubmission ? { source: folder } : {};
    return { ...fallback, ...named, ...own, benchmark: ownText(metadata, 'dataset_name') };
  } catch {
    // Most published runs have none.
    return fallback;
  }
}

/** A run that is one file among others, `DATE_results.json`, in the folder of its submission. */
export function terminalBenchFile(path: string): TerminalBenchRun {
  const folder = dirname(path);
  const run = basename(path).replace(/[_.-]*results\.json$/i, '');
  return { run, configuration: basename(folder), source: folder, benchmark: undefined };
}
