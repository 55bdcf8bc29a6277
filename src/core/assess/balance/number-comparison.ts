import type { ScoredTask } from '../../model/task.js';
import { balanceLevel, balanceLimits, isOnLogScale } from '../../statistics/balance.js';
import type { NumberBalance, ScopeBalance } from './balance.js';
import type { ComparedNumber } from './balance-numbers.js';
import { chanceInterval, chancePoint, isBeyond } from './chance-point.js';
import { type Column, columnOf } from './column.js';
import type { Numbered } from './numbered-strata.js';
import type { Scope } from './scopes.js';

/** One number in one scope, taking in one redraw after another. */
export interface NumberComparison {
  readonly take: (sample: Int32Array) => void;
  readonly result: () => NumberBalance;
}

type WhyNot = ScopeBalance['left'][number]['why'] | 'unknown';

/** Prepares the comparison of a number; or says why there is none. Samples are those of the scope. */
export function compareNumber(
  number: ComparedNumber,
  { tasks, weights, partOf }: Scope,
  numbered: Numbered,
): NumberComparison | WhyNot {
  const comparable = comparableColumn(number, tasks, numbered.tasks);
  if (typeof comparable === 'string') return comparable;
  const { column, isLog } = comparable;
  const selected = partOf(numbered.selected);
  const plain = column.measure(selected, undefined);
  // The rates, as weights of the pool, make it what a random choice of the same sizes would be on average.
  const expected = column.measure(tasks, numbered.rates);
  if (plain === undefined || expected === undefined) return 'too few known';
  const weighted = weights === undefined ? undefined : column.measure(selected, weights);
  const judged = weighted ?? plain;
  const back = (mean: number) => (isLog ? Math.expm1(mean) : mean);
  const [differences, distances]: [number[], number[]] = [[], []];
  return {
    take: (sample) => {
      const measured = column.measure(sample, weights);
      if (measured === undefined) return;
      differences.push(measured.difference);
      distances.push(measured.distance);
    },
    result: () => {
      const chance = { difference: chancePoint(differences.map(Math.abs)), distance: chancePoint(distances) };
      return {
        ...{ name: number.name, words: number.words, of: number.of },
        scale: isLog ? 'log(1+x)' : 'as is',
        known: { selected: plain.known, pool: column.known },
        typical: { selected: back(plain.mean), pool: back(column.mean) },
        difference: plain.difference,
        weightedDifference: weighted?.difference,
        fromShares: expected.difference,
        distance: judged.distance,
        chance,
        redrawn: chanceInterval(differences),
        level: balanceLevel(judged.difference),
        beyondChance: {
          difference: isBeyond(Math.abs(judged.difference), chance.difference),
          distance: isBeyond(judged.distance, chance.distance),
        },
      };
    },
  };
}

/** A number of the tasks on the scale that it is compared on; or why it is not compared. */
export function comparableColumn(
  number: ComparedNumber,
  tasks: Int32Array,
  numbered: readonly ScoredTask[],
): { readonly column: Column; readonly isLog: boolean } | WhyNot {
  const values = Float64Array.from(numbered, (task) => number.valueOf(task) ?? Number.NaN);
  const known = tasks.filter((task) => !Number.isNaN(values[task]));
  if (known.length === 0) return 'unknown';
  if (known.length < balanceLimits.leastKnown * tasks.length) return 'too few known';
  const isLog = isOnLogScale(
    number.counts,
    known.map((task) => values[task] ?? Number.NaN),
  );
  const column = columnOf(isLog ? values.map(Math.log1p) : values, tasks);
  return column === undefined ? 'no spread' : { column, isLog };
}
