import type { Fault } from '../core/model/errors.js';
import { countOf, joinWords, quotedWord } from '../core/text/words.js';
import type { ResultsCount, ResultsHeld } from '../results/results-in.js';

/** Looks for results of runs in a path. The reader is loaded when needed: most places hold task folders. */
async function held(path: string, tasks: number): Promise<ResultsHeld> {
  const { resultsIn } = await import('../results/results-in.js');
  return resultsIn(path, tasks);
}

/** The error for a path with results of runs, or predictions, instead of tasks; undefined if it may contain tasks. */
export async function resultsFound(path: string, tasks: number): Promise<Fault | undefined> {
  const { count, read } = await held(path, tasks);
  const place = { file: path };
  const predicted = read?.faults.find(({ code }) => code === 'outcomes/predictions');
  if (predicted !== undefined && tasks === 0) return { ...predicted, code: 'pool/predictions', place };
  // Users of the results decide which reward counts.
  if (tasks === 0 && read?.faults.some(({ code }) => code.startsWith('outcomes/several-')) === true) {
    return { code: 'pool/results', message: 'this path contains results, not tasks.', place, hint: resultsHint };
  }
  if (count === undefined) return undefined;
  return {
    code: 'pool/results',
    message: `this path contains ${resultsWords(count)}, not tasks.`,
    place,
    hint: `With a selection of these tasks, run "winnow estimate SELECTION ${quotedWord(path)}". To select from the tasks that the results name, run "winnow init ${quotedWord(path)}".`,
  };
}

/** Results in words: how many runs, by how many systems, on how many tasks. */
function resultsWords({ systems, tasks, runs, titles }: ResultsCount): string {
  return `${countOf(runs, 'result')} of ${countOf(systems, 'system')} on ${countOf(tasks, 'task')} (${joinWords(titles)})`;
}

const resultsHint = 'Give results to "winnow estimate", "winnow assess" or "winnow status", with their selection.';

/** Why a table with ids is not a list of tasks: it contains results. Undefined if it may be one. */
export async function isResults(path: string): Promise<string | undefined> {
  const { count } = await held(path, 1);
  return count === undefined ? undefined : `not tasks, but ${resultsWords(count)}`;
}

/** Whether a path contains results of runs, if its rows would count as this many tasks. */
export async function holdsResults(path: string, tasks: number): Promise<boolean> {
  return (await held(path, tasks)).count !== undefined;
}
