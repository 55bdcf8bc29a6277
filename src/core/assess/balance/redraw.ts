import { randomStreamFor } from '../../random/random-stream-for.js';
import { drawTasks } from '../../select/draw/draw-tasks.js';
import { orderTasks } from '../../select/order-tasks.js';
import { paretoRank } from '../../statistics/pareto-order.js';
import { randomInteger } from '../../statistics/random-integer.js';
import type { RandomStream } from '../../statistics/sfc32.js';
import { systematicPositions } from '../../statistics/systematic-positions.js';
import type { Stratum } from './strata.js';

/** How a stratum is drawn again. */
export interface Redrawer {
  /** Writes the numbers of `size` tasks into the list, from the place on. */
  readonly draw: (into: Int32Array, at: number) => void;
  /** Each task's chance. */
  readonly rates: readonly number[];
  /** What one draw costs, in comparisons. */
  readonly cost: number;
}

/**
 * Draws a stratum again by the plan's own method; ranked tasks by chance, so many from each group as the plan took. Each
 * stratum has a stream of random numbers of its own: a redraw is measured and forgotten, so its tasks need no permanent
 * numbers, which would cost a hash for every task in every draw.
 */
export function redrawerOf(stratum: Stratum, seed: string): Redrawer {
  const { tasks, size, pinned, benchmark, name } = stratum;
  const method = benchmark.plan.select.draw?.method;
  const random = randomStreamFor(seed, `balance/${name}`);
  const even = tasks.map(() => size / tasks.length);
  if (pinned || size === tasks.length || size === 0) return { draw: takeFirst(stratum), rates: even, cost: 0 };
  switch (method) {
    case 'systematic':
      return { draw: systematic(stratum, random), rates: even, cost: size };
    case 'pareto':
      return pareto(stratum, random);
    case 'local-pivotal':
    case 'cube':
      return { draw: balanced(stratum, method, seed), rates: even, cost: balancedCost(tasks.length, method) };
    default:
      return { draw: simple(stratum, random), rates: even, cost: size };
  }
}

type DrawInto = Redrawer['draw'];

function takeFirst({ from, size }: Stratum): DrawInto {
  return (into, at) => {
    for (let i = 0; i < size; i++) into[at + i] = from + i;
  };
}

/** The first steps of a shuffle; each draw goes on from the order that the last one left. */
function simple({ from, size, tasks }: Stratum, random: RandomStream): DrawInto {
  const order = Int32Array.from(tasks, (_, i) => from + i);
  return (into, at) => {
    for (let i = 0; i < size; i++) {
      const chosen = i + randomInteger(order.length - i, random);
      const task = order[chosen] as number;
      order[chosen] = order[i] as number;
      order[i] = task;
      into[at + i] = task;
    }
  };
}

function systematic({ from, size, tasks, benchmark }: Stratum, random: RandomStream): DrawInto {
  const place = new Map(tasks.map((task, i) => [task, from + i]));
  const keys = (benchmark.plan.select.draw?.by ?? []).map((field) => {
    return { kind: 'field', field, direction: 'asc' } as const;
  });
  const sorted = orderTasks(tasks, keys).map(({ task }) => place.get(task) as number);
  return (into, at) => {
    systematicPositions(sorted.length, size, random.double()).forEach((position, i) => {
      into[at + i] = sorted[position] as number;
    });
  };
}

function pareto(stratum: Stratum, random: RandomStream): Redrawer {
  const { from, size, tasks } = stratum;
  const { probability } = drawTasks('pareto', drawFrom(stratum, ''));
  const rates = tasks.map(probability);
  const draw: DrawInto = (into, at) => {
    const ranks = Float64Array.from(rates, (rate) => paretoRank(random.double(), rate));
    const last = ranks.toSorted()[size - 1] as number;
    let taken = 0;
    for (let i = 0; i < ranks.length && taken < size; i++) {
      if ((ranks[i] as number) <= last) into[at + taken++] = from + i;
    }
  };
  return { draw, rates, cost: 5 * tasks.length };
}

/** These have no short form: the draw itself is made again, each time with the next seed. */
function balanced(stratum: Stratum, method: 'local-pivotal' | 'cube', seed: string): DrawInto {
  const place = new Map(stratum.tasks.map((task, i) => [task, stratum.from + i]));
  let count = 0;
  return (into, at) => {
    count += 1;
    const { order } = drawTasks(method, drawFrom(stratum, `${seed}/${count}`));
    for (let i = 0; i < stratum.size; i++) {
      const task = order[i];
      if (task !== undefined) into[at + i] = place.get(task) as number;
    }
  };
}

function balancedCost(tasks: number, method: 'local-pivotal' | 'cube'): number {
  return method === 'cube' ? 600 * tasks : tasks * tasks;
}

function drawFrom({ tasks, size, benchmark, name }: Stratum, seed: string) {
  const by = benchmark.plan.select.draw?.by ?? [];
  return { tasks, places: size, by, seed, stratum: name, benchmark: benchmark.plan.name };
}
