import type { Place } from '../../core/model/fault.js';
import { isRecord, ownText, ownValue } from '../is-record.js';
import type { FoundOutcome } from '../outcome-format.js';
import type { ReadingNotes } from '../reading-notes.js';
import { timeBetween } from '../time-between.js';
import type { TerminalBenchRun } from './terminal-bench-run.js';

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
