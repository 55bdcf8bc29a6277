import type { Place } from '../../core/model/fault.js';
import type { OutcomeStatus } from '../../core/model/outcome.js';
import { countOf } from '../../core/text/count-of.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultRow } from '../content/result-table.js';
import { inRange, quoted, rewardHint, rewardOf } from '../content/reward-of.js';
import type { LongColumns } from './long-columns.js';
import type { OutcomeOptions, Verdict } from './result-format.js';
import { cell, textCell } from './table-cells.js';

/** What a row says of its attempt; undefined, and a fault, when it says nothing that can be used. */
export function longVerdict(
  row: ResultRow,
  columns: LongColumns,
  place: Place,
  options: OutcomeOptions,
  notes: ReadingNotes,
): Verdict | undefined {
  const file = place.file ?? '';
  const said = textCell(row, columns.status);
  const word = cell(row, columns.reward);
  // A column of results may hold words as well as numbers.
  const wordStatus = typeof word === 'string' ? statusOf(word) : undefined;
  // That a run ended says nothing of its result, which another column must tell.
  const isEnded = said !== undefined && endedWords.includes(wordOf(said));
  const status = said === undefined || isEnded ? wordStatus : statusOf(said);
  if (said !== undefined && status === undefined && !isEnded) {
    const message = `the status is ${quoted(said)}; expected one of ${statusWords.join(', ')}.${didYouMean(said, [...words.keys(), ...endedWords])}`;
    notes.fault('outcomes/status', message, place);
    return undefined;
  }
  const value = wordStatus === undefined ? word : undefined;
  const reward = value === undefined ? undefined : rewardOf(value);
  if (status === 'errored' || status === 'not-run') {
    // What stands there for want of a score is none; anything else deserves a word.
    if (reward !== undefined && reward !== 0) {
      notes.warn(
        'outcomes/reward-of-none',
        file,
        (n) => `${countOf(n, 'reward')} of results that errored or were not run: left out.`,
      );
    }
    return status;
  }
  if (value === undefined) {
    if (status !== undefined) return { reward: status === 'passed' ? 1 : 0 };
    if (isEnded) {
      const message = `the status is ${quoted(said)}, which says that the run ended, and the row has no reward.`;
      notes.fault('outcomes/no-result', message, place, 'Write passed or failed there, or add a column "reward".');
      return undefined;
    }
    const hint = 'Write not-run or errored in a column called status, or leave the row out.';
    notes.fault('outcomes/no-result', 'the row has no result.', place, hint);
    return undefined;
  }
  if (reward === undefined || !inRange(reward)) {
    notes.fault(
      'outcomes/reward',
      `the reward is ${quoted(value)}; expected a number from 0 to 1, a percentage, true or false.`,
      place,
      rewardHint(value),
    );
    return undefined;
  }
  compare(status, reward, options.passAt ?? 1, file, notes);
  return { reward };
}

/** The reward decides; where the file's own word differs, that is said. */
function compare(status: string | undefined, reward: number, passAt: number, file: string, notes: ReadingNotes): void {
  if (status === undefined || (status === 'passed') === reward >= passAt) return;
  const found = status === 'passed' ? `a reward below ${passAt}: failed` : `a reward of at least ${passAt}: passed`;
  notes.warn(
    'outcomes/status-differs',
    file,
    (n) => `${countOf(n, 'row')} with the status ${status} and ${found} here, as the reward decides.`,
    1,
    status,
  );
}

const words: ReadonlyMap<string, OutcomeStatus> = new Map([
  ['passed', 'passed'],
  ['pass', 'passed'],
  ['resolved', 'passed'],
  ['solved', 'passed'],
  ['success', 'passed'],
  ['succeeded', 'passed'],
  ['correct', 'passed'],
  ['failed', 'failed'],
  ['fail', 'failed'],
  ['unresolved', 'failed'],
  ['unsolved', 'failed'],
  ['failure', 'failed'],
  ['incorrect', 'failed'],
  ['errored', 'errored'],
  ['error', 'errored'],
  ['not-run', 'not-run'],
  ['notrun', 'not-run'],
  ['missing', 'not-run'],
  ['skipped', 'not-run'],
]);

/** Words that say that a run came to its end, and not how: its reward does. */
const endedWords: readonly string[] = ['ok', 'done', 'completed', 'finished'];

/** The words that a column of statuses may hold. */
const statusWords: readonly string[] = [...words.keys(), ...endedWords.map((word) => `${word} (beside a reward)`)];

/** The status that a cell says, whatever its letter case; undefined when it says none that is known. */
export function statusOf(cell: string): OutcomeStatus | undefined {
  return words.get(wordOf(cell));
}

function wordOf(cell: string): string {
  return cell.trim().toLowerCase().replace(/[ _]/g, '-');
}
