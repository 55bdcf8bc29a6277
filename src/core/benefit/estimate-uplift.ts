import { estimateResults } from '../estimate/estimate-results.js';
import type { DifferenceReading, Estimate } from '../estimate/pool-estimate.js';
import { at } from '../lists/at.js';
import { labelsOfTask } from '../manifest/labels-of-task.js';
import type { Manifest } from '../manifest/manifest.js';
import { poolTasks } from '../manifest/pool-tasks.js';
import { ResultsError, WinnowError } from '../model/errors.js';
import type { Warning } from '../model/fault.js';
import type { RunResults } from '../model/outcome.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import { mean } from '../statistics/summary.js';
import { countOf } from '../text/count-of.js';
import { findArtefacts, type UpliftArtefacts } from '../uplift/artefacts.js';
import { benefitLists } from '../uplift/benefit-lists.js';
import { meanByCluster, medianUplift } from '../uplift/mean-uplift.js';
import { enoughTasks } from '../uplift/measured-components.js';
import { measuredInterval } from '../uplift/measured-interval.js';
import { isRepeated, upliftOf } from '../uplift/paired-task.js';
import { shrinkUplifts } from '../uplift/shrink-uplifts.js';
import { type JudgedTasks, judgedTasks } from '../uplift/task-noise.js';
import { measuredUplifts } from '../uplift/uplift-forecast.js';
import { upliftReliability } from '../uplift/uplift-reliability.js';
import { upliftComponents } from '../uplift/variance-components.js';
import type { Arms, PerTaskUplifts, UpliftCoverage, UpliftEstimate, UpliftFigure, UpliftPart } from './benefit.js';
import { ofArms, type PairedOutcomes, pairOutcomes } from './pair-outcomes.js';

/** How the uplift is estimated. */
export interface UpliftOptions {
  readonly arms: Arms;
  /** Default 0.95. */
  readonly level?: number | undefined;
  /** The false-discovery rate of the lists. Default 0.1. */
  readonly rate?: number | undefined;
  /** What figures are divided by. Default: benchmark, phase and language. */
  readonly by?: readonly string[] | undefined;
  /** How many runs each task should have. Default: as the pilot says, else as the results show. */
  readonly repeat?: number | undefined;
  /** The standard deviation of one run, assumed instead of measured: tasks without repeats get figures too. */
  readonly assumeNoise?: number | undefined;
}

/**
 * What results of two arms on a selection say of the uplift: for the pool and its parts with the design of the sample,
 * tasks as units; beyond these benchmarks with benchmarks as units; and for each task with repeats in both arms. Pure.
 *
 * @throws ResultsError when the results lack an arm, or have no task in both; WinnowError when an option is out of range.
 */
export function estimateUplift(manifest: Manifest, outcomes: RunResults, options: UpliftOptions): UpliftEstimate {
  const { arms, level = 0.95, rate = 0.1, assumeNoise } = options;
  if (!(rate > 0 && rate < 1)) {
    const message = `the false-discovery rate must lie above 0 and below 1; found ${rate}.`;
    throw new WinnowError([{ code: 'uplift/rate', message }]);
  }
  if (assumeNoise !== undefined && !(assumeNoise > 0 && assumeNoise <= 0.5)) {
    const message = `the assumed noise must be above 0 and at most 0.5, the largest standard deviation of a reward from 0 to 1; found ${assumeNoise}.`;
    throw new WinnowError([{ code: 'uplift/assume-noise', message, hint: 'For example: --assume-noise 0.2.' }]);
  }
  const { names, own } = ofArms(outcomes, arms);
  const design = estimateResults(manifest, own, {
    baseline: arms.without,
    level,
    by: options.by,
    repeat: options.repeat,
  });
  const { pairs, coverage } = pairsOf(manifest, own, arms);
  if (pairs.length < 2) throw new ResultsError([tooFew(coverage, arms)]);
  const uplifts = pairs.map(upliftOf);
  const judged = judgedTasks(pairs, assumeNoise);
  const clusters = pairs.map(({ cluster }) => cluster);
  // Benchmarks that do not differ at all leave nothing to judge others by.
  const beyond = meanByCluster(uplifts, clusters, level);
  const artefacts = findArtefacts(pairs);
  const reading = design.differences[0]?.readings.find((each) => each.missingCountsAs === 'absent');
  const missingFailed = missingFailedOf(design);
  return {
    plan: design.plan,
    kind: design.kind,
    arms,
    level,
    rate,
    coverage,
    overall: figureOf(reading?.pool, uplifts),
    missingFailed,
    beyond: beyond === undefined || beyond.standardError === 0 ? undefined : beyond,
    parts: reading === undefined ? [] : partsOf(manifest, reading, pairs),
    artefacts,
    perTask: judged && perTaskUplifts(judged, level, rate),
    perTaskNote: perTaskNote(coverage, assumeNoise, pairs),
    warnings: [
      ...design.warnings,
      ...missingWarnings(missingFailed),
      ...armWarnings(coverage, names, arms),
      ...loneZeroWarnings(artefacts, mean(uplifts)),
    ],
  };
}

