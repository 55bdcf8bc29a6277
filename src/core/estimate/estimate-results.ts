import { at, compact, groupBy, largest, smallest, sumOf } from '../lists/lists.js';
import { type Manifest, namesPool, poolTasks } from '../manifest/manifest.js';
import { ResultsError, type Warning, WinnowError } from '../model/errors.js';
import type { Outcome, RunResults } from '../model/outcome.js';
import { type ExpectedRuns, expectedRuns } from '../outcomes/expected-runs.js';
import {
  type ConfigurationOutcomes,
  inOrder,
  matchSelected,
  matchWarnings,
  noneSelected,
  taskKey,
} from '../outcomes/match-outcomes.js';
import {
  baselineFirst,
  configurationNames,
  fewestVotes,
  filterOutcomes,
  type Reading,
  readings,
  rewardsUnder,
  type TaskResult,
  taskResult,
} from '../outcomes/task-result.js';
import { purposeOf } from '../purposes/purposes.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText, countOf } from '../text/words.js';
import { assistancesOf, assistanceWords, notAssisted } from './assistance.js';
import { adjustedFor, estimateDifference, type UnadjustedDifference } from './estimate-difference.js';
import { estimateLevel } from './estimate-level.js';
import { runVariances, type TaskRuns } from './estimate-mean.js';
import { estimateOrder } from './estimate-order.js';
import {
  arePassesOnly,
  baselineNotes,
  designWarnings,
  emptyStrata,
  groupedBySystem,
  learnedFromWarnings,
  lookWarnings,
  missingWarnings,
  misspeltNotes,
  orderWarnings,
  partialRewards,
  passesOnlyWarnings,
  provenWarnings,
  rewardNotes,
  slopeWarnings,
} from './estimate-warnings.js';
import { isLevelKnown } from './estimate-words.js';
import { earlierLevels, earlierVotes, placementOf, votesOf } from './placement.js';
import type {
  ConfigurationEstimate,
  Coverage,
  Estimate,
  LevelWeight,
  OrderEstimate,
  Scope,
  StratumCoverage,
} from './pool-estimate.js';
import { heldToResults, notAbove, provenBy } from './proven-level.js';
import { retryNotes, runCountWarnings } from './run-warnings.js';
import { sampleOf, selectedTasks, usualParts } from './sample.js';
import { type Adjust, type Basis, labelsOf } from './weighting.js';

export interface EstimateOptions {
  readonly adjust?: Adjust | undefined;
  /** Default "pool": the tasks of the pool, given these runs. */
  readonly scope?: Scope | undefined;
  /** Default 0.95. */
  readonly level?: number | undefined;
  /** The labels to break figures down by. Default: benchmark, phase and language. */
  readonly by?: readonly string[] | undefined;
  /** The system to compare the rest with. Default: `first` if there are two systems, otherwise none. */
  readonly baseline?: string | undefined;
  /** The default baseline of two systems. Default: the one whose name says so, or the first by name. */
  readonly first?: string | undefined;
  /** The selection that each system's level comes from, by system name. Default: the one that differences come from. */
  readonly levels?: ReadonlyMap<string, Manifest> | undefined;
  /** The earlier system that each system is a copy of and so is not ranked against. Default: the same name. */
  readonly copies?: ReadonlyMap<string, string> | undefined;
  /** Whether to cut levels to the range that results on unselected tasks prove. Default: only warn about it. */
  readonly cutToResults?: boolean | undefined;
  /** The runs that each task should have. Default: from the pilot, or else from the results. */
  readonly repeat?: number | undefined;
  /** Which level comes first: weighted by pool size, or equally by benchmark or label. Default: the plan's setting. */
  readonly weight?: LevelWeight | undefined;
  /** Whether errored runs count as failed. By default they are missing. */
  readonly errorsFail?: boolean | undefined;
  /** Whether all intervals of levels shown hold jointly. By default each holds separately. */
  readonly joint?: boolean | undefined;
}

/**
 * Estimates pool results from a sample, or describes the selected tasks of a purposive selection. Levels may come from
 * other selections of the same plan, each system's from the one that its results cover.
 *
 * @throws ResultsError if the results do not match the selection, or the weights can't be adjusted as requested.
 */
