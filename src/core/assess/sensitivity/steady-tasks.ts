import type { Selection } from '../../model/selection.js';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { seedOf } from '../question/seed.js';
import { drawWeights, reselectorOf } from './reweighting.js';
import { affordableDraws } from './sensitivity.js';

/** More draws change the number little, and somebody waits for it. */
const mostDraws = 100;

/** Selects again under weights from one extreme to the other, and counts the tasks that are always selected. */
export function steadyTasks(selection: Selection) {
  const { plan, choices, statistics } = selection;
  const names = [...plan.score.weights.keys()];
  const random = randomStreamFor(seedOf(undefined, plan.seed).seed, 'steady tasks');
  const even = new Map(names.map((name) => [name, 1 / names.length]));
  const drawn = Array.from({ length: Math.min(mostDraws, affordableDraws(statistics.available)) }, () =>
    // As many as there are components: every weighting is then as likely as any other.
    drawWeights(even, names.length, random),
  );
  const alone = names.map((name) => new Map(names.map((each) => [each, each === name ? 1 : 0])));
  const reselect = reselectorOf(selection);
  let steady = choices.map(({ task }) => task);
  for (const weights of [...alone, ...drawn]) {
    const { all } = reselect(weights);
    steady = steady.filter((task) => all.has(task));
  }
  return { selected: choices.length, steady: steady.length, weightings: alone.length + drawn.length };
}
