import type { Fault } from '../core/model/errors.js';
import { countOf, joinWords, quotedWord } from '../core/text/words.js';
import type { ResultsCount, ResultsHeld } from '../results/results-in.js';

/** Looks for results of runs in a path. The reader is loaded on demand, because most paths contain task folders. */
async function held(path: string, tasks: number): Promise<ResultsHeld> {
  const { resultsIn } = await import('../results/results-in.js');
  return resultsIn(path, tasks);
}

/** The error for a path that contains results of runs or predictions instead of tasks; undefined if it may contain tasks. */
export async function resultsFound(path: string, tasks: number): Promise<Fault | undefined> {
  const { count, read } = await held(path, tasks);
  const place = { file: path };
  const predicted = read?.faults.find(({ code }) => code === 'outcomes/predictions');
  if (predicted !== undefined && tasks === 0) return { ...predicted, code: 'pool/predictions', place };
  // Which reward counts is decided when the results are used.
  if (tasks === 0 && read?.faults.some(({ code }) => code.startsWith('outcomes/several-')) === true) {
    return { code: 'pool/results', message: 'this path contains results, not tasks.', place, hint: resultsHint };
  }
  if (count === undefined) return undefined;
  return {
    code: 'pool/results',
    message: `this path contains ${resultsWords(count)}, not tasks.`,
    place,
    hint: `If you have a selection of these tasks, run "winnow estimate SELECTION ${quotedWord(path)}". To select from the tasks in the results, run "winnow init ${quotedWord(path)}".`,
  };
}

/** The number of runs, systems and tasks in words. */
function resultsWords({ systems, tasks, runs, titles }: ResultsCount): string {
  return `${countOf(runs, 'result')} from ${countOf(systems, 'system')} on ${countOf(tasks, 'task')} (${joinWords(titles)})`;
}

const resultsHint =
  'Pass results to "winnow estimate", "winnow assess" or "winnow status", together with their selection.';

/** The reason why a table is not a list of tasks, if it contains results; undefined if it may contain tasks. */
export async function isResults(path: string): Promise<string | undefined> {
  const { count } = await held(path, 1);
  return count === undefined ? undefined : `contains results, not tasks: ${resultsWords(count)}`;
}

/** Whether a path contains results of runs; `tasks` is the number of tasks that its rows would be. */
export async function holdsResults(path: string, tasks: number): Promise<boolean> {
  return (await held(path, tasks)).count !== undefined;
}
