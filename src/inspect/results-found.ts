import type { Fault } from '../core/model/fault.js';
import { compareText } from '../core/text/compare-text.js';
import { countOf } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { resultFormats } from '../results/formats/result-formats.js';
import { readOutcomes } from '../results/read-outcomes.js';
import type { PathInspection } from './inspection.js';

/** Says of a path that it holds results of runs, or predictions, where that is so; a table may hold tasks as well. */
export async function resultsFound({ path, tasks }: PathInspection): Promise<Fault | undefined> {
  const { outcomes, files, faults } = await readOutcomes([path]);
  const place = { file: path };
  const predicted = faults.find(({ code }) => code === 'outcomes/predictions');
  if (predicted !== undefined && tasks === 0) return { ...predicted, code: 'pool/predictions', place };
  // Which of several rewards counts is for whoever uses them.
  if (tasks === 0 && faults.some(({ code }) => code.startsWith('outcomes/several-'))) {
    return { code: 'pool/results', message: 'it holds results of runs, not tasks.', place, hint: resultsHint };
  }
  const met = new Set(files.filter((file) => file.outcomes > 0).map(({ format }) => format));
  const known = resultFormats.filter(({ name, mayBeTasks }) => met.has(name) && (tasks === 0 || mayBeTasks !== true));
  const configurations = new Set(outcomes.map(({ configuration }) => configuration)).size;
  if (known.length === 0 || configurations === 0) return undefined;
  const titles = joinWords(known.map(({ title }) => title).sort(compareText));
  return {
    code: 'pool/results',
    message: `it holds results of ${countOf(configurations, 'configuration')} (${titles}), not tasks.`,
    place,
    hint: resultsHint,
  };
}

const resultsHint =
  'Give results to "winnow estimate", "winnow assess" or "winnow status", with the selection they are of.';
