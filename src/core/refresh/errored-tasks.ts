import { at } from '../lists/at.js';
import type { ConfigurationOutcomes } from '../outcomes/match-outcomes.js';
import { taskResult } from '../outcomes/task-result.js';
import { holm } from '../statistics/tests/holm.js';
import { countOf } from '../text/count-of.js';
import { namesOf } from '../text/shown.js';
import { visibleText } from '../text/visible-text.js';

const level = 0.05;
const fewestSystems = 2;

/**
 * The tasks on which every run of every system errored, and what shows it, by task key. Errors also come from outages: a
 * task counts only if the systems' own rates of errors do not explain it (product of the rates, Holm-adjusted).
 */
export function erroredTasks(configurations: readonly ConfigurationOutcomes[]): ReadonlyMap<string, string> {
  const systems = configurations.map(({ name, byTask }) => {
    const runs = [...byTask].map(([key, outcomes]) => {
      const { state, rewards, unscored } = taskResult(outcomes);
      return { key, errored: state === 'errored', scored: rewards.length, unscored };
    });
    const [scored, unscored] = [sum(runs.map((run) => run.scored)), sum(runs.map((run) => run.unscored))];
    return { name, rate: unscored / (scored + unscored), runs: new Map(runs.map((run) => [run.key, run])) };
  });
  const keys = new Set(systems.flatMap(({ runs }) => [...runs.keys()]));
  const tested = [...keys].flatMap((key) => {
    const own = systems.flatMap(({ name, rate, runs }) => {
      const run = runs.get(key);
      return run === undefined ? [] : [{ name, rate, ...run }];
    });
    if (own.length < fewestSystems) return [];
    const isErrored = own.every(({ errored }) => errored);
    const chance = isErrored ? own.reduce((product, { rate, unscored }) => product * rate ** unscored, 1) : 1;
    return [{ key, own, isErrored, chance }];
  });
  const adjusted = holm(tested.map(({ chance }) => chance));
  return new Map(
    tested.flatMap(({ key, own, isErrored }, i) => {
      if (!isErrored || at(adjusted, i) > level) return [];
      const names = namesOf(own.map(({ name }) => visibleText(name, 60)));
      const runs = countOf(sum(own.map(({ unscored }) => unscored)), 'run');
      const p = Number(at(adjusted, i).toPrecision(2));
      return [
        [
          key,
          `all ${runs} of ${countOf(own.length, 'system')} errored (${names}), p = ${p} by their own rates of errors (Holm-adjusted for ${countOf(tested.length, 'task')})`,
        ] as const,
      ];
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
