import { drawDesignOf } from '../draws/draws.js';
import { groupBy } from '../lists/group-by.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Warning } from '../model/fault.js';
import { countOf } from '../text/count-of.js';
import { clusterOf, type Scope } from './design-variance.js';
import type { ConfigurationEstimate } from './pool-estimate.js';
import type { Sample } from './sample.js';

/** What a reader must know of intervals: where the design leaves them in doubt, and that each holds for one look. */
export function designWarnings(
  manifest: Manifest,
  sample: Sample,
  scope: Scope,
  configurations: readonly ConfigurationEstimate[],
): Warning[] {
  if (sample.tasks.length === 0) return [];
  return [
    ...fewSamples(manifest, sample),
    ...(scope === 'beyond' ? clusterWarnings(sample) : []),
    ...configurations.flatMap(unevenWarnings),
    ...lookWarnings(configurations),
  ];
}

/** A draw with a handful of possible samples has an error that no sample can show. */
function fewSamples({ benchmarks }: Manifest, { tasks }: Sample): Warning[] {
  return benchmarks.flatMap(({ name, draw }) => {
    const possible = draw === null ? undefined : drawDesignOf(draw).fewSamples;
    if (possible === undefined) return [];
    const strata = [
      ...groupBy(
        tasks.filter(({ benchmark }) => benchmark === name),
        ({ stratum }) => stratum,
      ),
    ];
    const few = strata.flatMap(([stratum, [first, ...rest]]) => {
      const count = first === undefined ? undefined : possible(first.stratumSize, rest.length + 1);
      return count === undefined ? [] : [{ stratum, count }];
    });
    const [worst] = few.toSorted((a, b) => a.count - b.count);
    if (worst === undefined) return [];
    const message = `${name}: the draw of ${countOf(few.length, 'stratum', 'strata')} has few possible samples (${worst.stratum}: ${worst.count}), so that intervals hold the truth less often than they say. Draw by ordered-pivotal.`;
    return [{ code: 'few-samples', message, benchmark: name }];
  });
}

/** Fewer repositories than this leave the error between them badly known. */
const fewClusters = 10;

function clusterWarnings({ tasks }: Sample): Warning[] {
  const known = tasks.map(clusterOf).filter((cluster) => cluster !== undefined);
  const count = new Set(known).size;
  const unknown = tasks.length - known.length;
  const warnings: Warning[] = [];
  if (unknown > 0) {
    const message = `${countOf(unknown, 'selected task')} of ${tasks.length} ${unknown === 1 ? 'has' : 'have'} no repository: beyond the pool each counts as its own.`;
    warnings.push({ code: 'no-clusters', message });
  }
  if (count === 1 && unknown === 0) {
    const message =
      'all selected tasks are of one repository: intervals beyond the pool hold for that repository only.';
    warnings.push({ code: 'few-clusters', message });
  } else if (count > 1 && count < fewClusters && unknown === 0) {
    const message = `intervals beyond the pool rest on ${count} repositories: fewer than ${fewClusters} leave the error between them badly known.`;
    warnings.push({ code: 'few-clusters', message });
  }
  return warnings;
}

/** Uneven weights with few passes or failures: there intervals were seen to hold a little less than they say. */
function unevenWarnings({ name, readings: [first] }: ConfigurationEstimate): Warning[] {
  const { pool, selectedMean, tasks } = first ?? {};
  if (
    pool === undefined ||
    pool.assisted !== undefined ||
    selectedMean === undefined ||
    tasks === undefined ||
    pool.low === pool.high
  )
    return [];
  const fewer = Math.min(selectedMean, 1 - selectedMean) * tasks;
  if (pool.effectiveSize < tasks / 2) {
    const message = `${name}: weights are so uneven that ${tasks} tasks have an effective n of ${pool.effectiveSize.toFixed(1)}: the interval may hold the truth a little less often than it says.`;
    return [{ code: 'uneven-weights', message }];
  }
  if (fewer < 5 && tasks >= 10 && pool.effectiveSize < 0.9 * tasks) {
    const message = `${name}: fewer than 5 ${selectedMean < 0.5 ? 'passes' : 'failures'} under uneven weights: the interval may hold the truth a little less often than it says.`;
    return [{ code: 'few-passes', message }];
  }
  return [];
}

/** Looking again and again until a result pleases finds one by chance. */
function lookWarnings(configurations: readonly ConfigurationEstimate[]): Warning[] {
  const partial = configurations.filter(({ coverage }) => coverage.scored < coverage.selected);
  if (partial.length === 0) return [];
  const message =
    'results are missing: each interval and p-value holds for one look. Looking again as results come in, and stopping when one pleases, makes chance findings more frequent than they say.';
  return [{ code: 'one-look', message }];
}
