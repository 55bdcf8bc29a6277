import { largest, smallest } from '../../lists/extremes.js';
import type { Frontier } from '../../model/optimum.js';
import { type Drawing, drawChart } from '../../pictures/chart.js';

/** The best goal at each budget, the plan's own marked; undefined where fewer than two budgets have one. */
export function frontierPicture({ budget, points }: Frontier, goal: string): Drawing | undefined {
  const known = points.flatMap((point) => (point.goal === undefined ? [] : [{ ...point, goal: point.goal }]));
  if (known.length < 2) return undefined;
  const [budgets, goals] = [known.map((point) => point.budget), known.map((point) => point.goal)];
  const [low, high] = [smallest(goals), largest(goals)];
  const margin = 0.1 * (high - low || 1);
  const own = known.filter(({ isPlan }) => isPlan).map((point) => [point.budget, point.goal] as const);
  return drawChart({
    title: `The goal by ${budget}`,
    description: `${goal} at each budget: ${known.map((point) => `${point.goal} at ${point.budget}`).join('; ')}.`,
    x: { label: budget, from: smallest(budgets), to: largest(budgets) },
    y: { label: 'goal', from: low - margin, to: high + margin },
    marks: [
      { kind: 'line', points: known.map((point) => [point.budget, point.goal] as const), colour: 'blue' },
      { kind: 'dots', points: own, colour: 'orange', label: 'the plan', radius: 5, opacity: 1 },
    ],
  });
}
