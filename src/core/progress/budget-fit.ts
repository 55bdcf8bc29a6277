import { leftByBenchmark, type RunFigures } from './run-figures.js';
import type { BudgetFit, OpenTask } from './run-progress.js';

/** How many of the open tasks, taken in their order, a budget pays for. */
export function budgetFit(open: readonly OpenTask[], costs: RunFigures, budgetUsd: number, level: number): BudgetFit {
  let spent = 0;
  let tasks = 0;
  const known = open.filter(({ benchmark }) => costs.perRun(benchmark).from !== 'unknown');
  for (const { benchmark, lacking } of known) {
    spent += lacking * costs.perRun(benchmark).perRun;
    if (spent > budgetUsd) break;
    tasks++;
  }
  const fitting = known.slice(0, tasks);
  return {
    budgetUsd,
    unknownTasks: open.length - known.length,
    tasks,
    runs: fitting.reduce((sum, { lacking }) => sum + lacking, 0),
    fitting,
    surely: surelyFits(fitting, costs, budgetUsd, level),
  };
}

/** The most tasks whose upper bound is within the budget, found by halving: more tasks have a higher bound. */
function surelyFits(
  open: readonly OpenTask[],
  costs: RunFigures,
  budgetUsd: number,
  level: number,
): number | undefined {
  const boundOf = (count: number) => costs.total(leftByBenchmark(open.slice(0, count)), level).high;
  if (open.length > 0 && boundOf(1) === undefined) return undefined;
  let [fits, tooMany] = [0, open.length + 1];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if ((boundOf(middle) ?? Infinity) <= budgetUsd) fits = middle;
    else tooMany = middle;
  }
  return fits;
}