export function estimateResults(manifest: Manifest, runs: RunResults, options: EstimateOptions = {}): Estimate {
  const { scope = 'pool', level = 0.95 } = options;
  if (!(level > 0.5 && level < 1)) {
    const message = `the confidence level must be above 0.5 and below 1; found ${level}.`;
    throw new WinnowError([{ code: 'estimate/level', message }]);
  }
  const common = measureOf(manifest, runs, options);
  const { tasks, matched, sample, assistances, basis, results } = common;
  if (matched.configurations.length === 0)
    throw new ResultsError([noneSelected(matched, countOf(tasks.length, 'selected task'), tasks[0]?.id)]);
  const names = [...results.keys()];
  const measures = [...groupBy(names, (name) => options.levels?.get(name) ?? manifest)].map(([own, systems]) =>
    systems.length === names.length && own === manifest
      ? common
      : measureOf(own, ofSystems(runs, new Set(systems)), options, common.expected),
  );
  const levelsAt = (each: number) => measures.map((measure) => ({ measure, configurations: measure.levelsAt(each) }));
  const single = levelsAt(level);
  const shown = sumOf(single, ({ configurations }) => sumOf(configurations, shownLevels));
  const isJoint = options.joint === true && shown > 1;
  // Bonferroni, because figures from one sample depend on each other in unknown ways.
  const levels = isJoint ? levelsAt(1 - (1 - level) / shown) : single;
  const configurations = levels.flatMap((each) => each.configurations).toSorted((a, b) => compareText(a.name, b.name));
  const pairs = pairsOf(names, options);
  const differences = adjustedFor(
    pairs.map(([first, second]) => common.differenceOf(first, second)),
    level,
  );
  const order = orderIn(common, level);
  const isLevelRanked = configurations.some(({ placement }) => placement && placement.voted === undefined);
  const arePlanned = measures.some((each) => each.manifest.methodology.looks !== undefined);
  const matching = common.matchWarnings();
  const estimated = configurations.filter(({ readings: [first] }) => !isLevelKnown(first)).map(({ name }) => name);
  const ofLevels = (warnings: (of: (typeof levels)[number]) => readonly Warning[]) =>
    levels.flatMap((each) => warnings(each));
  const warnings = [
    ...ofLevels(({ measure }) => passesOnlyWarnings(measure.results)),
    ...common.readingWarnings.filter(({ code }) => code !== earlierVotes || isLevelRanked),
    ...rewardNotes(partialRewards(runs), common.areUnranked),
    ...errorNotes(
      levels.map(({ measure }) => measure),
      options.errorsFail === true,
    ),
    ...(order === undefined ? baselineNotes(names, pairs.length) : []),
    ...ofLevels(({ measure, configurations: own }) => runCountWarnings(own, measure.expected, measure.results)),
    ...ofLevels(({ measure, configurations: own }) => retryNotes(own, measure.expected)),
    ...misspeltNotes(configurations),
    ...matching.filter(({ code }) => code !== notSelected),
    ...ofLevels(({ measure, configurations: own }) =>
      // A known level already uses all results.
      own.every(({ readings: [first] }) => isLevelKnown(first))
        ? []
        : measure.matchWarnings().filter(({ code }) => code === notSelected),
    ),
    ...missingWarnings(configurations, sample.population),
    ...provenWarnings(configurations),
    ...ofLevels(({ measure }) => measure.priorWarnings),
    ...learnedFromWarnings(estimated, common.learnedFrom),
    ...[common, ...measures].flatMap(({ notes }) => [...notes.values()]),
    ...ofLevels(({ measure, configurations: own }) =>
      emptyStrata(own, measure.weighting !== undefined, measure.isAssisted),
    ),
    ...slopeWarnings(configurations),
    ...orderWarnings(order, configurations),
    ...ofLevels(({ measure, configurations: own }) => designWarnings(measure.manifest, measure.sample, scope, own)),
    ...(arePlanned || sample.tasks.length > 0 ? lookWarnings(configurations, arePlanned) : []),
  ];
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
    weighting: common.weighting?.words,
    assistance: assistanceWords([...assistances.keys()], basis.sampled.size),
    order,
    levels: { shown, joint: isJoint },
    levelWeight: options.weight ?? manifest.methodology.level?.weight ?? 'pool',
    configurations,
    differences,
    warnings: inOrder(
      groupedBySystem([
        ...new Map(warnings.map((warning) => [`${warning.code} ${warning.message}`, warning])).values(),
      ]),
    ),
  };
}

function errorNotes(measures: readonly Measure[], areFailures: boolean): Warning[] {
  const count = sumOf(measures, ({ errors }) => errors);
  if (areFailures) {
    const message = `${countOf(count, 'errored run counts', 'errored runs count')} as failed (--errors-fail).`;
    return [{ code: 'errors-failed', message }];
  }
  if (count === 0) return [];
  const [them, the] = count === 1 ? ['it', 'the error'] : ['them', 'the errors'];
  const message = `${countOf(count, 'run')} errored. "winnow status" exports ${them} for a rerun. Add --errors-fail if the system caused ${the}.`;
  return [{ code: 'errors-missing', message }];
}

