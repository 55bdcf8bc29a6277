import type { OutcomeStatus } from '../../core/model/outcome.js';
import { nearestName } from '../../core/text/nearest-name.js';
import { countOf, visibleText } from '../../core/text/words.js';
import { countedWords, type WordsFault } from '../content/reading-notes.js';
import type { ResultRow } from '../content/result-file.js';
import { bareReward, numberHint, quotedValue } from '../content/values.js';
import { passedIf, type Reading } from './reading.js';
import type { OutcomeOptions, RunVerdict } from './result-format.js';
import { cell, hasError, isNull, type LongColumns, textCell } from './table-rows.js';

/** The verdict of a row; undefined, with an error, if there is none. */
export function longVerdict(
  row: ResultRow,
  columns: LongColumns,
  taskId: string,
  reading: Reading,
): RunVerdict | undefined {
  const { options, notes } = reading;
  const { place } = row;
  const said = textCell(row, columns.status);
  const word = cell(row, columns.result);
  const unknown = (each: string) => notes.words(unknownStatus, [each], { file: reading.path, ...place });
  // A result column may have words as well as numbers.
  const ofResult = typeof word === 'string' ? statusOf(word, options) : undefined;
  const ofStatus = said === undefined ? undefined : statusOf(said, options);
  if (said !== undefined && ofStatus === undefined) {
    unknown(said);
    return undefined;
  }
  // That a run ended, or ran out of time, says nothing about its result, which may be in another column.
  const status = ofStatus === undefined || ofStatus === 'ended' || ofStatus === 'stopped' ? ofResult : ofStatus;
  const isEmpty = ofResult === undefined && isNull(row, columns.result);
  const value = ofResult === undefined && !isEmpty ? word : undefined;
  if (status === 'errored' || status === 'not-run') {
    // A 0 there only fills in for a missing score; anything else deserves a warning.
    const isLost = (bareReward(value) ?? 0) !== 0;
    const message = (n: number) =>
      `Ignored the ${n === 1 ? 'reward' : 'rewards'} of ${countOf(n, 'result')} that errored or ${n === 1 ? 'was' : 'were'} not run.`;
    reading.warn('outcomes/reward-of-none', message, isLost ? 1 : 0);
    return status;
  }
  if (value === undefined) {
    if (status === 'passed' || status === 'failed') return passedIf(status === 'passed');
    if (status === 'stopped' || ofStatus === 'stopped' || hasError(row, columns.error)) return 'errored';
    if (said !== undefined || status === 'ended') {
      const message = `the status ${quotedValue(said ?? word)} means only that the run ended, and the row has no reward.`;
      const hint = 'Use passed or failed instead, or add a reward column.';
      reading.fault('outcomes/no-result', message, { place, hint });
    } else if (isEmpty) return reading.nullResult();
    else {
      const hint = 'Remove the row, or add a status column with not-run or errored.';
      reading.fault('outcomes/no-result', 'the row has no result.', { place, hint });
    }
    return undefined;
  }
  const reward = reading.reward(value, place, taskId);
  if (reward === undefined) {
    const message = `the reward is ${quotedValue(value)}; expected a number from 0 to 1, a percentage, true or false.`;
    if (typeof value === 'string' && isWord(value)) unknown(value);
    else reading.fault('outcomes/reward', message, { place, hint: numberHint(value) });
    return undefined;
  }
  if (ofStatus === 'stopped') {
    const message = (n: number) =>
      `${countOf(n, 'row has', 'rows have')} a reward as well as a status such as ${quotedValue(said)}. Winnow uses the reward. To count ${n === 1 ? 'it' : 'them'} as errors instead, add --status ${visibleText(said ?? '', 40)}=error.`;
    reading.warn('outcomes/stopped-with-reward', message);
  }
  compare(status, reward, reading);
  return { reward };
}

