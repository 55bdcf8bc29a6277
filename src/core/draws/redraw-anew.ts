import type { DrawDesign, Redrawer, RedrawFrom } from './draw-design.js';
import { evenRates } from './even-draw.js';

/** The draw itself, made again with the next seed each time: for an even design that has no shorter form. */
export function redrawAnew(draw: DrawDesign['draw'], from: RedrawFrom, cost: number): Redrawer {
  const { chance, ...group } = from;
  const indexOf = new Map(group.tasks.map((task, index) => [task, index]));
  return {
    draw: (take) => {
      const { order } = draw({ ...group, seed: chance.nextSeed() });
      for (const task of order.slice(0, group.places)) take(indexOf.get(task) ?? -1);
    },
    ...evenRates(group),
    cost,
  };
}
