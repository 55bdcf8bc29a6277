import { drawDesignOf } from '../draws/draws.js';
import { leastSlope } from '../learning/assisted-estimate.js';
import { groupBy, smallest, sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Warning } from '../model/errors.js';
import type { OutcomeList, RunResults } from '../model/outcome.js';
import { aboutPassing, enoughOfPool, filterOutcomes, type TaskResult } from '../outcomes/task-result.js';
import { nearestName } from '../text/nearest-name.js';
import { countOf, formatCount, inPoints, joinWords } from '../text/words.js';
import { clusterOf } from './estimate-mean.js';
import { plainName } from './placement.js';
import type { ConfigurationEstimate, OrderEstimate, Scope } from './pool-estimate.js';
import type { Sample } from './sample.js';

/** The results with rewards between 0 and 1, which make figures mean rewards. */
export function partialRewards({ outcomes, warnings }: RunResults): OutcomeList {
  const mayBe = warnings.some(({ code }) => aboutPassing.has(code));
  return mayBe ? filterOutcomes(outcomes, ({ reward }) => reward !== undefined && reward > 0 && reward < 1) : [];
}

/** @param areUnranked Whether these systems have no rank because earlier ones passed or failed each task. */
export function rewardNotes({ length: between }: OutcomeList, areUnranked: boolean): Warning[] {
  if (between === 0) return [];
  const what = `${countOf(between, 'reward')} ${between === 1 ? 'is' : 'are'} between 0 and 1, so the figures are mean rewards.`;
  const message = areUnranked
    ? `${what} They can't be ranked among earlier systems, which passed or failed each task. To count passes and get a rank, use --pass-at 1.`
    : `${what} To count passes instead, use --pass-at.`;
  return [{ code: 'mean-rewards', message }];
}

/** Whether every scored result is a pass although tasks are missing, as in a file without its failures. */
export function arePassesOnly(results: readonly TaskResult[]): boolean {
  const { scored, missing } = passCounts(results);
  return scored > 0 && missing > 0 && results.every(({ rewards }) => rewards.every((reward) => reward === 1));
}

/** Warns about systems whose results are all passes although tasks are missing. They have no rank. */
export function passesOnlyWarnings(systems: ReadonlyMap<string, readonly TaskResult[]>): Warning[] {
  return [...systems].flatMap(([system, results]) => {
    if (!arePassesOnly(results)) return [];
    const { scored, missing } = passCounts(results);
    const passes = scored === 1 ? 'the only result is a pass' : `all ${formatCount(scored)} results are passes`;
    const message = `${system}: ${passes} and ${countOf(missing, 'task')} ${missing === 1 ? 'is' : 'are'} missing. Were failures left out of the file?`;
    return [{ code: 'passes-only', message, system }];
  });
}

/** The number of scores, and of tasks without any run: absent, or not run. */
function passCounts(results: readonly TaskResult[]) {
  const count = (...states: readonly TaskResult['state'][]) =>
    results.filter(({ state }) => states.includes(state)).length;
  return { scored: sumOf(results, ({ rewards }) => rewards.length), missing: count('absent', 'not-run') };
}

export function baselineNotes(names: readonly string[], pairs: number): Warning[] {
  if (names.length < 2 || pairs > 0) return [];
  const message = `To compare the ${names.length} systems, name the baseline with --baseline NAME.`;
  return [{ code: 'no-baseline', message }];
}

/** Warns about similar names of which one has few results: a misspelt name creates another system. */
export function misspeltNotes(
  configurations: readonly { readonly name: string; readonly coverage: { readonly scored: number } }[],
): Warning[] {
  const scored = new Map(configurations.map(({ name, coverage }) => [name, coverage.scored]));
  return [...scored].flatMap(([name, own]) => {
    const larger = [...scored].flatMap(([other, tasks]) => (own < fewShare * tasks ? [other] : []));
    const near = nearestName(name, larger);
    if (near === undefined || Math.abs(near.length - name.length) > 2 || near.length < 6) return [];
    const message = `"${name}" has results on ${countOf(own, 'task')} and "${near}" on ${countOf(scored.get(near) ?? 0, 'task')}. If they are the same system, use one spelling, or set the name with --name.`;
    return [{ code: 'misspelt-configuration', message }];
  });
}

/** A similarly named system is suspect if it has fewer than this share of the other system's tasks. */
const fewShare = 0.1;

