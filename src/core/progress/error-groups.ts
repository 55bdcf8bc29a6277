import { groupBy } from '../lists/lists.js';
import { compareText } from '../text/words.js';

/** A run that errored: its task, and the reason if the results give one. */
interface ErroredRun {
  readonly task: string;
  readonly error: string | undefined;
}

const untold = 'no reason in the results';

/** The errors of runs by message, the most frequent first. */
export function errorGroups(runs: readonly ErroredRun[]) {
  const groups = [...groupBy(runs, ({ error }) => (error === undefined ? untold : kindOf(error)))];
  return groups
    .map(([message, members]) => ({
      message,
      runs: members.length,
      tasks: new Set(members.map(({ task }) => task)).size,
      example: members.map(({ error = untold }) => error).sort(compareText)[0] ?? untold,
    }))
    .sort((a, b) => b.runs - a.runs || compareText(a.message, b.message));
}

/** A message without what differs from one task to the next. */
function kindOf(error: string): string {
  return error
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/(?:[\w.-]+)?(?:\/[\w.@:-]+){2,}/g, '…')
    .replace(/\b(?:0x)?[0-9a-f]*\d[0-9a-f]*\b/gi, '…')
    .replace(/…(?:[\s,:]*…)+/g, '…')
    .trim();
}
