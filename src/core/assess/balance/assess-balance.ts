import { at as itemAt } from '../../lists/at.js';
import type { Selection } from '../../model/selection.js';
import type { Balance, BalanceOptions, ScopeBalance } from './balance.js';
import { comparedNumbers } from './balance-numbers.js';
import { redrawPlanFrom } from './balance-options.js';
import { balanceConclusion, balanceNotes } from './balance-words.js';
import { emptyCells } from './label-counts.js';
import { numberStrata, redrawStratum } from './numbered-strata.js';
import { compareScope } from './scope-comparison.js';
import { scopesOf } from './scopes.js';

/**
 * Compares a selection with the tasks it was chosen from, and the distance with that of redraws of the same design. Pure:
 * the same selection, options and seed give the same result. No results of runs are needed.
 *
 * @throws WinnowError when an option is out of range.
 */
export function assessBalance(selection: Selection, options: BalanceOptions = {}): Balance {
  const { plan, benchmarks, kind } = selection;
  const { seed, seedFrom, drawsFor } = redrawPlanFrom(options, plan.seed);
  const counted = numberStrata(selection);
  const redrawers = counted.strata.map((stratum) => ({ from: stratum.from, ...redrawStratum(stratum, seed) }));
  const numbered = { ...counted, rates: Float64Array.from(redrawers.flatMap(({ rates }) => rates)) };
  const numbers = comparedNumbers(plan);
  const scopes = scopesOf(selection, numbered);
  // The only benchmark is the whole: it is not measured twice.
  const measured = benchmarks.length === 1 ? scopes.slice(0, 1) : scopes;
  const comparisons = measured.map((scope) => compareScope(scope, numbered, numbers, plan));
  const draws = drawsFor(sum([...comparisons, ...redrawers].map(({ cost }) => cost)));
  const sample = new Int32Array(numbered.selected.length);
  for (let count = 0; count < draws; count++) {
    let at = 0;
    for (const { from, draw } of redrawers) {
      draw((index) => {
        sample[at++] = from + index;
      });
    }
    for (const comparison of comparisons) comparison.take(sample);
  }
  const results = comparisons.map((comparison) => comparison.result());
  const overall = itemAt(results, 0);
  const each = benchmarks.length === 1 ? [onlyBenchmark(overall, plan.benchmarks[0]?.name)] : results.slice(1);
  const chosen = Array.from(numbered.selected, (task) => numbered.tasks[task]).flatMap((task) => task ?? []);
  const empty = emptyCells(plan, numbered.tasks, chosen);
  const facts = { draws, seed, seedFrom, kind, overall, benchmarks: each, empty };
  const notes = balanceNotes(facts, benchmarks, options.draws);
  return { ...facts, conclusion: balanceConclusion(overall, each), notes };
}

function onlyBenchmark(overall: ScopeBalance, name: string | undefined): ScopeBalance {
  return { ...overall, name, labels: overall.labels.filter((label) => label.name !== 'benchmark') };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