/** `isAssisted` tells whether earlier results represent a stratum. */
export function emptyStrata(
  configurations: readonly ConfigurationEstimate[],
  areWeightsMoved: boolean,
  isAssisted: (stratum: string) => boolean,
): Warning[] {
  const found = configurations.flatMap(({ name, coverage }) => {
    const empty = coverage.incomplete.filter(({ scored }) => scored === 0).map(({ stratum }) => stratum);
    const warning = (strata: readonly string[], then: string) => {
      if (strata.length === 0) return [];
      const shown = `${strata.slice(0, 5).join(', ')}${strata.length > 5 ? ` and ${strata.length - 5} more` : ''}`;
      return [{ name, words: `no results in ${strata.length === 1 ? 'stratum' : 'strata'} ${shown}. ${then}.` }];
    };
    const [assisted, others] = [empty.filter(isAssisted), empty.filter((stratum) => !isAssisted(stratum))];
    return [
      ...warning(
        others,
        areWeightsMoved
          ? 'The adjusted weights use tasks from other strata instead'
          : `Figures that ignore missing results don't cover ${others.length === 1 ? 'it' : 'them'}`,
      ),
      ...warning(
        assisted,
        `Where figures ignore missing results, ${assisted.length === 1 ? 'its level is' : 'their levels are'} predicted from earlier systems`,
      ),
    ];
  });
  return [...groupBy(found, ({ words }) => words)].map(([words, systems]) => {
    const names = systems.slice(0, mostNamed).map(({ name }) => name);
    const more = systems.length > mostNamed ? [countOf(systems.length - mostNamed, 'other system')] : [];
    return { code: 'empty-stratum', message: `${joinWords([...names, ...more])}: ${words}` };
  });
}

/** If more systems have the same warning, the rest are only counted. */
const mostNamed = 3;

/** Combines warnings of one kind about more than two systems: the first in full, then the remaining names. */
export function groupedBySystem(warnings: readonly Warning[]): readonly Warning[] {
  const kindOf = (warning: Warning) => (warning.system === undefined ? warning : warning.code);
  return [...groupBy(warnings, kindOf).values()].flatMap((group) => {
    const [first, ...others] = group;
    if (first === undefined || group.length <= 2) return group;
    const named = others.slice(0, mostNamed).flatMap(({ system }) => system ?? []);
    const more = others.length > mostNamed ? [countOf(others.length - mostNamed, 'other system')] : [];
    const { system: _, ...shared } = first;
    return [{ ...shared, message: `${first.message} The same warning applies to ${joinWords([...named, ...more])}.` }];
  });
}

/** Warns about systems that difficulty was learned from: their results predict themselves, so the gain is not real. */
export function learnedFromWarnings(names: readonly string[], learnedFrom: ReadonlySet<string>): Warning[] {
  const earlier = new Set([...learnedFrom].map(plainName));
  const own = names.filter((name) => earlier.has(plainName(name)));
  if (own.length === 0) return [];
  const which =
    own.length === 1
      ? 'this system too, so the interval for its level is'
      : 'these systems too, so the intervals for their levels are';
  const message = `${joinWords(own)}: Winnow learned task difficulty from ${which} too narrow.`;
  return [{ code: 'learned-from', message }];
}

/** Warns about levels outside the range that results on the whole pool prove, whether they were cut or not. */
export function provenWarnings(configurations: readonly ConfigurationEstimate[]): Warning[] {
  const outside = configurations.flatMap(({ name, coverage, readings: [first, failed] }) => {
    // If only selected tasks have results, the interval already covers the missing ones.
    if (first?.proven === undefined || (first.proven.isInterval && first.proven.tasks === first.tasks)) return [];
    const { low, high, isInterval, isOutside } = first.proven;
    const isEstimate = isOutside || isInterval;
    const isCut = isEstimate ? first.proven.isCut : failed?.proven?.isCut === true;
    if (!isEstimate && !isCut) return [];
    const isOne = inPoints(low) === inPoints(high);
    const then = !isCut
      ? 'The estimate uses only the selected tasks.'
      : !isEstimate
        ? 'The level that counts missing results as failed is limited accordingly.'
        : isOne || isInterval
          ? 'Winnow shows this range instead of an estimate.'
          : 'The estimate and its interval are limited to this range.';
    return [{ name, ...first.proven, isCut, isOne, then, scored: coverage.scored }];
  });
  return [...groupBy(outside, ({ then }) => then)].flatMap(([then, [first, ...others]]) => {
    if (first === undefined) return [];
    const { name, low, high, tasks, scored, isCut, isOne } = first;
    const isWhole = low === high;
    const which = tasks > scored ? ` (${formatCount(tasks - scored)} of them not selected)` : '';
    const range = isOne ? `${inPoints(low)}%` : `between ${inPoints(low)}% and ${inPoints(high)}%`;
    const level = isWhole ? `is known: ${range}` : `must be ${range}`;
    const more = others.length === 0 ? '' : ` The same applies to ${countOf(others.length, 'other system')}.`;
    const message = `${name} has results on ${isWhole ? 'all ' : ''}${countOf(tasks, 'task')} in the pool${which}, so its level ${level}. ${then}${more}`;
    return [{ code: isCut ? 'cut-to-results' : 'beyond-results', message }];
  });
}

