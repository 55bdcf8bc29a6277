import type { BenchmarkSelection } from '../../model/selection.js';
import { designBenchmark } from '../../purposes/design-benchmark.js';
import { learnBenchmark } from '../../purposes/learn-benchmark.js';
import { level } from '../../purposes/level.js';
import type { Design } from './design.js';
import { drawnAtRandom } from './random-design.js';
import { plainRule, type Redesigned, reselectAll } from './reselect-all.js';

/** A sample drawn where earlier results leave most uncertain; benchmarks without earlier results are drawn at random. */
export const learnedDesign: Design = {
  name: 'learned',
  title: 'Learned',
  words:
    'As many tasks of each benchmark as the plan takes, drawn in bands of difficulty that results of earlier systems give.',
  select: (plan, seed) =>
    plan.benchmarks.some((benchmark) => benchmark.priorRewards !== undefined)
      ? reselectAll(plan, (benchmark, take) => drawnInBands(benchmark, take, seed))
      : { why: 'It needs results of earlier systems on the tasks: name them under "prior".' },
};

function drawnInBands(
  benchmark: BenchmarkSelection,
  take: number,
  seed: string,
): Redesigned | { readonly why: string } {
  if (benchmark.priorRewards === undefined || take === 0) return drawnAtRandom(benchmark, take, seed);
  const purpose = { name: level.name, target: undefined };
  const { plan, tasks } = plainRule(benchmark, { take, purpose }, seed);
  const from = learnBenchmark(tasks, plan, benchmark.priorRewards);
  const designed = from.faults.length > 0 ? from : designBenchmark(plan, from, seed);
  const [fault] = designed.faults;
  if (fault !== undefined) return { why: `It does not fit: ${fault.message}` };
  return 'plan' in designed ? designed : { plan, tasks };
}
