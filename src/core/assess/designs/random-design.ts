import { random } from '../../draws/random.js';
import type { BenchmarkSelection } from '../../model/selection.js';
import type { Design } from './design.js';
import { plainRule, type Redesigned, reselectAll } from './reselect-all.js';

/** As many tasks of each benchmark as the plan has, drawn by chance alone. */
export const randomDesign: Design = {
  name: 'random',
  title: 'Random',
  words: 'As many tasks of each benchmark as the plan takes, drawn at random.',
  select: (plan, seed) => reselectAll(plan, (benchmark, take) => drawnAtRandom(benchmark, take, seed)),
};

/** A benchmark of which so many tasks are drawn at random. */
export function drawnAtRandom(benchmark: BenchmarkSelection, take: number, seed: string): Redesigned {
  const draw = { method: random.name, by: [], seed };
  return plainRule(benchmark, { take, prefer: random.order === undefined ? [] : [random.order], draw }, seed);
}