/** Warns about levels from a sample with many results missing, unless the interval already covers them. */
export function missingWarnings(configurations: readonly ConfigurationEstimate[], population: number): Warning[] {
  return configurations.flatMap(({ name, coverage: { scored, selected }, readings: [first] }) => {
    const { pool, proven } = first ?? {};
    if (pool === undefined || proven?.isInterval === true || scored >= enoughOfPool * selected) return [];
    const missing = selected - scored;
    const isWhole = selected === population;
    // Even complete results of a sample leave the other tasks of the pool uncertain.
    const range =
      !isWhole || proven === undefined || proven.isOutside
        ? ''
        : ` The results prove only that the level is between ${inPoints(proven.low)}% and ${inPoints(proven.high)}%.`;
    const tasks = countOf(selected, isWhole ? 'task' : 'selected task');
    const message = `${name}: ${formatCount(missing)} of ${tasks} ${missing === 1 ? 'has' : 'have'} no result. Results are rarely missing at random, so the estimate may be off by more than the interval suggests.${range}`;
    return [{ code: 'missing-results', message, system: name }];
  });
}

/** Warns about a slope far below that of earlier systems, because the results may be matched to the wrong tasks. */
export function slopeWarnings(configurations: readonly ConfigurationEstimate[]): Warning[] {
  return configurations.flatMap(({ name, readings: [first] }) => {
    const figures = [
      first?.pool,
      ...(first?.parts ?? []).filter(({ by }) => by === 'benchmark').map(({ pool }) => pool),
    ];
    const low = figures.flatMap((figure) => figure?.assisted?.slopes ?? []).filter(({ slope }) => slope < leastSlope);
    const byBenchmark = new Map(low.map(({ benchmark, slope }) => [benchmark, slope]));
    return [...byBenchmark].map(([benchmark, slope]) => ({
      code: 'low-slope',
      message: `${name}: the results on ${benchmark} don't follow the task difficulty that earlier systems show (slope ${slope.toFixed(2)}; usually about 1). The ids may match the wrong tasks, or this system may differ from earlier ones. The estimate is still valid, but earlier results don't make it more precise.`,
      benchmark,
      system: name,
    }));
  });
}

/** Warns that an order uses fewer tasks than were selected, because some systems have no result on the others. */
export function orderWarnings(order: OrderEstimate | undefined, configurations: readonly ConfigurationEstimate[]) {
  const first = order?.readings.find(({ missingCountsAs }) => missingCountsAs === 'absent');
  if (order === undefined || first?.tasks === order.selected) return [];
  const fewest = configurations.toSorted((a, b) => a.coverage.scored - b.coverage.scored)[0];
  const message = `only ${first?.tasks ?? 0} of ${countOf(order.selected, 'selected task')} have results from every system, and the order that ignores missing results uses only these. ${fewest?.name ?? ''} has the fewest results (${fewest?.coverage.scored ?? 0}).`;
  return [{ code: 'order-on-fewer', message }];
}

/** Warns about intervals that the design makes doubtful. */
export function designWarnings(
  manifest: Manifest,
  sample: Sample,
  scope: Scope,
  configurations: readonly ConfigurationEstimate[],
): Warning[] {
  return [
    ...fewSamples(manifest, sample),
    ...(scope === 'beyond' ? clusterWarnings(sample, configurations) : []),
    ...configurations.flatMap(unevenWarnings),
  ];
}

