import { type Manifest, namedTasks, poolTasks } from '../../core/manifest/manifest.js';
import { ResultsError } from '../../core/model/errors.js';
import type { FirstWave } from '../../core/model/plan.js';
import { matchOutcomes, meanReward, taskKey } from '../../core/outcomes/match-outcomes.js';
import { countOf, namesOf } from '../../core/text/words.js';
import type { Ports } from '../declare/operation.js';
import { readResults } from './results.js';

/**
 * The results of one system on the first wave.
 *
 * @param first The selection that is the first wave.
 * @throws ResultsError if there are none, several systems, or tasks without a result.
 */
export async function readFirstWave(
  paths: readonly string[],
  system: string | undefined,
  first: Manifest,
  ports: Ports,
): Promise<FirstWave> {
  const refuse = (code: string, message: string, hint: string) => new ResultsError([{ code, message, hint }]);
  const tasks = namedTasks(first);
  const about = { settings: first.methodology.results, tasks, parts: () => [] };
  const { outcomes, faults } = await readResults(paths, {}, about, ports);
  if (faults.length > 0) throw new ResultsError(faults);
  const matched = matchOutcomes(tasks, poolTasks(first), outcomes);
  if (matched.faults.length > 0) throw new ResultsError(matched.faults);
  const names = matched.configurations.map(({ name }) => name);
  const own = matched.configurations.find(({ name }) => name === (system ?? names[0]));
  if (own === undefined || (system === undefined && names.length > 1)) {
    const found = names.length === 0 ? 'none' : namesOf(names);
    const message = `the second wave needs one system's results on the first wave; found ${found}.`;
    throw refuse('waves/system', message, 'Give its results on the first wave, and name it with --system.');
  }
  const missing: string[] = [];
  const rewards = new Map<string, number>();
  for (const task of tasks) {
    const reward = meanReward(own.byTask, taskKey(task));
    if (reward === undefined) missing.push(task.id);
    else rewards.set(taskKey(task), reward);
  }
  if (missing.length > 0) {
    const message = `${own.name} has no results on ${countOf(missing.length, 'task')} in the first wave: ${namesOf(missing)}.`;
    throw refuse('waves/incomplete', message, 'Run the whole first wave before you select the second.');
  }
  return { system: own.name, rewards };
}
