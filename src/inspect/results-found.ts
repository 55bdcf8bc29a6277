import type { Fault } from '../core/model/fault.js';
import { countOf } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { type ResultsCount, resultsIn } from '../results/results-in.js';

/** Says of a path that it holds results of runs, or predictions, if so. */
export async function resultsFound({
  path,
  tasks,
}: {
  readonly path: string;
  readonly tasks: number;
}): Promise<Fault | undefined> {
  const { count, read } = await resultsIn(path, tasks);
  const place = { file: path };
  const predicted = read?.faults.find(({ code }) => code === 'outcomes/predictions');
  if (predicted !== undefined && tasks === 0) return { ...predicted, code: 'pool/predictions', place };
  // Which of several rewards counts is for whoever uses them.
  if (tasks === 0 && read?.faults.some(({ code }) => code.startsWith('outcomes/several-')) === true) {
    return { code: 'pool/results', message: 'it holds results of runs, not tasks.', place, hint: resultsHint };
  }
  if (count === undefined) return undefined;
  return {
    code: 'pool/results',
    message: `it holds ${resultsWords(count)}, not tasks.`,
    place,
    hint: `With a selection of these tasks, run "winnow estimate SELECTION ${path}". To select from the tasks that the results name, run "winnow init ${path}".`,
  };
}

/** Results in words: how many runs, by how many systems, on how many tasks. */
export function resultsWords({ systems, tasks, runs, titles }: ResultsCount): string {
  return `${countOf(runs, 'result')} of ${countOf(systems, 'system')} on ${countOf(tasks, 'task')} (${joinWords(titles)})`;
}

const resultsHint =
  'Give results to "winnow estimate", "winnow assess" or "winnow status", with the selection they are of.';
