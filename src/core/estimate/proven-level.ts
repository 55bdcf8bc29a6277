import type { OutcomeList } from '../model/outcome.js';
import { type MatchedOutcomes, matchOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import type { NamedTask } from '../outcomes/task-index.js';
import { enoughOfPool, taskResult } from '../outcomes/task-result.js';
import { mean } from '../statistics/summary.js';
import type { TaskRuns } from './estimate-mean.js';
import type { LevelReading, PoolFigure } from './pool-estimate.js';
import type { Sample } from './sample.js';

/** The range of levels consistent with the results, selected or not; undefined if no eligible task has a result. */
type Proven = Omit<NonNullable<LevelReading['proven']>, 'isCut' | 'isOutside' | 'isInterval'> | undefined;

/**
 * The range that a system's results prove for the level of the pool, if all remaining tasks failed or passed. Results
 * on unselected tasks also count.
 *
 * @param named The selected tasks, and those of the pool.
 */
export function provenBy(
  { populationIds, population }: Sample,
  named: readonly NamedTask[],
  { notSelected }: MatchedOutcomes,
  outcomes: OutcomeList,
): (system: string, selected: readonly TaskRuns[]) => Proven {
  const eligible = new Set(populationIds.map(taskKey));
  // The first entry of a task has its aliases.
  const tasks = [...new Map(named.toReversed().map((task) => [taskKey(task), task])).values()];
  const systems = notSelected.length === 0 ? [] : matchOutcomes(tasks, tasks, outcomes).configurations;
  const bySystem = new Map(systems.map(({ name, byTask }) => [name, byTask]));
  return (system, selected) => {
    // For a large pool, only the selected tasks are named.
    if (population === 0 || eligible.size !== population) return undefined;
    const rewards = new Map<string, number>();
    for (const [key, runs] of bySystem.get(system) ?? []) {
      const own = taskResult(runs).rewards;
      if (eligible.has(key) && own.length > 0) rewards.set(key, mean(own));
    }
    for (const {
      task,
      sides: [own = []],
    } of selected) {
      if (eligible.has(taskKey(task)) && own.length > 0) rewards.set(taskKey(task), mean(own));
    }
    if (rewards.size === 0) return undefined;
    const solved = [...rewards.values()].reduce((sum, reward) => sum + reward, 0);
    return {
      low: solved / population,
      high: (population - (rewards.size - solved)) / population,
      tasks: rewards.size,
    };
  };
}

/**
 * Adds the proven range to a level, and cuts the level to it if requested. With results on nearly every task, the
 * interval becomes the whole proven range, because results are rarely missing at random. With repeats, another run may
 * differ, so only the interval given these runs is cut.
 *
 * @param selected The number of tasks that should have results.
 */
export function heldToResults(level: LevelReading, proven: Proven, selected: number, isCut: boolean): LevelReading {
  const { pool } = level;
  if (pool === undefined || proven === undefined) return level;
  const { assisted, asRun } = pool;
  const { low, high } = proven;
  const isBeyond = proven.tasks > level.tasks;
  const isMissing = isBeyond ? isCut : level.tasks < selected;
  const isInterval = level.missingCountsAs === 'absent' && isMissing && low < high && isNearlyProven(proven);
  const within = (figure: Figure) => figureWithin(figure, proven, level.missingCountsAs);
  const plain = assisted && { ...assisted.plain, ...within(assisted.plain) };
  const cut: PoolFigure =
    pool.about === 'as-run'
      ? {
          ...pool,
          ...within(pool),
          ...(assisted === undefined || plain === undefined ? {} : { assisted: { ...assisted, plain } }),
        }
      : { ...pool, asRun: asRun && intervalWithin(asRun, proven) };
  const isOutside = cut.mean !== pool.mean || cut.low !== pool.low || cut.high !== pool.high;
  const known = { ...proven, isOutside, isInterval };
  if (isInterval) return { ...level, pool: openFigure(cut, proven), proven: { ...known, isCut } };
  return isCut
    ? { ...level, pool: cut, proven: { ...known, isCut: isOutside } }
    : { ...level, proven: { ...known, isCut } };
}

/** The mean of the results, with the range that the missing ones leave open. */
function openFigure(figure: PoolFigure, { low, high }: Range): PoolFigure {
  const mean = low / (low + 1 - high);
  return figure.about === 'as-run'
    ? { ...figure, mean, low, high, assisted: undefined }
    : { ...figure, low: Math.min(figure.low, low), high: Math.max(figure.high, high), asRun: { low, high } };
}

/** Limits the reading with missing results as failures to the other one, because a new fit may come out higher. */
export function notAbove(failed: LevelReading, left: LevelReading | undefined): LevelReading {
  return {
    ...failed,
    pool: figureNotAbove(failed.pool, left?.pool),
    parts: failed.parts.map((part, i) => ({ ...part, pool: figureNotAbove(part.pool, left?.parts[i]?.pool) })),
  };
}

function figureNotAbove(failed: PoolFigure | undefined, left: PoolFigure | undefined): PoolFigure | undefined {
  if (failed === undefined || left === undefined) return failed;
  const held = (value: number, most: number) => (value > most + rounding ? most : value);
  const ends = { low: held(failed.low, left.low), high: held(failed.high, left.high) };
  return { ...failed, mean: held(failed.mean, left.mean), ...(failed.low === failed.high ? {} : ends) };
}

function isNearlyProven({ low, high }: Range): boolean {
  return high - low <= 1 - enoughOfPool + rounding;
}

type Range = Pick<PoolFigure, 'low' | 'high'>;

/** Larger than the rounding differences between sums of the same rewards in another order. */
const rounding = 1e-9;

type Figure = Range & Pick<PoolFigure, 'mean'>;

/**
 * A level outside the range becomes the middle of the remaining interval, because an end of the range would need all
 * missing results to be failures, or passes; if they count as failed, it becomes that end.
 */
function figureWithin(figure: Figure, proven: Range, missingCountsAs: LevelReading['missingCountsAs']): Figure {
  const { low, high } = intervalWithin(figure, proven);
  const mean = heldIn(figure.mean, proven);
  return { mean: mean === figure.mean || missingCountsAs !== 'absent' ? mean : (low + high) / 2, low, high };
}

/** The part of an interval within the proven range, or the whole range if they do not overlap. */
function intervalWithin({ low, high }: Range, proven: Range): Range {
  if (low === high) return { low, high };
  const [least, most] = [heldIn(low, proven), heldIn(high, proven)];
  return least < most ? { low: least, high: most } : { low: proven.low, high: proven.high };
}

function heldIn(value: number, { low, high }: Range): number {
  if (value < low - rounding) return low;
  return value > high + rounding ? high : value;
}
