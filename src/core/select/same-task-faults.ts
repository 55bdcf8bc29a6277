import { groupBy } from '../lists/group-by.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkSelection } from '../model/selection.js';
import { countOf } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';

const mostShown = 3;

/** Ids that are selected in two benchmarks, unless the plan says that one's tasks are others than those of the same id. */
export function sameTaskFaults(benchmarks: readonly BenchmarkSelection[]): Fault[] {
  const first = new Map<string, BenchmarkSelection[]>();
  const shared = benchmarks.filter(({ plan, choices }) => !plan.distinct && choices.length > 0);
  // Within one, every id is another task.
  if (shared.length < 2) return [];
  for (const benchmark of shared) {
    for (const { task } of benchmark.choices) {
      const known = first.get(task.id);
      if (known === undefined) first.set(task.id, [benchmark]);
      else known.push(benchmark);
    }
  }
  const repeated = [...first].filter(([, having]) => having.length > 1);
  const pairs = groupBy(repeated, ([, having]) => JSON.stringify(having.map(({ plan }) => plan.name)));
  return [...pairs.values()].map((alike) => {
    const [[, having] = ['', []]] = alike;
    const names = having.map(({ plan }) => `"${plan.name}"`);
    const shown = alike.slice(0, mostShown).map(([id]) => `"${id}"`);
    const more = alike.length > mostShown ? ', …' : '';
    return {
      code: 'selection/same-task',
      message: `benchmarks ${joinWords(names)}: ${countOf(alike.length, 'id')} would be selected in ${having.length === 2 ? 'both' : 'all of them'}: ${shown.join(', ')}${more}.`,
      hint: 'If they are the same tasks, read them once: narrow one source, or take it out. If they are other tasks, say distinct: true in one of the benchmarks.',
    };
  });
}
