import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import type { ConfigurationResults } from '../pool-results.js';
import type { LeftOutSystem } from './fidelity.js';
import { learnedFrom } from './learned-from.js';

/** Who can say how good a benchmark's part of the selection is. */
export interface Witnesses {
  readonly systems: readonly ConfigurationResults[];
  readonly leftOut: readonly LeftOutSystem[];
  /** In words, how the choice was learned from earlier results; undefined when it was not. */
  readonly learned: string | undefined;
  /** Set when there is none. */
  readonly whyNone: string | undefined;
}

/** The systems with results on selected tasks and on others, less those that the choice was learned from. */
export function witnessesOf(
  { plan }: Selection,
  benchmark: BenchmarkSelection,
  systems: readonly ConfigurationResults[],
  duplicates: ReadonlyMap<string, ReadonlySet<string>>,
): Witnesses {
  const none = (whyNone: string) => ({ systems: [], leftOut: [], learned: undefined, whyNone });
  const eligible = benchmark.groups.flatMap(({ ranking }) => ranking.map(taskKey));
  const chosen = new Set(benchmark.choices.map(({ task }) => taskKey(task)));
  if (chosen.size === eligible.length) return none('every eligible task is selected, so there is nothing to estimate.');
  const others = eligible.filter((key) => !chosen.has(key));
  const has = (keys: Iterable<string>) => {
    const list = [...keys];
    return systems.filter(({ byTask }) => list.some((key) => byTask.get(key)?.state === 'scored'));
  };
  const [onChosen, beyond] = [new Set(has(chosen)), has(others)];
  if (onChosen.size === 0 && beyond.length === 0) return none('no system has a result on its tasks.');
  if (beyond.length === 0) return none('no system has a result on a task that is not selected.');
  const both = beyond.filter((system) => onChosen.has(system));
  if (both.length === 0) return none('no system has results on selected tasks and on others.');
  const learned = learnedFrom(plan, benchmark.plan);
  if (learned === undefined) return { systems: both, leftOut: [], learned, whyNone: undefined };
  const leftOut = both.flatMap(({ name }): LeftOutSystem[] => {
    if (benchmark.priorSystems.includes(name)) return [{ system: name, why: 'its results were learned from' }];
    const source = [...(duplicates.get(name) ?? [])].filter((each) => benchmark.priorSystems.includes(each))[0];
    return source === undefined ? [] : [{ system: name, why: `it is nearly the same as ${source}` }];
  });
  const out = new Set(leftOut.map(({ system }) => system));
  const left = both.filter(({ name }) => !out.has(name));
  const whyNone = `the plan ${learned}, and every system with results was learned from, or nearly is one that was. How well the selection gives back the results it was made from means nothing: it was fitted to them.`;
  return { systems: left, leftOut, learned, whyNone: left.length === 0 ? whyNone : undefined };
}
