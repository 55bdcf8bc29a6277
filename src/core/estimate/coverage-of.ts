import { groupBy } from '../lists/group-by.js';
import type { TaskResult } from '../outcomes/task-result.js';
import { compareText } from '../text/compare-text.js';
import type { Coverage, StratumCoverage } from './pool-estimate.js';

/** Counts tasks by what is known of them, over all and in the strata where something is missing. */
export function coverageOf(results: readonly { readonly stratum: string; readonly result: TaskResult }[]): Coverage {
  const incomplete = [...groupBy(results, ({ stratum }) => stratum)]
    .map(([stratum, list]) => ({ stratum, ...counted(list.map(({ result }) => result)) }))
    .filter(({ selected, scored, partly }) => scored < selected || partly > 0)
    .sort((a, b) => compareText(a.stratum, b.stratum));
  return { ...counted(results.map(({ result }) => result)), incomplete };
}

function counted(results: readonly TaskResult[]): StratumCoverage {
  const of = (state: TaskResult['state']) => results.filter((result) => result.state === state).length;
  return {
    selected: results.length,
    scored: of('scored'),
    errored: of('errored'),
    notRun: of('not-run'),
    absent: of('absent'),
    partly: results.filter(({ state, unscored, lacking }) => state === 'scored' && unscored + lacking > 0).length,
  };
}
