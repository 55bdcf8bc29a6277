import type { OutcomeStatus } from '../core/model/outcome.js';

const words: ReadonlyMap<string, OutcomeStatus> = new Map([
  ['passed', 'passed'],
  ['pass', 'passed'],
  ['failed', 'failed'],
  ['fail', 'failed'],
  ['errored', 'errored'],
  ['error', 'errored'],
  ['not-run', 'not-run'],
  ['notrun', 'not-run'],
  ['missing', 'not-run'],
  ['skipped', 'not-run'],
]);

/** The words that a column of statuses may hold. */
export const statusWords: readonly string[] = [...words.keys()];

/** The status that a cell says, whatever its letter case; undefined when it says none that is known. */
export function statusOf(cell: string): OutcomeStatus | undefined {
  return words.get(cell.trim().toLowerCase().replace(/[ _]/g, '-'));
}
