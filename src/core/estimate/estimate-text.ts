import type { EstimateDocument } from '../contracts/estimate-document.js';
import { roundTo } from '../text/round-to.js';
import type {
  AssistedBy,
  ConfigurationEstimate,
  DifferenceEstimate,
  DifferenceReading,
  Estimate,
  Judgement,
  LevelReading,
  OrderEstimate,
  PairedFigure,
  PoolFigure,
  StratumCoverage,
} from './pool-estimate.js';

const figureDecimals = 6;

/** The estimate as the text of one JSON document. */
export function estimateText(estimate: Estimate): string {
  const document = {
    plan: estimate.plan,
    kind: estimate.kind,
    claim: estimate.claim,
    scope: estimate.scope,
    level: estimate.level,
    selected: estimate.selected,
    population: estimate.population,
    weighting: estimate.weighting ?? null,
    ...(estimate.assistance === undefined ? {} : { assistance: estimate.assistance }),
    ...(estimate.order === undefined ? {} : { order: orderEntry(estimate.order) }),
    configurations: estimate.configurations.map(configurationEntry),
    differences: estimate.differences.map(differenceEntry),
    warnings: estimate.warnings,
    ...(estimate.judgements === undefined ? {} : { requirements: estimate.judgements.map(judgementEntry) }),
  } satisfies EstimateDocument;
  return `${JSON.stringify(document, null, 2)}\n`;
}

function judgementEntry({ requirement, verdict, why, tasksNeeded, repeatsNeeded }: Judgement) {
  return {
    requirement: requirement.text,
    verdict,
    code: judgementCodes[verdict],
    message: why,
    tasks_needed: tasksNeeded ?? null,
    repeats_needed: repeatsNeeded ?? null,
  };
}

const judgementCodes = { yes: 'require/yes', no: 'require/no', 'cannot-tell': 'require/cannot-tell' } as const;

function configurationEntry({ name, coverage, attempts, runVariance, readings }: ConfigurationEstimate) {
  return {
    name,
    coverage: {
      ...coverageEntry(coverage),
      incomplete: coverage.incomplete.map((each) => ({ stratum: each.stratum, ...coverageEntry(each) })),
    },
    attempts,
    run_variance: figure(runVariance),
    readings: readings.map(levelEntry),
  };
}

function coverageEntry({ selected, scored, errored, notRun, absent, partly }: StratumCoverage) {
  return { selected, scored, errored, not_run: notRun, absent, partly_scored: partly };
}

function levelEntry({ reading, tasks, selectedMean, pool, parts }: LevelReading) {
  return {
    missing_counts_as: reading,
    tasks,
    selected_mean: figure(selectedMean),
    pool: poolEntry(pool),
    parts: parts.map((part) => ({
      by: part.by,
      value: part.value,
      tasks: part.tasks,
      trust: part.trust,
      selected_mean: figure(part.selectedMean),
      pool: poolEntry(part.pool),
    })),
  };
}

function poolEntry(pool: PoolFigure | undefined) {
  if (pool === undefined) return null;
  return {
    mean: figure(pool.mean),
    low: figure(pool.low),
    high: figure(pool.high),
    standard_error: figure(pool.standardError),
    tasks: pool.tasks,
    population: figure(pool.population),
    effective_size: figure(pool.effectiveSize),
    degrees_of_freedom: pool.degreesOfFreedom,
    about: pool.about,
    as_run: pool.asRun === undefined ? null : { low: figure(pool.asRun.low), high: figure(pool.asRun.high) },
    ...(pool.assisted === undefined ? {} : { assisted: assistedEntry(pool.assisted) }),
  };
}

function assistedEntry({ plain, randomHalfWidth, slopes }: AssistedBy) {
  return {
    plain: {
      mean: figure(plain.mean),
      low: figure(plain.low),
      high: figure(plain.high),
      standard_error: figure(plain.standardError),
    },
    random_half_width: figure(randomHalfWidth),
    slopes: slopes.map(({ benchmark, slope }) => ({ benchmark, slope: figure(slope) })),
  };
}

function orderEntry({ claim, benchmarks, selected, readings }: OrderEstimate) {
  return {
    claim,
    benchmarks,
    selected,
    readings: readings.map(({ reading, tasks, places, pairs }) => ({
      missing_counts_as: reading,
      tasks,
      places: places.map(({ name, rank, mean, passed, groups }) => ({
        name,
        rank,
        mean: figure(mean),
        passed,
        groups,
      })),
      pairs: pairs.map(({ first, second, difference, low, high, pValue, isApart }) => ({
        first,
        second,
        difference: figure(difference),
        low: figure(low),
        high: figure(high),
        p_value: figure(pValue),
        apart: isApart,
      })),
    })),
  };
}

function differenceEntry({ first, second, readings }: DifferenceEstimate) {
  return { first, second, readings: readings.map(pairedEntry) };
}

function pairedEntry(reading: DifferenceReading) {
  const { split } = reading;
  return {
    missing_counts_as: reading.reading,
    pairs: reading.pairs,
    selected_mean: figure(reading.selectedMean),
    gained: reading.gained,
    lost: reading.lost,
    same: reading.same,
    test: { name: reading.test.name, p_value: figure(reading.test.pValue) },
    pool: pairedFigureEntry(reading.pool),
    parts: reading.parts.map(({ by, value, pairs, trust, pool }) => ({
      by,
      value,
      pairs,
      trust,
      pool: pairedFigureEntry(pool),
    })),
    variance:
      split === undefined
        ? null
        : { runs_first: figure(split.runsFirst), runs_second: figure(split.runsSecond), tasks: figure(split.tasks) },
  };
}

function pairedFigureEntry(figures: PairedFigure | undefined) {
  if (figures === undefined) return null;
  return {
    mean: figure(figures.mean),
    low: figure(figures.low),
    high: figure(figures.high),
    standard_error: figure(figures.standardError),
    method: figures.method,
    degrees_of_freedom: figures.degreesOfFreedom,
    p_value: figure(figures.pValue),
    about: figures.about,
    adjusted:
      figures.adjusted === undefined
        ? null
        : {
            comparisons: figures.adjusted.comparisons,
            p_value: figure(figures.adjusted.pValue),
            low: figure(figures.adjusted.low),
            high: figure(figures.adjusted.high),
          },
  };
}

function figure(value: number | undefined): number | null {
  return value === undefined ? null : roundTo(value, figureDecimals);
}
