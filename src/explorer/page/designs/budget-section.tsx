import { useMemo } from 'react';
import { type BudgetPoint, budgetChart } from '../../../core/assess/designs/budget-curve.js';
import { foundCell } from '../../../core/assess/power/power-words.js';
import { costWords } from '../../../core/assess/prospect/prospect.js';
import type { Selection } from '../../../core/model/selection.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { routeHash } from '../route/route.js';
import { type Edits, withBenchmark, withPlan } from '../state/edits.js';
import { useEditing } from '../state/study-context.js';
import { FrontierSlider } from './frontier-slider.js';

interface BudgetSectionProps {
  readonly points: readonly BudgetPoint[];
  readonly selection: Selection;
}

/** What another number of tasks would buy: a slider along the curve, with the plan as a dot. */
export function BudgetSection({ points, selection }: BudgetSectionProps) {
  const chart = useMemo(() => budgetChart(points), [points]);
  const { step } = useEditing();
  const takeOf = useMemo(() => takingOf(selection), [selection]);
  return (
    <section aria-labelledby="budget">
      <h2 id="budget">Budget</h2>
      <p className="quiet">
        Chosen as the plan chooses; a task is taken to cost, and to be worth, what it is in the plan on average.
      </p>
      <FrontierSlider
        label="Tasks"
        chart={chart}
        stops={points.map(({ tasks, costUsd, isPlan, sentence }) => ({
          x: tasks,
          words: `${countOf(tasks, 'task')}${costUsd === undefined ? '' : `, ${costWords(costUsd)}`}${isPlan ? ' (the plan)' : ''}`,
          sentence,
          isPlan,
        }))}
        numbers={{
          columns: [
            { name: 'Tasks', number: true },
            { name: 'Cost', number: true },
            { name: 'Smallest difference, in points', number: true },
            { name: '95% interval of a level, ± points', number: true },
          ],
          rows: points.map(({ tasks, costUsd, difference, halfWidth }) => ({
            key: String(tasks),
            cells: [
              formatCount(tasks),
              costUsd === undefined ? 'not known' : costWords(costUsd),
              foundCell(difference),
              (100 * halfWidth).toFixed(1),
            ],
          })),
        }}
        action={
          takeOf === undefined
            ? undefined
            : (tasks) => (
                <button
                  type="button"
                  onClick={() => {
                    step({ kind: 'edit', change: (edits) => takeOf(edits, tasks) });
                    window.location.hash = routeHash({ view: 'what-if' });
                  }}
                >
                  Try {countOf(tasks, 'task')} in What if
                </button>
              )
        }
      />
    </section>
  );
}

/** How the plan's number of tasks is changed; undefined where it has several, or a solver would have to find them. */
function takingOf({ plan, benchmarks }: Selection): ((edits: Edits, tasks: number) => Edits) | undefined {
  if (benchmarks.some(({ optimum }) => optimum !== undefined)) return undefined;
  if (plan.total !== undefined && plan.benchmarks.every(({ select }) => select.takesShare))
    return (edits, tasks) => withPlan(edits, { total: tasks });
  const [only, ...others] = plan.benchmarks;
  if (only === undefined || others.length > 0 || only.select.take === 'all') return undefined;
  return (edits, tasks) => withBenchmark(edits, only.name, { take: tasks });
}