/** Warns if the status differs from the reward, which decides. */
function compare(status: string | undefined, reward: number, reading: Reading): void {
  const { passAt = 1 } = reading.options;
  if (status === undefined || (status === 'passed') === reward >= passAt) return;
  if (status === 'passed' ? reward <= 0 : reward >= 1) {
    const message = (n: number) =>
      `${countOf(n, 'row has', 'rows have')} the status ${status} but a reward of ${reward}. Winnow uses the reward. To use the status instead, name its column with --reward.`;
    reading.warn('outcomes/contradiction', message, 1, status);
    return;
  }
  const [reached, verdict] = status === 'passed' ? ['below', 'failed'] : ['of at least', 'passed'];
  const message = (n: number) =>
    `${countOf(n, 'row has', 'rows have')} the status ${status} but a reward ${reached} ${passAt}. Winnow uses the reward and counts the ${n === 1 ? 'result' : 'results'} as ${verdict}.`;
  reading.warn('outcomes/status-differs', message, 1, status);
}

/** The meaning of a status: a result, the mere end of a run (the reward is its result), or a run that hit a limit. */
type Said = OutcomeStatus | 'ended' | 'stopped';

/** The known statuses, by meaning; letter case, spaces and underscores do not matter. */
const knownStatuses: Readonly<Record<Said, readonly string[]>> = {
  passed: ['passed', 'pass', 'resolved', 'solved', 'success', 'succeeded', 'successful', 'correct', 'accepted'],
  failed: [
    ...['failed', 'fail', 'failure', 'unresolved', 'not-resolved', 'unsolved', 'not-solved', 'unsuccessful'],
    ...['incorrect', 'wrong', 'wrong-answer', 'rejected', 'empty-patch', 'no-patch', 'no-generation'],
  ],
  errored: [
    ...['errored', 'error', 'exception', 'crash', 'crashed', 'broken', 'invalid', 'oom', 'out-of-memory', 'killed'],
    ...['infra-error', 'infra-failure', 'infrastructure-error', 'environment-error', 'env-error', 'setup-error'],
    ...['setup-failed', 'build-error', 'build-failed', 'agent-error', 'verifier-error', 'api-error', 'runtime-error'],
  ],
  'not-run': [
    ...['not-run', 'notrun', 'missing', 'skipped', 'skip', 'not-attempted', 'not-started', 'incomplete'],
    ...['cancelled', 'canceled', 'aborted', 'interrupted', 'pending', 'queued', 'running', 'in-progress'],
  ],
  ended: ['ok', 'done', 'completed', 'complete', 'finished', 'ended'],
  stopped: [
    ...['timeout', 'timed-out', 'time-out', 'timedout', 'time-limit', 'time-limit-exceeded', 'tle', 'agent-timeout'],
    ...['max-turns', 'max-steps', 'token-limit', 'cost-limit', 'limit', 'limit-exceeded', 'budget-exceeded'],
  ],
};

const words: ReadonlyMap<string, Said> = new Map(
  Object.entries(knownStatuses).flatMap(([said, list]) => list.map((word) => [word, said as Said])),
);

/** The status in a cell, by the options or the known words; undefined if it is neither. */
export function statusOf(cell: string, { statuses }: OutcomeOptions): Said | undefined {
  const word = wordOf(cell);
  for (const [given, means] of statuses ?? []) if (wordOf(given) === word) return means;
  return words.get(word);
}

function wordOf(cell: string): string {
  return cell.trim().toLowerCase().replace(/[ _]/g, '-');
}

/** Whether a cell has a word, not an oddly written number. */
function isWord(cell: string): boolean {
  return /^\p{L}[\p{L}\s_-]{0,39}$/u.test(cell.trim());
}

const unknownStatus: WordsFault = {
  code: 'outcomes/status',
  about: '',
  message: (met, results) =>
    `${countOf(results, 'result has', 'results have')} an unknown status: ${countedWords(met)}. Known statuses: ${['passed', 'failed', 'error', 'timeout', 'not-run'].join(', ')} and similar words.`,
  hint: ([first]) => {
    const word = visibleText(first?.word ?? 'WORD', 40);
    const near = nearestName(wordOf(word), words.keys());
    const shown = /^[\w.-]+$/.test(word) ? `${word}=` : `'${word}='`;
    return `${near === undefined ? '' : `Does "${word}" mean "${near}"? `}Define each status, as in --status ${shown}error (or passed, failed, not-run; in a plan, results: { statuses: { ${word}: error } }).`;
  },
};
