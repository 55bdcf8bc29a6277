import type { DrawMethod } from '../../model/select-rule.js';
import type { Draw, DrawFrom } from './draw.js';
import { drawCube, drawLocalPivotal } from './draw-balanced.js';
import { drawPareto } from './draw-pareto.js';
import { drawSystematic } from './draw-systematic.js';

/** Every way of drawing that is no order by random numbers: one function each, one entry here. */
const methods: Readonly<Record<Exclude<DrawMethod, 'random'>, (from: DrawFrom) => Draw>> = {
  systematic: drawSystematic,
  pareto: drawPareto,
  'local-pivotal': drawLocalPivotal,
  cube: drawCube,
};

/** Draws from a group by the method of that name. */
export function drawTasks(method: Exclude<DrawMethod, 'random'>, from: DrawFrom): Draw {
  return methods[method](from);
}
