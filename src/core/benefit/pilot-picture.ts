import { largest } from '../lists/extremes.js';
import { type Drawing, drawChart } from '../pictures/chart.js';
import type { PilotGoal } from '../uplift/pilot-design.js';
import type { PilotDesign } from './design-pilot.js';

/** The figure of the goal by the number of repeats, the chosen one marked; undefined for one row, which is no curve. */
export function pilotPicture({ rows, best }: PilotDesign, goal: PilotGoal): Drawing | undefined {
  if (rows.length < 2) return undefined;
  const points = rows.map((row) => [row.repeats, goal.figure(row)] as const);
  const figures = points.map(([, figure]) => figure);
  const told = rows.map((row) => `${goal.figure(row).toFixed(3)} with ${row.repeats} (${row.tasks} tasks)`);
  return drawChart({
    title: 'Tasks or repeats?',
    description: `${goal.figureWords}, by runs of each task in each arm: ${told.join('; ')}.`,
    x: { label: 'runs of each task in each arm', from: 1, to: largest(points.map(([repeats]) => repeats)) },
    y: { label: goal.figureWords, from: 0, to: 1.1 * largest(figures, 1e-6) },
    marks: [
      { kind: 'line', points, colour: 'blue' },
      {
        kind: 'dots',
        points: [[best.repeats, goal.figure(best)]],
        colour: 'orange',
        label: 'the pilot',
        radius: 5,
        opacity: 1,
      },
    ],
  });
}
