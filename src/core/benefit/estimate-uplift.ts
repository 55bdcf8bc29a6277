import type { DifferenceReading } from '../estimate/estimate.js';
import { estimateResults } from '../estimate/estimate-results.js';
import { poolTasks } from '../estimate/selected-tasks.js';
import { at } from '../lists/at.js';
import type { Manifest } from '../manifest/manifest.js';
import { ResultsError, WinnowError } from '../model/errors.js';
import type { Warning } from '../model/fault.js';
import type { RunResults } from '../model/outcome.js';
import { matchOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { filterOutcomes, sortedConfigurationNames } from '../outcomes/outcome-lists.js';
import { taskResult } from '../outcomes/task-result.js';
import { mean } from '../statistics/mean.js';
import { compareText } from '../text/compare-text.js';
import { countOf } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';
import { findArtefacts } from '../uplift/artefacts.js';
import { benefitLists } from '../uplift/benefit-lists.js';
import { meanByCluster, medianUplift } from '../uplift/mean-uplift.js';
import { isRepeated, type PairedTask, upliftOf } from '../uplift/paired-task.js';
import { publishedComponents } from '../uplift/published-components.js';
import { shrinkUplifts } from '../uplift/shrink-uplifts.js';
import { upliftReliability } from '../uplift/uplift-reliability.js';
import { noiseOf, upliftComponents } from '../uplift/variance-components.js';
import type { Arms, UpliftCoverage, UpliftEstimate, UpliftFigure, UpliftPart } from './benefit.js';

/** How the uplift is estimated. */
export interface UpliftOptions {
  readonly arms: Arms;
  /** Default 0.95. */
  readonly level?: number | undefined;
  /** The false-discovery rate of the lists. Default 0.1. */
  readonly rate?: number | undefined;
  /** What figures are divided by. Default: benchmark, phase and language. */
  readonly by?: readonly string[] | undefined;
}

/** So many tasks with repeats in both arms tell the noise of a run well enough. */
const enoughTasks = 20;

interface Pair extends PairedTask {
  readonly benchmark: string;
  readonly id: string;
}

/**
 * What results of two arms on a selection say of the uplift: for the pool and its parts with the design of the sample,
 * tasks as units; beyond these benchmarks with benchmarks as units; and for each task, shrunken. Pure.
 *
 * @throws ResultsError when the results lack an arm, or have no task in both; WinnowError when an option is out of range.
 */
export function estimateUplift(manifest: Manifest, outcomes: RunResults, options: UpliftOptions): UpliftEstimate {
  const { arms, level = 0.95, rate = 0.1 } = options;
  if (!(rate > 0 && rate < 1)) {
    const message = `the false-discovery rate must lie above 0 and below 1; found ${rate}.`;
    throw new WinnowError([{ code: 'uplift/rate', message }]);
  }
  const { names, own } = ofArms(outcomes, arms);
  const design = estimateResults(manifest, own, { baseline: arms.without, level, by: options.by });
  const { pairs, coverage } = pairsOf(manifest, own, arms);
  if (pairs.length < 2) throw new ResultsError([tooFew(coverage, arms)]);
  const uplifts = pairs.map(upliftOf);
  const isMeasured = pairs.filter(isRepeated).length >= enoughTasks;
  const components = (isMeasured ? upliftComponents(pairs) : undefined) ?? publishedComponents;
  const shrunken = shrinkUplifts(
    pairs.map((pair, i) => ({ cluster: pair.cluster, uplift: at(uplifts, i), noise: noiseOf(pair, components) })),
    level,
  );
  const tests = benefitLists(pairs, components, rate);
  const reading = design.differences[0]?.readings.find((each) => each.reading === 'absent');
  return {
    plan: design.plan,
    kind: design.kind,
    arms,
    level,
    rate,
    coverage,
    overall: figureOf(reading?.pool, uplifts),
    beyond: meanByCluster(
      uplifts,
      pairs.map(({ cluster }) => cluster),
      level,
    ),
    parts: reading === undefined ? [] : partsOf(manifest, reading, pairs),
    noise: {
      from: isMeasured ? 'results' : 'published',
      components,
      reliability: [1, 3].map((runs) => upliftReliability(components, runs)),
    },
    model: {
      centre: shrunken.centre,
      taskDeviation: shrunken.taskDeviation,
      clusterDeviation: shrunken.clusterDeviation,
    },
    artefacts: findArtefacts(pairs),
    tasks: pairs.map(({ benchmark, id, ...pair }, i) => ({
      benchmark,
      id,
      runs: { with: pair.with.length, without: pair.without.length },
      measured: at(uplifts, i),
      shrunken: at(shrunken.tasks, i),
      test: at(tests, i),
    })),
    warnings: [...design.warnings, ...armWarnings(coverage, names, arms, isMeasured)],
  };
}

function ofArms(outcomes: RunResults, arms: Arms) {
  if (outcomes.faults.length > 0) throw new ResultsError(outcomes.faults);
  const names = sortedConfigurationNames(outcomes.outcomes);
  const faults = [arms.with, arms.without]
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: 'uplift/arm',
      message: `the results have no configuration "${name}".${didYouMean(name, names)} Found: ${names.join(', ')}.`,
      hint: 'Name both arms: --uplift with=NAME,without=NAME.',
    }));
  if (faults.length > 0) throw new ResultsError(faults);
  const isArm = new Set([arms.with, arms.without]);
  const own = {
    ...outcomes,
    outcomes: filterOutcomes(outcomes.outcomes, ({ configuration }) => isArm.has(configuration)),
  };
  return { names, own };
}

