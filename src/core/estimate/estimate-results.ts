import { at, groupBy, largest, smallest, sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { namesPool, poolTasks } from '../manifest/pool-tasks.js';
import { ResultsError, type Warning, WinnowError } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import {
  type ConfigurationOutcomes,
  matchSelected,
  matchWarnings,
  noneSelected,
  otherPool,
  taskKey,
} from '../outcomes/match-outcomes.js';
import { type Reading, readings, rewardsUnder, type TaskResult, taskResult } from '../outcomes/task-result.js';
import { purposeOf } from '../purposes/purposes.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText, countOf } from '../text/words.js';
import { assistancesOf, assistanceWords, notAssisted } from './assistance.js';
import { adjustedFor, estimateDifference, type UnadjustedDifference } from './estimate-difference.js';
import { estimateLevel } from './estimate-level.js';
import { runVariances, type TaskRuns } from './estimate-mean.js';
import { estimateOrder } from './estimate-order.js';
import {
  baselineNotes,
  designWarnings,
  emptyStrata,
  learnedFromWarnings,
  misspeltNotes,
  orderWarnings,
  provenWarnings,
  rewardNotes,
  slopeWarnings,
} from './estimate-warnings.js';
import { isExact } from './estimate-words.js';
import { expectedRuns, retryNotes, runCountWarnings } from './expected-runs.js';
import { earlierLevels, placementOf } from './placement.js';
import type {
  ConfigurationEstimate,
  Coverage,
  Estimate,
  LevelWeight,
  OrderEstimate,
  Scope,
  StratumCoverage,
} from './pool-estimate.js';
import { heldToResults, provenBy } from './proven-level.js';
import type { SampledTask } from './sample.js';
import { sampleOf, selectedTasks, usualParts } from './sample.js';
import { type Basis, calibrationOf, labelsOf, type WeightingOptions } from './weighting.js';

/** Options of an estimate. */
export interface EstimateOptions extends WeightingOptions {
  /** Default "pool": the tasks of the pool, given these runs. */
  readonly scope?: Scope | undefined;
  /** Default 0.95. */
  readonly level?: number | undefined;
  /** The labels to break figures down by. Default: benchmark, phase and language. */
  readonly by?: readonly string[] | undefined;
  /** The configuration that the others are compared with. Default: with two, the first by name. */
  readonly baseline?: string | undefined;
  /** Whether levels are cut to the range that results on unselected tasks prove. Default: a warning gives that range. */
  readonly cutToResults?: boolean | undefined;
  /** How many runs each task should have. Default: from the pilot, or else from the results. */
  readonly repeat?: number | undefined;
  /** Which level comes first: weighted by pool size, or with the same weight for each benchmark or label. Default: the plan's setting. */
  readonly weight?: LevelWeight | undefined;
  /** Whether the intervals of all levels shown hold jointly. Default: each holds separately. */
  readonly joint?: boolean | undefined;
}

/**
 * Estimates the pool from results on a selection, or describes the selected tasks of a purposive one.
 *
 * @throws ResultsError if the results do not fit the selection, or the weights cannot be adjusted as requested.
 */
export function estimateResults(manifest: Manifest, runs: RunResults, options: EstimateOptions = {}): Estimate {
  const { scope = 'pool', level = 0.95 } = options;
  if (!(level > 0.5 && level < 1)) {
    const message = `level must be above 0.5 and below 1; found ${level}.`;
    throw new WinnowError([{ code: 'estimate/level', message }]);
  }
  const sampled = new Set(manifest.benchmarks.filter(({ kind }) => kind === 'representative').map(({ name }) => name));
  const sample = sampleOf(manifest, sampled);
  const tasks = selectedTasks(manifest, sample);
  const pool = poolTasks(manifest);
  const { matched, readingWarnings } = matchSelected(tasks, pool, runs);
  if (matched.configurations.length === 0)
    throw new ResultsError([noneSelected(matched, countOf(tasks.length, 'selected task'), tasks[0]?.id)]);
  const weighting = calibrationOf(manifest, sample, options);
  const { byBenchmark: known, warnings: priorWarnings } = assistancesOf(manifest, sample, options.prior);
  const learnedFrom = new Set(
    manifest.benchmarks.flatMap(({ name, prior_systems: systems }) => (known.has(name) ? systems : [])),
  );
  const assistances = scope === 'pool' && weighting === undefined ? known : new Map<string, never>();
  const earlier = earlierLevels(manifest);
  const notes = new Map<string, Warning>();
  const basis: Basis = {
    kind: manifest.metadata.kind,
    sampled,
    sample,
    scope,
    level,
    by: labelsOf(options.by ?? usualParts(manifest), manifest),
    equalBy: manifest.methodology.level?.by ?? 'benchmark',
    calibrate: weighting?.calibrate,
    assistances,
    warn: (warning) => notes.set(warning.message, warning),
  };
  const expected = expectedRuns(options.repeat, manifest, tasks, matched.configurations);
  const resultsOf = ({ name, byTask }: ConfigurationOutcomes) =>
    tasks.map((task) => taskResult(byTask.get(taskKey(task)), expected.byConfiguration.get(name)));
  const results = new Map(matched.configurations.map((each) => [each.name, resultsOf(each)]));
  const proven = provenBy(sample, [...tasks, ...pool], matched, runs.outcomes);
  const single = [...results].map(([name, list]) => levelOf(name, list, basis));
  const shown = sumOf(single, shownLevels);
  const isJoint = options.joint === true && shown > 1;
  // Bonferroni: figures of one sample depend on each other, and nothing less holds whatever they do.
  const configurations = isJoint
    ? [...results].map(([name, list]) => levelOf(name, list, { ...basis, level: 1 - (1 - level) / shown }))
    : single;
  const pairs = pairsOf([...results.keys()], options.baseline);
  const differences = adjustedFor(
    pairs.map(([first, second]) => differenceOf(first, second)),
    level,
  );
  const order = orderOf();
  const tier = manifest.metadata.tier?.name;
  const bounds = `they only bound the level${tier === undefined ? '' : ' (--tier chooses a larger tier)'}`;
  const matching = matchWarnings(matched, {
    isPoolKnown: namesPool(manifest),
    tier,
    ...(options.cutToResults === true && sample.population > 0 ? { unselected: bounds } : {}),
  });
  const inexact = configurations.filter(({ readings: [first] }) => !isExact(first?.pool)).map(({ name }) => name);
  return {
    plan: manifest.metadata.plan.name,
    title: titleOf(manifest),
    version: (manifest.history?.length ?? 0) + 1,
    tier: manifest.metadata.tier,
    kind: basis.kind,
    claim: manifest.methodology.claim,
    scope,
    level,
    selected: tasks.length,
    population: sample.population,
    weighting: weighting?.words,
    assistance: assistanceWords([...assistances.keys()], sampled.size),
    order,
    levels: { shown, joint: isJoint },
    levelWeight: options.weight ?? manifest.methodology.level?.weight ?? 'pool',
    configurations,
    differences,
    warnings: [
      ...matching.filter(({ code }) => code === otherPool),
      ...readingWarnings,
      ...rewardNotes(runs),
      ...(order === undefined ? baselineNotes([...results.keys()], pairs.length) : []),
      ...runCountWarnings(configurations, expected),
      ...retryNotes(configurations, expected),
      ...misspeltNotes(configurations),
      ...matching.filter(({ code }) => code !== otherPool),
      ...provenWarnings(configurations),
      ...priorWarnings,
      ...(assistances === known ? [] : notAssisted(known, scope)),
      ...learnedFromWarnings(inexact, learnedFrom),
      ...notes.values(),
      ...emptyStrata(configurations, weighting !== undefined, isAssisted),
      ...slopeWarnings(configurations),
      ...orderWarnings(order, configurations),
      ...designWarnings(manifest, sample, scope, configurations),
    ],
  };
  function levelOf(name: string, list: readonly TaskResult[], of: Basis): ConfigurationEstimate {
    const coverage = coverageOf(list.map((result, i) => ({ stratum: tasks[i]?.stratum ?? '', result })));
    const counts = list.map(({ rewards }) => rewards.length).filter((count) => count > 0);
    const readingsOf = needed([list]).map((reading) => {
      const own = runsOf(reading, [list]);
      const figures = estimateLevel(own, reading, of);
      return scope === 'pool' ? heldToResults(figures, proven(name, own), options.cutToResults === true) : figures;
    });
    const figure = scope === 'pool' && weighting === undefined ? readingsOf[0]?.pool : undefined;
    return {
      name,
      coverage,
      attempts: {
        fewest: counts.length === 0 ? 0 : smallest(counts),
        most: largest(counts, 0),
        unscored: sumOf(list, ({ unscored }) => unscored),
        expected: expected.byConfiguration.get(name) ?? 1,
        missing: sumOf(list, ({ lacking }) => lacking),
        retried: sumOf(list, ({ retried }) => retried),
      },
      runVariance: runVariances(
        runsOf('absent', [list]).filter(({ sides }) => sides.every((side) => side.length > 0)),
      )[0],
      readings: readingsOf,
      placement: figure && placementOf(name, figure, earlier),
    };
  }

  function differenceOf(first: string, second: string): UnadjustedDifference {
    const lists = [results.get(first) ?? [], results.get(second) ?? []];
    const differenceUnder = (reading: Reading) => estimateDifference(runsOf(reading, lists), reading, basis);
    return { first, second, readings: inCommon(lists, differenceUnder) };
  }

  function isAssisted(stratum: string): boolean {
    const easeOf = ({ benchmark, id }: SampledTask) => assistances.get(benchmark)?.easeOf(id) ?? Number.NaN;
    return tasks.some((task) => task.stratum === stratum && !Number.isNaN(easeOf(task)));
  }

  function orderOf(): OrderEstimate | undefined {
    const ranking = manifest.benchmarks.filter(
      ({ learned }) => learned !== undefined && purposeOf({ name: learned.purpose }).estimates === 'order',
    );
    if (ranking.length === 0) return undefined;
    const benchmarks = ranking.map(({ name }) => name);
    const own = tasks.flatMap((task, i) => (benchmarks.includes(task.benchmark) ? [{ task, i }] : []));
    const lists = [...results.values()].map((list) => own.map(({ i }) => at(list, i)));
    return {
      claim: orderClaim,
      benchmarks,
      selected: own.length,
      readings: inCommon(lists, (reading) => {
        const ranked = own.map(({ task }, k) => {
          return { task, rewards: lists.map((list) => rewardsUnder(reading, at(list, k))) };
        });
        return estimateOrder([...results.keys()], ranked, reading, level);
      }),
    };
  }

  function runsOf(reading: Reading, lists: readonly (readonly TaskResult[])[]): TaskRuns[] {
    return tasks.map((task, i) => ({ task, sides: lists.map((list) => rewardsUnder(reading, at(list, i))) }));
  }
}

/** The levels of a system that have an interval, under one reading. */
function shownLevels({ readings: [first] }: ConfigurationEstimate): number {
  const figures = [first?.pool, ...(first?.parts ?? []).map(({ pool }) => pool)];
  return figures.filter((figure) => figure !== undefined && figure.low < figure.high).length;
}

/** The title of the results: the benchmark's, or the plan's if there are several or only the plan has one. */
function titleOf({ benchmarks, metadata }: Manifest): string {
  const [benchmark, ...more] = benchmarks;
  const isNamed = benchmark !== undefined && more.length === 0 && benchmark.title !== benchmark.name;
  return isNamed ? benchmark.title : metadata.title;
}

const orderClaim =
  'The tasks were chosen to rank systems: the order holds for tasks like them. Their mean is not a level of the pool.';

/** Both readings, or only the first if no result is missing. */
function needed(lists: readonly (readonly TaskResult[])[]): readonly Reading[] {
  const isWhole = lists.every((list) =>
    list.every(({ state, unscored, lacking }) => state === 'scored' && unscored + lacking === 0),
  );
  return isWhole ? ['absent'] : readings;
}

/** The readings of the tasks that all systems have results on; none without such a task, where only failures would differ. */
function inCommon<Read extends { readonly missingCountsAs: Reading }>(
  lists: readonly (readonly TaskResult[])[],
  read: (reading: Reading) => Read | undefined,
): readonly Read[] {
  const found = needed(lists).flatMap((reading) => read(reading) ?? []);
  return found.some(({ missingCountsAs }) => missingCountsAs === 'absent') ? found : [];
}

/** The pairs to compare: each system with the baseline, or the only two if no baseline is named. */
function pairsOf(names: readonly string[], baseline: string | undefined): readonly (readonly [string, string])[] {
  if (baseline !== undefined && !names.includes(baseline)) {
    const message = `there is no system "${baseline}".${didYouMean(baseline, names)} Found: ${names.join(', ')}.`;
    throw new ResultsError([{ code: 'estimate/baseline', message }]);
  }
  const first = baseline ?? (names.length === 2 ? names[0] : undefined);
  return first === undefined ? [] : names.filter((name) => name !== first).map((name) => [first, name]);
}

/** Counts tasks by the state of their results, overall and in the strata with missing results. */
function coverageOf(results: readonly { readonly stratum: string; readonly result: TaskResult }[]): Coverage {
  const incomplete = [...groupBy(results, ({ stratum }) => stratum)]
    .map(([stratum, list]) => ({ stratum, ...counted(list.map(({ result }) => result)) }))
    .filter(({ selected, scored, partlyScored }) => scored < selected || partlyScored > 0)
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
    partlyScored: results.filter(({ state, unscored, lacking }) => state === 'scored' && unscored + lacking > 0).length,
  };
}
