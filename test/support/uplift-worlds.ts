import { normalQuantile } from '../../src/core/statistics/distributions.js';
import type { RandomStream } from '../../src/core/statistics/random-numbers.js';
import { benefitLists } from '../../src/core/uplift/benefit-lists.js';
import { judgedTasks, type PairedTask, upliftOf } from '../../src/core/uplift/paired-tasks.js';

/** How the runs of a simulated task score. */
export interface RewardWorld {
  readonly name: string;
  /** Draws a task: its level, and a run of a task whose mean is about that. */
  readonly task: (random: RandomStream) => { readonly level: number; readonly run: (level: number) => number };
  /** The size of a true uplift in mixed simulations: drawn from half of this to one and a half times this. */
  readonly effect: number;
  readonly isPass: boolean;
}

const normal = (random: RandomStream) => normalQuantile((random.uint32() + 0.5) / 2 ** 32);
const clipped = (value: number) => Math.min(1, Math.max(0, value));

const passes = (name: string, level: (random: RandomStream) => number): RewardWorld => ({
  name,
  task: (random) => ({ level: level(random), run: (rate) => (random.double() < rate ? 1 : 0) }),
  effect: 0.8,
  isPass: true,
});

/** Rewards as benchmarks give them: passes and failures, and partial credit with even, uneven and broken noise. */
export const rewardWorlds: readonly RewardWorld[] = [
  passes('pass/fail, pass rates spread evenly', (random) => 0.05 + 0.9 * random.double()),
  // The middle two fifths of the tasks lie between 12% and 88%.
  passes('pass/fail, most tasks near 0% or 100%', (random) => {
    const place = 2 * random.double() - 1;
    return (1 + Math.sign(place) * Math.abs(place) ** 0.3) / 2;
  }),
  {
    name: 'partial credit, all tasks equally noisy',
    task: (random) => ({ level: 0.5, run: (level) => clipped(level + 0.17 * normal(random)) }),
    effect: 0.3,
    isPass: false,
  },
  {
    name: 'partial credit, one task in five noisy',
    task: (random) => {
      const deviation = random.double() < 0.2 ? 0.4 : 0.02;
      return { level: 0.5, run: (level) => clipped(level + deviation * normal(random)) };
    },
    effect: 0.3,
    isPass: false,
  },
  {
    name: 'partial credit, stray zeros in half of the tasks',
    task: (random) => {
      const broken = random.double() < 0.5 ? 0.3 : 0;
      return { level: 0.5, run: (level) => (random.double() < broken ? 0 : clipped(level + 0.1 * normal(random))) };
    },
    effect: 0.3,
    isPass: false,
  },
];

/** Runs per side: the same for every task, or drawn for each task and arm. */
export const repeatDesigns: readonly { readonly name: string; readonly runs: (random: RandomStream) => number }[] = [
  { name: '2', runs: () => 2 },
  { name: '3', runs: () => 3 },
  { name: '5', runs: () => 5 },
  { name: '2 to 5', runs: (random) => 2 + Math.floor(4 * random.double()) },
];

/** Simulated tasks and the sign of each true uplift. With a share of 0 both arms are alike. */
export function drawUplifts(
  world: RewardWorld,
  runs: (random: RandomStream) => number,
  size: number,
  shareWithUplift: number,
  random: RandomStream,
) {
  const tasks: PairedTask[] = [];
  const signs: number[] = [];
  for (let i = 0; i < size; i++) {
    const { level, run } = world.task(random);
    let uplift = 0;
    if (random.double() < shareWithUplift) {
      uplift = (random.double() < 0.7 ? 1 : -1) * world.effect * (0.5 + random.double());
      // A rate near its limit can only move one way.
      if (level + uplift < 0 || level + uplift > 1) uplift = -uplift;
    }
    const reached = clipped(level + uplift);
    const arm = (rate: number) => Array.from({ length: runs(random) }, () => run(rate));
    tasks.push({ cluster: 'a', without: arm(level), with: arm(reached) });
    signs.push(Math.sign(reached - level));
  }
  return { tasks, signs };
}

/** The lists at a rate: how many tasks they have, and how many of those have no uplift or one of the other sign. */
export function judgeLists(tasks: readonly PairedTask[], signs: readonly number[], rate = 0.1) {
  const judged = judgedTasks(tasks);
  if (judged === undefined) throw new Error('too few tasks with repeats');
  const signOf = new Map(tasks.map((task, i) => [task, signs[i] ?? 0]));
  const tests = benefitLists(judged.tasks, judged.noise, rate);
  const listed = judged.tasks.filter((_, i) => tests[i]?.benefit !== 'cannot tell');
  const wrong = listed.filter((task) => (signOf.get(task) ?? 0) * upliftOf(task) <= 0).length;
  return { listed: listed.length, wrong };
}