function pairsOf(manifest: Manifest, { outcomes }: RunResults, arms: Arms) {
  const selected = manifest.tasks.map(({ benchmark, task_id: id, aliases }) => ({ benchmark, id, aliases }));
  const { configurations } = matchOutcomes(selected, poolTasks(manifest), outcomes);
  const resultsOf = (name: string) => configurations.find((each) => each.name === name)?.byTask ?? new Map();
  const [tried, plain] = [resultsOf(arms.with), resultsOf(arms.without)];
  const counts = { withOnly: 0, withoutOnly: 0, neither: 0, unscoredRuns: 0 };
  const pairs = selected
    .toSorted((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id))
    .flatMap(({ benchmark, id }): Pair[] => {
      const key = taskKey({ benchmark, id });
      const [other, without] = [taskResult(tried.get(key)), taskResult(plain.get(key))];
      counts.unscoredRuns += other.unscored + without.unscored;
      if (other.state === 'scored' && without.state === 'scored')
        return [{ benchmark, id, cluster: benchmark, with: other.rewards, without: without.rewards }];
      if (other.state === 'scored') counts.withOnly += 1;
      else if (without.state === 'scored') counts.withoutOnly += 1;
      else counts.neither += 1;
      return [];
    });
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

function partsOf(manifest: Manifest, { parts }: DifferenceReading, pairs: readonly Pair[]): readonly UpliftPart[] {
  const rows = new Map(manifest.tasks.map((task) => [taskKey({ benchmark: task.benchmark, id: task.task_id }), task]));
  return parts.flatMap(({ by, value, trust, pool }): UpliftPart[] => {
    const own = pairs.filter((pair) => {
      const row = rows.get(taskKey(pair));
      const found = row === undefined ? undefined : by === 'phase' ? row.sdlc_phase : row[by];
      return String(found ?? '') === value;
    });
    return own.length === 0 ? [] : [{ by, value, trust, ...figureOf(pool, own.map(upliftOf)) }];
  });
}

function armWarnings(
  { withOnly, withoutOnly, neither, unscoredRuns, selected }: UpliftCoverage,
  names: readonly string[],
  arms: Arms,
  isMeasured: boolean,
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
  if (!isMeasured) {
    const message = `fewer than ${enoughTasks} tasks have two runs in both arms: the noise of a run is that of published pairs, not measured here.`;
    warnings.push({ code: 'uplift-noise', message });
  }
  return warnings;
}

function tooFew({ pairs, selected, withOnly, withoutOnly }: UpliftCoverage, arms: Arms) {
  return {
    code: 'uplift/pairs',
    message: `${countOf(pairs, 'task')} of ${selected} with a score in both arms: an uplift takes two. ${withOnly} have one with ${arms.with} only, ${withoutOnly} with ${arms.without} only.`,
    hint: 'Give results of both arms on the same tasks.',
  };
}
