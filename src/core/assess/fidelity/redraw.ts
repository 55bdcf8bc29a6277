import { redrawerOf } from '../../draws/draws.js';
import { at } from '../../lists/at.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { permanentRandomNumber } from '../../random/permanent-random-number.js';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { designStrata } from './design-strata.js';
import type { TakenTasks } from './taken-tasks.js';

/** Is told each drawn task's place in the table and its design weight. */
type Take = (place: number, weight: number) => void;

/** Makes one random draw after another; each call is the next one. */
export type Redraw = (take: Take) => void;

/**
 * Draws again from the design that a choice is compared with. The seeds of the draws are "seed‖1", "seed‖2", …; the tasks'
 * own numbers come from a stream of each stratum, for SHA-256 for each task and draw would take a hundred times as long.
 *
 * @param placeOf The place in the table of a task, by its key.
 */
export function redrawOf(taken: TakenTasks, seed: string, placeOf: ReadonlyMap<string, number>): Redraw {
  const benchmark = taken.plan.name;
  const redraws = designStrata(taken)
    .filter(({ places }) => places > 0)
    .map(({ name, tasks, places, draw: rule }): Redraw => {
      const stratum = `${benchmark}/${name}`;
      let count = 0;
      const nextSeed = () => {
        count += 1;
        return `${seed}‖${count}`;
      };
      const start = () => permanentRandomNumber(nextSeed(), stratum, '');
      const chance = { random: randomStreamFor(seed, `fidelity/${stratum}`), start, nextSeed };
      const { draw, weights } = redrawerOf(rule, { tasks, places, stratum, benchmark, chance });
      const placesInTable = tasks.map((task) => placeOf.get(taskKey(task)) ?? -1);
      return (take) => draw((index) => take(at(placesInTable, index), at(weights, index)));
    });
  return (take) => {
    for (const redraw of redraws) redraw(take);
  };
}
