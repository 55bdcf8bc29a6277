import { useMemo } from 'react';
import { frontierPicture } from '../../../core/assess/frontier/frontier-picture.js';
import { pointSentence } from '../../../core/assess/frontier/frontier-question.js';
import type { Frontier } from '../../../core/model/optimum.js';
import type { Selection } from '../../../core/model/selection.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { FrontierSlider } from './frontier-slider.js';

/** So many budgets were solved for when the page was made. */
const solvedPoints = 7;

/** For a plan with a goal: what it comes to at other budgets, as they were solved for when the page was made. */
export function GoalFrontiers({ selection }: { readonly selection: Selection }) {
  const studies = useMemo(() => {
    const optima = new Set(selection.benchmarks.flatMap(({ optimum }) => optimum ?? []));
    return [...optima].flatMap(({ certificate: { goal }, study }) =>
      (study?.frontiers(solvedPoints) ?? []).map((frontier) => ({ goal, frontier })),
    );
  }, [selection]);
  return studies.map(({ goal, frontier }) => (
    <GoalFrontier key={`${goal} ${frontier.budget}`} goal={goal} frontier={frontier} />
  ));
}

function GoalFrontier({ goal, frontier }: { readonly goal: string; readonly frontier: Frontier }) {
  const chart = useMemo(() => frontierPicture(frontier, goal), [frontier, goal]);
  const name = visibleText(frontier.budget, 60);
  return (
    <section aria-label={`${visibleText(goal, 120)} by ${name}`}>
      <h2>
        {capital(visibleText(goal, 120))}, by {name}
      </h2>
      <FrontierSlider
        label={capital(name)}
        chart={chart}
        stops={frontier.points.map((point) => ({
          x: point.budget,
          words: `${formatCount(point.budget)}${point.isPlan ? ' (the plan)' : ''}`,
          sentence: pointSentence(point, frontier, goal),
          isPlan: point.isPlan,
        }))}
        numbers={{
          columns: [
            { name: capital(name), number: true },
            { name: 'Goal', number: true },
            { name: 'Tasks', number: true },
          ],
          rows: frontier.points.map(({ budget, goal: value, tasks }) => ({
            key: String(budget),
            cells: [
              formatCount(budget),
              value === undefined ? 'none' : formatCount(Number(value.toPrecision(7))),
              tasks ?? 'none',
            ],
          })),
        }}
      />
    </section>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