/** Warns about a draw with few possible samples, whose error no single sample can reveal. */
function fewSamples({ benchmarks }: Manifest, { tasks }: Sample): Warning[] {
  return benchmarks.flatMap(({ name, draw }) => {
    const possible = draw === null ? undefined : drawDesignOf(draw).fewSamples;
    if (possible === undefined) return [];
    const own = tasks.filter(({ benchmark }) => benchmark === name);
    const few = [...groupBy(own, ({ stratum }) => stratum)].flatMap(([stratum, [first, ...rest]]) => {
      const count = first === undefined ? undefined : possible(first.stratumSize, rest.length + 1);
      return count === undefined ? [] : [{ stratum, count }];
    });
    const [worst] = few.toSorted((a, b) => a.count - b.count);
    if (worst === undefined) return [];
    const message = `${name}: the draw has few possible samples in ${countOf(few.length, 'stratum', 'strata')} (${worst.stratum}: ${worst.count}), so intervals contain the true value less often than stated. Use the ordered-pivotal draw.`;
    return [{ code: 'few-samples', message, benchmark: name }];
  });
}

/** With fewer degrees of freedom, claims beyond the pool depend on a handful of repositories. */
const fewClusters = 10;

function clusterWarnings({ tasks }: Sample, configurations: readonly ConfigurationEstimate[]): Warning[] {
  const known = tasks.map(clusterOf).filter((cluster) => cluster !== undefined);
  const count = new Set(known).size;
  const unknown = tasks.length - known.length;
  const warnings: Warning[] = [];
  if (unknown > 0) {
    const message = `${unknown} of ${countOf(tasks.length, 'selected task')} ${unknown === 1 ? 'has' : 'have'} no repository. For claims beyond the pool, each counts as a separate repository.`;
    warnings.push({ code: 'no-clusters', message });
  }
  const freedom = configurations.flatMap(({ readings: [first] }) => first?.pool?.degreesOfFreedom ?? []);
  const least = freedom.length === 0 ? Infinity : smallest(freedom);
  if (count === 1 && unknown === 0) {
    const message =
      'all selected tasks are from one repository, so intervals beyond the pool hold only for that repository.';
    warnings.push({ code: 'few-clusters', message });
  } else if (count > 1 && unknown === 0 && Math.min(count, least) < fewClusters) {
    const message = `claims beyond the pool rest on only ${count} repositories (equivalent to ${(least + 1).toFixed(1)} of equal size). That is too few for general claims about levels. Differences between two systems are less affected.`;
    warnings.push({ code: 'few-clusters', message });
  }
  return warnings;
}

/** Warns about uneven weights with few passes or failures, where intervals have slightly too little coverage. */
function unevenWarnings({ name, readings: [first] }: ConfigurationEstimate): Warning[] {
  const { pool, selectedMean, tasks } = first ?? {};
  if (pool === undefined || selectedMean === undefined || tasks === undefined) return [];
  if (pool.assisted !== undefined || pool.low === pool.high) return [];
  const fewer = Math.min(selectedMean, 1 - selectedMean) * tasks;
  if (pool.effectiveSize < tasks / 2) {
    const message = `${name}: the weights are so uneven that ${tasks} tasks have an effective n of only ${pool.effectiveSize.toFixed(1)}. The interval may contain the true value slightly less often than stated.`;
    return [{ code: 'uneven-weights', message, system: name }];
  }
  if (fewer < 5 && tasks >= 10 && pool.effectiveSize < 0.9 * tasks) {
    const message = `${name}: there are fewer than 5 ${selectedMean < 0.5 ? 'passes' : 'failures'}, and the weights are uneven. The interval may contain the true value slightly less often than stated.`;
    return [{ code: 'few-passes', message, system: name }];
  }
  return [];
}

/** Warns that looking repeatedly and stopping at a good result produces false findings. */
export function lookWarnings(configurations: readonly ConfigurationEstimate[], arePlanned: boolean): Warning[] {
  const partial = configurations.filter(
    ({ coverage, readings: [first] }) => coverage.scored < coverage.selected && first?.proven?.isInterval !== true,
  );
  if (partial.length === 0) return [];
  const planned = arePlanned
    ? ' This selection has planned looks: use "winnow next", which accounts for all of them.'
    : '';
  const message = `Some results are missing, and each interval and p-value is valid for only one look. If you check repeatedly as results come in and stop when you like what you see, false findings are more frequent than stated.${planned}`;
  return [{ code: 'one-look', message }];
}