function perTaskUplifts({ tasks, noise }: JudgedTasks<PairedOutcomes>, level: number, rate: number): PerTaskUplifts {
  const { components } = noise;
  const shrunken = shrinkUplifts(measuredUplifts(tasks, components), level);
  const tests = benefitLists(tasks, noise, rate);
  return {
    noise: { ...noise, reliability: [1, 3].map((runs) => upliftReliability(components, runs)) },
    model: {
      centre: shrunken.centre,
      taskDeviation: shrunken.mostLikely.task,
      clusterDeviation: shrunken.mostLikely.cluster,
    },
    tasks: tasks.map(({ benchmark, id, ...pair }, i) => ({
      benchmark,
      id,
      runs: { with: pair.with.length, without: pair.without.length },
      measured: upliftOf(pair),
      interval: measuredInterval(pair, components, level),
      shrunken: at(shrunken.tasks, i),
      test: at(tests, i),
    })),
  };
}

/** Why tasks have no figures, and what to do; or what the figures assume. */
function perTaskNote(
  { pairs, repeated }: UpliftCoverage,
  assumed: number | undefined,
  tasks: readonly PairedOutcomes[],
): string | undefined {
  if (assumed !== undefined) {
    const measured = upliftComponents(tasks);
    const found =
      measured === undefined
        ? ''
        : ` The repeats of ${countOf(measured.tasks, 'task')} show ${Math.sqrt((measured.runWithout + measured.runWith) / 2).toFixed(3)}.`;
    return `The figures of single tasks assume that one run varies by a standard deviation of ${assumed} (--assume-noise). The lists and intervals are only as good as that assumption.${found}`;
  }
  const why = "One run per side can't separate a task's uplift from chance.";
  if (repeated < enoughTasks) {
    return `No per-task results: ${repeated} of ${countOf(pairs, 'task')} have at least two runs in both arms, and ${enoughTasks} are needed. ${why} Run each task at least twice per side, better three times or more, or state the noise of a run: --assume-noise SD.`;
  }
  return repeated === pairs
    ? undefined
    : `${countOf(pairs - repeated, 'task')} with a single run in an arm ${pairs - repeated === 1 ? 'counts' : 'count'} only towards the means. ${why}`;
}

function pairsOf(manifest: Manifest, { outcomes }: RunResults, arms: Arms) {
  const selected = manifest.tasks.map(({ benchmark, task_id: id, aliases }) => ({ benchmark, id, aliases }));
  const { pairs, counts } = pairOutcomes(selected, poolTasks(manifest), outcomes, arms);
  const runs = (arm: 'with' | 'without') => pairs.reduce((sum, pair) => sum + pair[arm].length, 0);
  const coverage: UpliftCoverage = {
    selected: selected.length,
    pairs: pairs.length,
    ...counts,
    repeated: pairs.filter(isRepeated).length,
    runs: { with: runs('with'), without: runs('without') },
  };
  return { pairs, coverage };
}

type PoolFigures = DifferenceReading['pool'];

function figureOf(pool: PoolFigures, uplifts: readonly number[]): UpliftFigure {
  return {
    pairs: uplifts.length,
    mean: pool?.mean ?? mean(uplifts),
    interval: pool === undefined ? undefined : { low: pool.low, high: pool.high },
    pValue: pool?.pValue,
    median: medianUplift(uplifts),
  };
}

