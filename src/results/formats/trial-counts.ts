import { isRecord } from '../../core/model/record.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { ownValue } from '../content/document-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import { numberOf, quoted } from '../content/reward-of.js';
import type { FoundOutcome } from './result-format.js';

/** The largest number of runs that one count may stand for: more is a mistake. */
const mostTrials = 10_000;

/** Whether a value counts the runs of a task: so many passed, of so many. */
export function isTrialCount(value: unknown): value is { readonly successes: unknown; readonly trials: unknown } {
  return isRecord(value) && ownValue(value, 'successes') !== undefined && ownValue(value, 'trials') !== undefined;
}

/** As many runs as a count says, those that passed first; a fault where it is no count. */
export function trialsOf(
  { successes, trials }: { readonly successes: unknown; readonly trials: unknown },
  base: Omit<FoundOutcome, 'attempt' | 'verdict'>,
  notes: ReadingNotes,
): readonly FoundOutcome[] {
  const [passed, all] = [numberOf(successes), numberOf(trials)];
  const isCount = (value: number | undefined): value is number => Number.isInteger(value) && (value ?? -1) >= 0;
  if (!isCount(passed) || !isCount(all) || passed > all || all > mostTrials) {
    notes.fault(
      'outcomes/count',
      `"${visibleText(base.taskId, 80)}" has ${quoted(successes)} successes in ${quoted(trials)} trials; expected whole numbers, no more successes than trials and at most ${mostTrials} trials.`,
      base.place,
    );
    return [];
  }
  if (all > 1) {
    notes.warn(
      'outcomes/attempt-order',
      base.place.file ?? '',
      (n) => `${countOf(n, 'count')} of runs that do not tell their order: those that passed are numbered first.`,
    );
  }
  return Array.from({ length: all }, (_, i) => ({ ...base, attempt: i + 1, verdict: { reward: i < passed ? 1 : 0 } }));
}
