import type { DrawRule } from '../model/select-rule.js';
import type { Redrawer, RedrawFrom } from './draw-design.js';
import { drawDesignOf } from './draws.js';
import { evenRates } from './even-draw.js';
import { random } from './random.js';

/**
 * How a group is drawn again and again by a rule; without one, as for ranked tasks, by chance alone. What is taken whole,
 * or not at all, needs no chance.
 */
export function redrawerOf(draw: DrawRule | undefined, from: Omit<RedrawFrom, 'by'>): Redrawer {
  const { tasks, places } = from;
  if (places > 0 && places < tasks.length) {
    const design = draw === undefined ? random : drawDesignOf(draw);
    return design.redraw({ ...from, by: draw?.by ?? [] });
  }
  return {
    draw: (take) => {
      for (let index = 0; index < places; index++) take(index);
    },
    ...evenRates(from),
    cost: 0,
  };
}