/** Counts errored runs as failed, except those that were retried and have a score. */
function withErrorsFailed(result: TaskResult, attempts: readonly Outcome[] = []): TaskResult {
  const errored = Math.min(result.unscored, attempts.filter(({ status }) => status === 'errored').length);
  if (errored === 0) return result;
  const rewards = [...result.rewards, ...Array.from({ length: errored }, () => 0)];
  return { ...result, state: 'scored', rewards, unscored: result.unscored - errored };
}

const notSelected = 'results-not-selected';

function ofSystems(runs: RunResults, names: ReadonlySet<string>): RunResults {
  return { ...runs, outcomes: filterOutcomes(runs.outcomes, ({ configuration }) => names.has(configuration)) };
}

type Measure = ReturnType<typeof measureOf>;

/**
 * The results on one selection and their figures. `of` has the runs that each system should have; by default, they come
 * from these results.
 */
function measureOf(manifest: Manifest, runs: RunResults, options: EstimateOptions, of?: ExpectedRuns) {
  const { scope = 'pool', level = 0.95 } = options;
  const samples = manifest.benchmarks.filter(({ kind }) => kind === 'representative');
  const sampled = new Set(samples.map(({ name }) => name));
  const sample = sampleOf(manifest, sampled);
  const tasks = selectedTasks(manifest, sample);
  const pool = poolTasks(manifest);
  const { matched, readingWarnings } = matchSelected(tasks, pool, runs);
  const { weighting, assist } = options.adjust?.(manifest, sample) ?? {};
  const own = assistancesOf(manifest);
  const { byBenchmark: known, warnings: priorWarnings } = assist?.(own) ?? { byBenchmark: own, warnings: [] };
  const mayAssist = scope === 'pool' && weighting === undefined;
  const assistances: Basis['assistances'] = mayAssist ? known : new Map();
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
  const pilot = manifest.methodology.pilot?.repeats_per_arm;
  const expected = of ?? expectedRuns(options.repeat, pilot, tasks, matched.configurations);
  let errors = 0;
  const resultsOf = ({ name, byTask }: ConfigurationOutcomes) =>
    tasks.map((task) => {
      const attempts = byTask.get(taskKey(task));
      const result = taskResult(attempts, expected.byConfiguration.get(name));
      const failed = withErrorsFailed(result, attempts);
      errors += failed.rewards.length - result.rewards.length;
      return options.errorsFail === true ? failed : result;
    });
  const results = new Map(matched.configurations.map((each) => [each.name, resultsOf(each)]));
  const proven = provenBy(sample, [...tasks, ...pool], matched, runs.outcomes);
  const runsOf = (reading: Reading, lists: readonly (readonly TaskResult[])[]): TaskRuns[] =>
    tasks.map((task, i) => ({ task, sides: lists.map((list) => rewardsUnder(reading, at(list, i))) }));

  const earlier = earlierLevels(manifest);
  const areVotes = runs.warnings.some(({ code }) => code === earlierVotes);
  const partial = earlier.arePasses === true ? configurationNames(partialRewards(runs)) : [];

  const levelOf = (name: string, list: readonly TaskResult[], of: Basis) => {
    const counts = list.map(({ rewards }) => rewards.length).filter((count) => count > 0);
    const figuresOf = (own: readonly TaskRuns[], reading: Reading) => {
      const figures = estimateLevel(own, reading, of);
      if (of.scope !== 'pool') return figures;
      return heldToResults(figures, proven(name, own), tasks.length, options.cutToResults === true);
    };
    const [left, failed] = needed([list]).map((reading) => figuresOf(runsOf(reading, [list]), reading));
    const isRanked = mayAssist && !partial.includes(name) && !arePassesOnly(list);
    const isVoted = areVotes && smallest(counts) >= fewestVotes;
    const ranked = isVoted ? figuresOf(votesOf(runsOf('absent', [list])), 'absent') : left;
    const figure = isRanked ? ranked?.pool : undefined;
    const complete = runsOf('absent', [list]).filter(({ sides }) => sides.every((side) => side.length > 0));
    return {
      name,
      tier: manifest.metadata.tier,
      coverage: coverageOf(list.map((result, i) => ({ stratum: tasks[i]?.stratum ?? '', result }))),
      attempts: {
        fewest: counts.length === 0 ? 0 : smallest(counts),
        most: largest(counts, 0),
        unscored: sumOf(list, ({ unscored }) => unscored),
        expected: expected.byConfiguration.get(name) ?? 1,
        missing: sumOf(list, ({ lacking }) => lacking),
        retried: sumOf(list, ({ retried }) => retried),
      },
      runVariance: runVariances(complete)[0],
      readings: compact([left, failed && notAbove(failed, left)]),
      placement: figure && placementOf(options.copies?.get(name) ?? name, figure, earlier, isVoted),
    };
  };

  return {
    manifest,
    sample,
    tasks,
    matched,
    readingWarnings,
    weighting,
    assistances,
    priorWarnings: [...priorWarnings, ...(mayAssist ? [] : notAssisted(known, scope))],
    learnedFrom: new Set(
      manifest.benchmarks.flatMap(({ name, prior_systems: systems }) => (known.has(name) ? systems : [])),
    ),
    notes,
    errors,
    areUnranked: mayAssist && earlier.levels.length > 0 && partial.length > 0,
    basis,
    expected,
    results,
    /** The level of every system, with intervals at this confidence level. */
    levelsAt: (at: number): readonly ConfigurationEstimate[] =>
      [...results].map(([name, list]) => levelOf(name, list, { ...basis, level: at })),
    differenceOf: (first: string, second: string): UnadjustedDifference => {
      const lists = [results.get(first) ?? [], results.get(second) ?? []];
      const readings = inCommon(lists, (reading) => estimateDifference(runsOf(reading, lists), reading, basis));
      return { first, second, readings };
    },
    isAssisted: (stratum: string): boolean =>
      tasks.some(({ benchmark, id, stratum: own }) => {
        return own === stratum && !Number.isNaN(assistances.get(benchmark)?.easeOf(id) ?? Number.NaN);
      }),
    matchWarnings: (): readonly Warning[] => {
      const tier = manifest.metadata.tier?.name;
      return matchWarnings(matched, {
        isPoolKnown: namesPool(manifest),
        tier,
        isBound: options.cutToResults === true && sample.population > 0,
        selected: tasks.length,
      });
    },
  };
}

