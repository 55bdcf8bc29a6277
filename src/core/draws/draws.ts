import { WinnowError } from '../model/errors.js';
import type { DrawRule } from '../model/select-rule.js';
import { didYouMean } from '../text/nearest-name.js';
import { cube, localPivotal } from './balanced-draws.js';
import { type DrawDesign, evenRates, type Redrawer, type RedrawFrom } from './draw-design.js';
import { pareto } from './pareto.js';
import { random } from './random.js';
import { sequentialPivotal } from './sequential-pivotal.js';
import { orderedPivotal, systematic } from './sorted-draws.js';

/** All methods, in the order in which plans and the page list them. */
export const draws: readonly DrawDesign[] = [
  random,
  orderedPivotal,
  systematic,
  pareto,
  sequentialPivotal,
  localPivotal,
  cube,
];

export function findDraw(name: unknown): DrawDesign | undefined {
  return draws.find((design) => design.name === name);
}

/** The plan's schema rejects unknown names, so this throws only for documents of other versions. */
export function drawDesignOf({ method }: Pick<DrawRule, 'method'>): DrawDesign {
  const design = findDraw(method);
  if (design !== undefined) return design;
  const names = draws.map(({ name }) => name);
  const message = `unknown draw "${method}".${didYouMean(method, names)} Known: ${names.join(', ')}.`;
  throw new WinnowError([{ code: 'unknown-draw', message, hint: 'The plan may need a newer version of Winnow.' }]);
}

/** Whether tasks are ordered and the first ones taken: ranked, or drawn by the order of their random numbers. */
export function standInOrder(draw: DrawRule | undefined): boolean {
  return draw === undefined || drawDesignOf(draw).order !== undefined;
}

/** Redraws a group by a rule; at random if there is none, as for ranked tasks. */
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