function partsOf(
  manifest: Manifest,
  { parts }: DifferenceReading,
  pairs: readonly PairedOutcomes[],
): readonly UpliftPart[] {
  const rows = new Map(manifest.tasks.map((task) => [taskKey({ benchmark: task.benchmark, id: task.task_id }), task]));
  return parts.flatMap(({ by, value, trust, pool }): UpliftPart[] => {
    const own = pairs.filter((pair) => {
      const row = rows.get(taskKey(pair));
      return row !== undefined && labelsOfTask(row)[by] === value;
    });
    return own.length === 0 ? [] : [{ by, value, trust, ...figureOf(pool, own.map(upliftOf)) }];
  });
}

/** The uplift with what is missing counted as failed, where runs are missing. */
function missingFailedOf({ differences, configurations }: Estimate): UpliftEstimate['missingFailed'] {
  const failed = differences[0]?.readings.find(({ missingCountsAs }) => missingCountsAs === 'failed');
  if (failed === undefined || configurations.every(({ attempts }) => attempts.expected < 2 || attempts.missing === 0))
    return undefined;
  const { pairs, pool, selectedMean } = failed;
  return {
    pairs,
    mean: pool?.mean ?? selectedMean,
    interval: pool === undefined ? undefined : { low: pool.low, high: pool.high },
    pValue: pool?.pValue,
  };
}

function missingWarnings(figure: UpliftEstimate['missingFailed']): Warning[] {
  if (figure === undefined) return [];
  const { mean: counted, interval } = figure;
  const words = interval === undefined ? '' : ` (${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})`;
  const message = `the figures leave out the runs that are missing. With them counted as failed, the mean uplift is ${counted.toFixed(3)}${words}.`;
  return [{ code: 'uplift-missing', message }];
}

function armWarnings(
  { withOnly, withoutOnly, neither, unscoredRuns, selected }: UpliftCoverage,
  names: readonly string[],
  arms: Arms,
): Warning[] {
  const warnings: Warning[] = [];
  if (withOnly + withoutOnly > 0) {
    const message = `${withOnly} of ${countOf(selected, 'task')} have a score with ${arms.with} only, ${withoutOnly} with ${arms.without} only: left out of both arms.`;
    warnings.push({ code: 'uplift-one-arm', message });
  }
  if (neither > 0)
    warnings.push({ code: 'uplift-neither', message: `${countOf(neither, 'task')} without a score in either arm.` });
  if (unscoredRuns > 0) {
    const message = `${countOf(unscoredRuns, 'run')} errored or not run: left out, not counted as 0.`;
    warnings.push({ code: 'uplift-unscored', message });
  }
  const others = names.filter((name) => name !== arms.with && name !== arms.without);
  if (others.length > 0) {
    const message = `${countOf(others.length, 'other configuration')} of the results ${others.length === 1 ? 'is' : 'are'} not looked at: ${others.join(', ')}.`;
    warnings.push({ code: 'uplift-others', message });
  }
  return warnings;
}

/** Lone zeros that make most of the mean uplift, or turn it, may be errored runs written as 0. */
function loneZeroWarnings({ loneZeros, meanWithoutThem }: UpliftArtefacts, plain: number): Warning[] {
  if (loneZeros.tasks === 0 || Math.abs(plain - meanWithoutThem) < Math.abs(plain) / 2) return [];
  const message = `${loneZeros.without + loneZeros.with} lone zeros among passing repeats (${loneZeros.without} without, ${loneZeros.with} with) make much of the uplift: the plain mean is ${plain.toFixed(3)}, without them ${meanWithoutThem.toFixed(3)}. They may be errored runs written as 0.`;
  return [{ code: 'uplift-lone-zeros', message }];
}

function tooFew({ pairs, selected, withOnly, withoutOnly }: UpliftCoverage, arms: Arms) {
  return {
    code: 'uplift/pairs',
    message: `${countOf(pairs, 'task')} of ${selected} with a score in both arms: an uplift takes two. ${withOnly} have one with ${arms.with} only, ${withoutOnly} with ${arms.without} only.`,
    hint: 'Give results of both arms on the same tasks.',
  };
}
