import { type ConfigurationOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { taskResult } from '../outcomes/task-result.js';
import { pairedInterval, pairedVariance } from '../statistics/paired-tests.js';
import { mean } from '../statistics/summary.js';
import { roundTo } from '../text/round-to.js';
import type { VersionChanges } from './version-changes.js';

/** A figure with its 95% interval. */
interface IntervalFigure {
  readonly tasks: number;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/** What results say of two versions; plain means of the tasks, which are not weighted. */
export interface VersionComparison {
  readonly commonTasks: number;
  /** For each system with results on both versions: its mean on either, and how far the swaps move it. */
  readonly systems: readonly (IntervalFigure & {
    readonly name: string;
    readonly before: number;
    readonly after: number;
  })[];
  /** For each further system, how far it is from the first one on the tasks that both versions have. */
  readonly onCommon: readonly (IntervalFigure & { readonly first: string; readonly second: string })[];
}

const level = 0.95;

/** Compares two versions by the systems that have results on them; `kept` are the keys of the tasks in both. */
export function compareVersions(
  kept: readonly string[],
  { out }: VersionChanges,
  configurations: readonly ConfigurationOutcomes[],
): VersionComparison {
  const swaps = out.flatMap(({ benchmark, taskId, replacedBy }) =>
    replacedBy === undefined
      ? []
      : [[taskKey({ benchmark, id: taskId }), taskKey({ benchmark, id: replacedBy })] as const],
  );
  const places = [...kept.map((key) => [key, key] as const), ...swaps];
  const systems = configurations.flatMap(({ name, byTask }) => {
    const pairs = places.flatMap(([from, to]) => {
      const [before, after] = [rateOf(byTask, from), rateOf(byTask, to)];
      return before === undefined || after === undefined ? [] : [{ isSwap: from !== to, before, after }];
    });
    if (!pairs.some(({ isSwap }) => isSwap)) return [];
    return [
      {
        name,
        before: roundTo(mean(pairs.map(({ before }) => before)), 6),
        after: roundTo(mean(pairs.map(({ after }) => after)), 6),
        ...figureOf(pairs.map(({ before, after }) => after - before)),
      },
    ];
  });
  const [first, ...others] = configurations.filter(({ byTask }) =>
    kept.some((key) => rateOf(byTask, key) !== undefined),
  );
  const onCommon = others.flatMap(({ name, byTask }) => {
    const differences = kept.flatMap((key) => {
      const [one, two] = [first && rateOf(first.byTask, key), rateOf(byTask, key)];
      return one === undefined || two === undefined ? [] : [two - one];
    });
    return first === undefined || differences.length < 2
      ? []
      : [{ first: first.name, second: name, ...figureOf(differences) }];
  });
  return { commonTasks: kept.length, systems, onCommon };
}

function rateOf(byTask: ConfigurationOutcomes['byTask'], key: string): number | undefined {
  const { rewards } = taskResult(byTask.get(key));
  return rewards.length === 0 ? undefined : mean(rewards);
}

function figureOf(differences: readonly number[]): IntervalFigure {
  const difference = mean(differences);
  const squares = differences.reduce((sum, value) => sum + value * value, 0);
  const stratum = {
    share: 1,
    count: differences.length,
    sum: differences.reduce((sum, value) => sum + value, 0),
    squares,
    noise: undefined,
    fraction: 0,
  };
  const variance = pairedVariance({
    strata: [stratum],
    difference,
    meanSquare: squares / differences.length,
    runs: 1,
    between: false,
  });
  const { low, high } = pairedInterval(variance, level);
  return {
    tasks: differences.length,
    difference: roundTo(difference, 6),
    low: roundTo(Math.min(low, difference), 6),
    high: roundTo(Math.max(high, difference), 6),
  };
}