/** The order on the tasks of benchmarks that were chosen to rank. */
function orderIn({ manifest, tasks, results }: Measure, level: number): OrderEstimate | undefined {
  const ranking = manifest.benchmarks.filter(
    ({ learned }) => learned !== undefined && purposeOf({ name: learned.purpose }).estimates === 'order',
  );
  if (ranking.length === 0) return undefined;
  const benchmarks = ranking.map(({ name }) => name);
  const own = tasks.flatMap((task, i) => (benchmarks.includes(task.benchmark) ? [{ task, i }] : []));
  const lists = [...results.values()].map((list) => own.map(({ i }) => at(list, i)));
  const readings = inCommon(lists, (reading) => {
    const ranked = own.map(({ task }, k) => {
      return { task, rewards: lists.map((list) => rewardsUnder(reading, at(list, k))) };
    });
    return estimateOrder([...results.keys()], ranked, reading, level);
  });
  return { claim: orderClaim, benchmarks, selected: own.length, readings };
}

/** The number of a system's levels that have an interval, under the first reading. */
function shownLevels({ readings: [first] }: ConfigurationEstimate): number {
  const figures = [first?.pool, ...(first?.parts ?? []).map(({ pool }) => pool)];
  return figures.filter((figure) => figure !== undefined && figure.low < figure.high).length;
}

/** The benchmark's title if there is one benchmark with a title; otherwise the plan's. */
function titleOf({ benchmarks, metadata }: Manifest): string {
  const [benchmark, ...more] = benchmarks;
  const isNamed = benchmark !== undefined && more.length === 0 && benchmark.title !== benchmark.name;
  return isNamed ? benchmark.title : metadata.title;
}

const orderClaim =
  'The tasks were chosen to rank systems, so the order applies to tasks like these. Their mean does not estimate the level on the pool.';

/** Both readings, or only the first if no result is missing. */
function needed(lists: readonly (readonly TaskResult[])[]): readonly Reading[] {
  const isWhole = lists.every((list) =>
    list.every(({ state, unscored, lacking }) => state === 'scored' && unscored + lacking === 0),
  );
  return isWhole ? ['absent'] : readings;
}

/** Empty if no task has results from every system, because then only imputed failures would differ. */
function inCommon<Read extends { readonly missingCountsAs: Reading }>(
  lists: readonly (readonly TaskResult[])[],
  read: (reading: Reading) => Read | undefined,
): readonly Read[] {
  const found = needed(lists).flatMap((reading) => read(reading) ?? []);
  return found.some(({ missingCountsAs }) => missingCountsAs === 'absent') ? found : [];
}

/** Each system with the baseline, or the only two systems if no baseline is named. */
function pairsOf(names: readonly string[], { baseline, first: given }: EstimateOptions) {
  if (baseline !== undefined && !names.includes(baseline)) {
    const message = `the results have no system "${baseline}".${didYouMean(baseline, names)} Found: ${names.join(', ')}.`;
    throw new ResultsError([{ code: 'estimate/baseline', message }]);
  }
  const known = names.find((name) => name === given);
  const first = baseline ?? (names.length === 2 ? baselineFirst(names, known)[0] : undefined);
  return first === undefined ? [] : names.filter((name) => name !== first).map((name) => [first, name] as const);
}

/** Counts tasks by the state of their results, overall and for each stratum with missing results. */
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
