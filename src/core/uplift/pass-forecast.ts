import { at, sumOf } from '../lists/lists.js';
import { sfc32, shuffle } from '../statistics/random-numbers.js';
import { contrastOfRuns } from './benefit-lists.js';
import type { PairedTask } from './paired-tasks.js';

/** Forecasts how many tasks `compare` lists as benefiting, from earlier pairs whose runs only pass or fail. */
export class PassForecast {
  readonly #pairs: readonly Float64Array[];

  constructor(pairs: readonly PairedTask[]) {
    this.#pairs = trueRates(pairs);
  }

  /** The mean number of listed tasks in simulated pilots. Above 1,000 tasks, the number grows in proportion. */
  listed(tasks: number, repeats: number, rate: number): number {
    const size = Math.min(tasks, mostSimulated);
    const pilots = Math.min(mostPilots, Math.max(fewestPilots, Math.round(simulatedTasks / size)));
    const random = sfc32([size, repeats, 1, 1]);
    const tests = new CountTests(repeats);
    const passes = (level: number) => {
      let count = 0;
      for (let run = 0; run < repeats; run++) if (random.double() * steps < level) count += 1;
      return count;
    };
    let listed = 0;
    for (let pilot = 0; pilot < pilots; pilot++) {
      const counts = new Float64Array((repeats + 1) ** 2);
      const order = shuffle(this.#pairs, random);
      for (let task = 0; task < size; task++) {
        const place = random.double();
        const pair = at(order, task % order.length).findIndex((end) => place < end);
        const cell = passes(Math.floor(pair / (steps + 1))) * (repeats + 1) + passes(pair % (steps + 1));
        counts[cell] = at(counts, cell) + 1;
      }
      listed += tests.listed(counts, size, rate);
    }
    return ((listed / pilots) * tasks) / size;
  }
}

const mostSimulated = 1000;
/** Simulated pilots, and the tasks in all of them: enough for a standard error of about 5%. */
const [fewestPilots, mostPilots, simulatedTasks] = [60, 500, 40_000];

/** The steps of the grid of pass rates. */
const steps = 10;
/** How often the rates are fitted; more steps follow chance. */
const fits = 60;

/**
 * For each pair, the chances of each two true pass rates, without and with the change, summed from the first: by the
 * distribution of rates that makes all pairs most likely (Kiefer & Wolfowitz 1956), on a grid by EM (Laird 1978). It starts
 * from Terminal-Bench 2: beta-distributed rates that differ in 28% of tasks, with the variances that `assess power`
 * assumes. Single runs can't separate noise from spread, so they keep its proportion.
 */
function trueRates(pairs: readonly PairedTask[]): readonly Float64Array[] {
  const levels = Array.from({ length: steps + 1 }, (_, i) => i / steps);
  const whole = sumOf(levels, usualShare);
  const likelihoods = pairs.map((pair) =>
    levels.flatMap((without) => levels.map((other) => chanceOf(pair.without, without) * chanceOf(pair.with, other))),
  );
  let shares: readonly number[] = levels.flatMap((without) =>
    levels.map((other) => usualShare(without) * (0.28 * usualShare(other) + (without === other ? 0.72 * whole : 0))),
  );
  for (let fit = 1; fit < fits; fit++) {
    const chances = likelihoods.map((own) => chancesOf(own, shares));
    shares = shares.map((_, i) => sumOf(chances, (own) => at(own, i)));
  }
  return likelihoods.map((own) => {
    let sum = 0;
    return Float64Array.from(chancesOf(own, shares), (chance) => {
      sum += chance;
      return sum;
    });
  });
}

/** Bayes' theorem. */
function chancesOf(likelihoods: readonly number[], shares: readonly number[]): readonly number[] {
  const all = likelihoods.map((likelihood, i) => likelihood * at(shares, i));
  const total = sumOf(all, (each) => each);
  return all.map((each) => each / total);
}

/** The density of Beta(¼, ¼), unnormalised: a run has variance 0.084. Its ends have the mass of half a step. */
function usualShare(rate: number): number {
  return rate === 0 || rate === 1 ? 19 : (rate * (1 - rate)) ** -0.75;
}

function chanceOf(rewards: readonly number[], rate: number): number {
  const passes = sumOf(rewards, (reward) => reward);
  return rate ** passes * (1 - rate) ** (rewards.length - passes);
}

/** `benefitLists` for tasks with equally many runs that only pass or fail, by the passes in both arms. */
class CountTests {
  readonly #runs: number;
  /** The passes that a number of passes may become by swapping half of the runs with another number of passes. */
  readonly #chances: readonly (readonly { readonly cell: number; readonly weight: number }[])[];

  constructor(runs: number) {
    this.#runs = runs;
    const moved = Math.max(1, Math.round(runs / 2));
    const ways = (passes: number, drawn: number) =>
      (choose(passes, drawn) * choose(runs - passes, moved - drawn)) / choose(runs, moved);
    const counts = Array.from({ length: runs + 1 }, (_, i) => i);
    this.#chances = counts.flatMap((a) =>
      counts.map((b) =>
        counts.flatMap((i) =>
          counts.flatMap((j) => {
            const weight = ways(a, i) * ways(b, j);
            return weight === 0 ? [] : [{ cell: (a - i + j) * (runs + 1) + (b - j + i), weight }];
          }),
        ),
      ),
    );
  }

  /** The number of tasks that are listed as benefiting; `counts` has the number of tasks by their passes. */
  listed(counts: Float64Array, tasks: number, rate: number): number {
    const runs = this.#runs;
    const passesOf = (cell: number) => [Math.floor(cell / (runs + 1)), cell % (runs + 1)] as const;
    const weights = new Float64Array(counts.length);
    let squares = 0;
    counts.forEach((count, cell) => {
      if (count === 0) return;
      for (const passes of passesOf(cell)) squares += (count * passes * (runs - passes)) / runs;
      for (const chance of at(this.#chances, cell))
        weights[chance.cell] = at(weights, chance.cell) + count * chance.weight;
    });
    const pooled = squares / (2 * tasks * (runs - 1));
    const contrasts = Array.from(counts, (_, cell) => {
      const [a, b] = passesOf(cell);
      return contrastOfRuns({ count: runs, sum: a, squares: a }, { count: runs, sum: b, squares: b }, pooled);
    });
    const extra = 1 / (2 * runs - 2);
    const order = [...contrasts.keys()].sort((a, b) => at(contrasts, b) - at(contrasts, a));
    let [above, met, benefits, listed] = [extra, 0, 0, 0];
    for (let next = 0; next < order.length; ) {
      const contrast = at(contrasts, at(order, next));
      for (; next < order.length && at(contrasts, at(order, next)) === contrast; next++) {
        const cell = at(order, next);
        const [a, b] = passesOf(cell);
        above += at(weights, cell);
        met += at(counts, cell);
        if (b > a) benefits += at(counts, cell);
      }
      // Benjamini and Hochberg list every task up to the last p-value that is small enough.
      if (met > 0 && above / (tasks + extra) <= (rate * met) / tasks) listed = benefits;
    }
    return listed;
  }
}

function choose(size: number, chosen: number): number {
  if (chosen < 0 || chosen > size) return 0;
  let ways = 1;
  for (let i = 1; i <= chosen; i++) ways = (ways * (size - chosen + i)) / i;
  return ways;
}
