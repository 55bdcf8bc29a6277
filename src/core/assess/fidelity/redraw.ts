import { taskKey } from '../../outcomes/match-outcomes.js';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { drawTasks } from '../../select/draw/draw-tasks.js';
import { randomInteger } from '../../statistics/random-integer.js';
import { type Stratum, strataOf } from './strata.js';
import type { TakenTasks } from './taken-tasks.js';

/** Is told each drawn task's place in the table and its design weight. */
type Take = (at: number, weight: number) => void;

/** Makes one random draw after another; each call is the next one. */
export type Redraw = (take: Take) => void;

/**
 * Draws again from the design that a choice is compared with. Simple random samples come from a stream of sfc32 for each
 * stratum, by a partial shuffle: SHA-256 for each task and draw would take a hundred times as long. Other methods are the
 * plan's own code with the seeds "seed‖1", "seed‖2", …
 *
 * @param placeOf The place in the table of a task, by its key.
 */
export function redrawOf(taken: TakenTasks, seed: string, placeOf: ReadonlyMap<string, number>): Redraw {
  const redraws = strataOf(taken)
    .filter(({ places }) => places > 0)
    .map((stratum) =>
      stratum.method === 'random'
        ? shuffledRedraw(stratum, taken.plan.name, seed, placeOf)
        : methodRedraw(stratum, stratum.method, taken, seed, placeOf),
    );
  return (take) => {
    for (const redraw of redraws) redraw(take);
  };
}

/** Goes on shuffling where the last draw left off: every order is as likely from any other. */
function shuffledRedraw(
  { name, tasks, places }: Stratum,
  benchmark: string,
  seed: string,
  placeOf: ReadonlyMap<string, number>,
): Redraw {
  const order = Int32Array.from(tasks, (task) => placeOf.get(taskKey(task)) as number);
  const random = randomStreamFor(seed, `fidelity/${benchmark}/${name}`);
  const weight = tasks.length / places;
  return (take) => {
    for (let at = 0; at < places; at++) {
      const other = at + randomInteger(order.length - at, random);
      const drawn = order[other] as number;
      order[other] = order[at] as number;
      order[at] = drawn;
      take(drawn, weight);
    }
  };
}

function methodRedraw(
  { name, tasks, places }: Stratum,
  method: Exclude<Stratum['method'], 'random'>,
  { plan }: TakenTasks,
  seed: string,
  placeOf: ReadonlyMap<string, number>,
): Redraw {
  const by = plan.select.draw?.by ?? [];
  const random = randomStreamFor(seed, `fidelity/${plan.name}/${name}`);
  const stratum = `${plan.name}/${name}`;
  let draw = 0;
  return (take) => {
    draw += 1;
    const numbered = method === 'pareto' ? tasks.map((task) => ({ ...task, random: random.double() })) : tasks;
    const from = { tasks: numbered, places, by, seed: `${seed}‖${draw}`, stratum, benchmark: plan.name };
    const { order, probability } = drawTasks(method, from);
    for (const task of order.slice(0, places)) take(placeOf.get(taskKey(task)) as number, 1 / probability(task));
  };
}
