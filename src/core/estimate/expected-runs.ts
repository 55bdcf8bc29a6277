import { largest } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { type Warning, WinnowError } from '../model/errors.js';
import type { Outcome } from '../model/outcome.js';
import { type ConfigurationOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { taskResult, usualRuns } from '../outcomes/task-result.js';
import { countOf, formatCount } from '../text/words.js';
import type { ConfigurationEstimate } from './pool-estimate.js';

export type ExpectedRuns = ReturnType<typeof expectedRuns>;

/**
 * The runs that each task should have: as given, else as in the pilot, else from the results (`usualRuns`). A system
 * with unequal numbers should have as many as the system with the most.
 *
 * @throws WinnowError if the given number is not a whole number of at least 1.
 */
export function expectedRuns(
  given: number | undefined,
  { methodology }: Manifest,
  tasks: readonly { readonly benchmark: string; readonly id: string }[],
  configurations: readonly ConfigurationOutcomes[],
) {
  const pilot = methodology.pilot?.repeats_per_arm;
  if (given !== undefined && !(Number.isSafeInteger(given) && given >= 1)) {
    const message = `the number of runs per task must be a whole number of at least 1; found ${given}.`;
    throw new WinnowError([{ code: 'estimate/repeat', message }]);
  }
  const attempts = configurations.map(({ name, byTask }) => {
    const lists = tasks.map((task) => byTask.get(taskKey(task)) ?? []);
    return { name, lists, usual: usualRuns(lists) };
  });
  const most = largest(
    attempts.map(({ usual }) => usual),
    1,
  );
  const expected = attempts.map(({ name, lists, usual }) => {
    const tried = lists.filter(({ length }) => length > 0).map((list) => runsMade(list, usual));
    const runs = given ?? pilot ?? (isUniform(tried) ? usual : most);
    return { name, runs, found: lists.map((list) => runsMade(list, runs)) };
  });
  return {
    from: given !== undefined ? ('given' as const) : pilot !== undefined ? ('pilot' as const) : ('usual' as const),
    byConfiguration: new Map(expected.map(({ name, runs }) => [name, runs])),
    found: new Map(expected.map(({ name, found }) => [name, found])),
  };
}

/** The runs of a task, without retried attempts. */
function runsMade(attempts: readonly Outcome[], expected: number): number {
  const { rewards, unscored } = taskResult(attempts, expected);
  return rewards.length + unscored;
}

const isUniform = (runs: readonly number[]) => runs.every((count) => count === runs[0]);

/** Warns about missing runs, and about unequal numbers of runs if the expected number is unknown. */
export function runCountWarnings(configurations: readonly ConfigurationEstimate[], { from, found }: ExpectedRuns) {
  const warnings = configurations.flatMap(({ name, attempts }): Warning[] => {
    const { expected, missing } = attempts;
    const runs = found.get(name) ?? [];
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
    if (from !== 'usual' || isUniform(tried)) return [];
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
