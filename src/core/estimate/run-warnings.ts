import { largest } from '../lists/lists.js';
import type { Warning } from '../model/errors.js';
import type { ExpectedRuns } from '../outcomes/expected-runs.js';
import type { TaskResult } from '../outcomes/task-result.js';
import { countOf, formatCount } from '../text/words.js';
import type { ConfigurationEstimate } from './pool-estimate.js';

/** Warns about missing runs, and about unequal numbers of runs if the expected number is unknown. */
export function runCountWarnings(
  configurations: readonly ConfigurationEstimate[],
  { from }: ExpectedRuns,
  results: ReadonlyMap<string, readonly TaskResult[]>,
) {
  const warnings = configurations.flatMap(({ name, attempts }): Warning[] => {
    const { expected, missing } = attempts;
    // Without retried attempts.
    const runs = (results.get(name) ?? []).map(({ rewards, unscored }) => rewards.length + unscored);
    const short = runs.filter((count) => count > 0 && count < expected).length;
    if (short > 0) {
      const most = largest(runs);
      const more = most > expected ? ` (some have ${most})` : '';
      const wanted = {
        given: `the ${expected} runs set by --repeats`,
        pilot: `the ${expected} runs that the pilot planned`,
        usual: `the usual ${expected} runs`,
      }[from];
      const then =
        from === 'usual'
          ? `If tasks should have a different number of runs${more}, set it with --repeats N.`
          : 'Run them, or set the number of runs per task with --repeats.';
      const message = `${name}: ${formatCount(short)} of ${countOf(runs.length, 'task')} have fewer than ${wanted}, and ${formatCount(missing)} of ${countOf(runs.length * expected, 'run')} have no result. The first figure ignores these runs, and the second counts them as failed. ${then}`;
      return [{ code: 'missing-runs', message, system: name }];
    }
    const tried = runs.filter((count) => count > 0);
    if (from !== 'usual' || new Set(tried).size < 2) return [];
    const message = `${name}: tasks have different numbers of runs (${tallyOf(tried)}). If some are missing, set the expected number with --repeats N.`;
    return [{ code: 'unequal-runs', message, system: name }];
  });
  const numbers = new Set(configurations.map(({ attempts }) => attempts.expected));
  if (from !== 'usual' || numbers.size < 2 || warnings.length > 0) return warnings;
  const each = configurations.map(({ name, attempts }) => `${name} ${attempts.expected}`).join(', ');
  const message = `the systems have different numbers of runs per task: ${each}. If some are missing, set the expected number with --repeats ${largest([...numbers])}.`;
  return [{ code: 'unequal-runs', message }];
}

/** Warns about retried errors, which are not missing but look like repeats. */
export function retryNotes(configurations: readonly ConfigurationEstimate[], { from }: ExpectedRuns): Warning[] {
  return configurations.flatMap(({ name, attempts: { retried, expected } }) => {
    if (retried === 0) return [];
    const isOne = retried === 1;
    const repeats =
      from === 'usual'
        ? ` If ${isOne ? 'it was a repeat' : 'they were repeats'}, set the expected number of runs with --repeats N.`
        : '';
    const complete = expected === 1 ? 'a scored run' : `all ${expected} scored runs`;
    const message = `${name}: ${countOf(retried, 'attempt')} errored, but ${isOne ? 'its task has' : 'their tasks have'} ${complete}. Winnow counts ${isOne ? 'it' : 'them'} as retried, not missing.${repeats}`;
    return [{ code: 'retried-runs', message, system: name }];
  });
}

/** For example "1 run: 70 tasks, 2 runs: 30 tasks". */
function tallyOf(runs: readonly number[]): string {
  const numbers = [...new Set(runs)].sort((a, b) => a - b);
  return numbers
    .map((number) => `${countOf(number, 'run')}: ${countOf(runs.filter((count) => count === number).length, 'task')}`)
    .join(', ');
}
