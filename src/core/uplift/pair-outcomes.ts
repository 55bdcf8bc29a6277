import { ResultsError } from '../model/errors.js';
import type { OutcomeList, RunResults } from '../model/outcome.js';
import { matchOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import type { NamedTask } from '../outcomes/task-index.js';
import { filterOutcomes, sortedConfigurationNames, taskResult } from '../outcomes/task-result.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText } from '../text/words.js';
import type { PairedTask } from './paired-tasks.js';

export interface Arms {
  /** The system with the change under test. */
  readonly with: string;
  readonly without: string;
}

export interface PairedOutcomes extends PairedTask {
  readonly benchmark: string;
  readonly id: string;
}

/** The results of two arms, and the names of all systems. Throws ResultsError on bad results or a missing arm. */
export function ofArms(outcomes: RunResults, arms: Arms) {
  if (outcomes.faults.length > 0) throw new ResultsError(outcomes.faults);
  const names = sortedConfigurationNames(outcomes.outcomes);
  const faults = [arms.with, arms.without]
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: 'uplift/arm',
      message: `the results have no system "${name}".${didYouMean(name, names)} Found: ${names.join(', ')}.`,
      hint: 'Name two systems as the results name them, or name the results of each: --name NAME=PATH.',
    }));
  if (faults.length > 0) throw new ResultsError(faults);
  const isArm = new Set([arms.with, arms.without]);
  const ofBoth = filterOutcomes(outcomes.outcomes, ({ configuration }) => isArm.has(configuration));
  return { names, own: { ...outcomes, outcomes: ofBoth } };
}

/** The tasks with a score in both arms, sorted by benchmark and id, and counts of the remaining tasks. */
export function pairOutcomes(
  tasks: readonly NamedTask[],
  pool: readonly NamedTask[],
  outcomes: OutcomeList,
  arms: Arms,
) {
  const { configurations } = matchOutcomes(tasks, pool, outcomes);
  const resultsOf = (name: string) => configurations.find((each) => each.name === name)?.byTask ?? new Map();
  const [tried, plain] = [resultsOf(arms.with), resultsOf(arms.without)];
  const counts = { withOnly: 0, withoutOnly: 0, neither: 0, unscoredRuns: 0 };
  const pairs = tasks
    .toSorted((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id))
    .flatMap(({ benchmark, id }): PairedOutcomes[] => {
      const key = taskKey({ benchmark, id });
      const [other, without] = [taskResult(tried.get(key)), taskResult(plain.get(key))];
      counts.unscoredRuns += other.scoreless + without.scoreless;
      if (other.state === 'scored' && without.state === 'scored')
        return [{ benchmark, id, cluster: benchmark, with: other.rewards, without: without.rewards }];
      if (other.state === 'scored') counts.withOnly += 1;
      else if (without.state === 'scored') counts.withoutOnly += 1;
      else counts.neither += 1;
      return [];
    });
  return { pairs, counts };
}
