import { type DataOf, entry, figure, list, maybe, number, orNull, text, word } from '../documents/forms.js';
import { estimateResults } from '../estimate/estimate-results.js';
import { endWords, signedUnit } from '../estimate/estimate-words.js';
import type { DifferenceReading, Estimate } from '../estimate/pool-estimate.js';
import { at, sumOf } from '../lists/lists.js';
import { labelsOfTask } from '../manifest/csv-columns.js';
import { type Manifest, namedTasks, poolTasks } from '../manifest/manifest.js';
import { ResultsError, type Warning, WinnowError } from '../model/errors.js';
import type { Outcome, RunResults } from '../model/outcome.js';
import { inOrder, matchOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { filterOutcomes, type TaskResult, taskResult } from '../outcomes/task-result.js';
import { comparable, mean } from '../statistics/summary.js';
import { countOf } from '../text/words.js';
import { benefitLists, benefits } from './benefit-lists.js';
import { measuredUplifts } from './expected-gain.js';
import {
  type Arms,
  enoughTasks,
  isRepeated,
  type JudgedTasks,
  judgedTasks,
  measuredInterval,
  ofArms,
  type PairedOutcomes,
  pairOutcomes,
  upliftComponents,
  upliftOf,
  upliftReliability,
} from './paired-tasks.js';
import { shrinkUplifts } from './shrink-uplifts.js';
import { findArtefacts, meanByCluster, medianUplift, withoutLoneZero } from './uplift-figures.js';

/** The output of `compare --json`. */
export function upliftSchema() {
  const ends = { low: figure(), high: figure() };
  const interval = orNull(entry(ends));
  const runs = entry({ with: number(), without: number() });
  const meanForm = { pairs: number(), mean: figure(), interval, pValue: orNull(figure()) };
  const figureForm = { ...meanForm, median: figure('The median of the measured uplifts of the tasks.') };
  return entry({
    plan: text(),
    kind: word(['focus', 'representative']),
    with: text('The system with the change under test.'),
    without: text(),
    level: number('The confidence level of every interval.'),
    falseDiscoveryRate: number(),
    coverage: entry({
      selected: number(),
      pairs: number(),
      withOnly: number(),
      withoutOnly: number(),
      neither: number(),
      unscoredRuns: number(
        'Runs that errored or were not run, in either arm. They have no score and never count as 0.',
      ),
      repeated: number('Tasks with at least two runs in each arm.'),
      better: maybe(number('Tasks on which the system with the change has the higher mean score.')),
      worse: maybe(number('Tasks on which it has the lower mean score.')),
      runs,
    }),
    uplift: entry(
      figureForm,
      'The design-based estimate for the pool, with tasks as units; for a purposive selection, only for its tasks.',
    ),
    missingCountedAsFailed: maybe(
      entry(meanForm, 'The uplift with missing results counted as failed; left out if no run is missing.'),
    ),
    beyondBenchmarks: orNull(
      entry({
        mean: figure(),
        standardError: figure(),
        interval: entry(ends),
        degreesOfFreedom: figure(),
        pValue: figure(),
      }),
      'With benchmarks as units; null for fewer than five benchmarks.',
    ),
    parts: list(
      entry({
        by: text(),
        value: text(),
        trust: word(['shown', 'indicative', 'suppressed'], 'By number of tasks: 20 or more, 5 to 19, or fewer.'),
        ...figureForm,
      }),
    ),
    perTaskNote: orNull(
      text(),
      'Why some or all tasks have no figures, or a note that their noise is assumed. `noise`, `shrinkage`, `lists` and `tasks` are null without repeats in both arms and without --assume-noise.',
    ),
    noise: orNull(
      entry({
        noiseBy: word(['repeats', 'assumed'], 'The source of the variance of a run.'),
        assumeNoise: orNull(figure(), 'The standard deviation of a run, as given by --assume-noise.'),
        tasks: number('Tasks that have figures.'),
        runVarianceWithout: figure(),
        runVarianceWith: figure(),
        varianceOfUplift: figure(),
        reliability: list(
          entry({ runs: number(), reliability: orNull(figure()), largestCorrelation: orNull(figure()) }),
        ),
      }),
    ),
    shrinkage: orNull(entry({ centre: figure(), deviationTasks: figure(), deviationBenchmarks: figure() })),
    lists: orNull(
      entry({ benefits: list(text()), hurt: list(text()), cannotTell: number() }),
      'The tasks listed at the false-discovery rate.',
    ),
    tasks: orNull(
      list(
        entry({
          taskId: text(),
          benchmark: text(),
          runs,
          measured: figure(),
          interval: entry(
            ends,
            'The confidence interval of the measured uplift, from the runs of this task only. For listed tasks it covers the true value less often, because chance helped to list them.',
          ),
          uplift: figure('Shrunk towards its benchmark by its reliability.'),
          credibleInterval: entry(
            ends,
            'The model’s interval for the shrunken uplift; it also holds for listed tasks.',
          ),
          reliability: figure(),
          chanceAboveZero: figure(),
          pValue: figure(),
          adjustedPValue: figure('After Benjamini and Hochberg.'),
          benefit: word(benefits),
        }),
      ),
      'Tasks with at least two runs in each arm; with --assume-noise, every task.',
    ),
    artefacts: entry({
      loneZeros: entry(
        { without: number(), with: number(), tasks: number() },
        'Runs with reward 0 although all repeats (at least two) are above 0: often broken infrastructure.',
      ),
      meanWithoutLoneZeros: figure(),
      unequalArms: number('Tasks with more runs in one arm than in the other.'),
      oneRun: number('Tasks with a single run in an arm.'),
      signDepends: list(text(), 'Benchmarks whose uplift is above 0 by one estimator and below 0 by another.'),
    }),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
  });
}

export type UpliftEstimate = DataOf<typeof upliftSchema>;
type UpliftFigure = UpliftEstimate['uplift'];
type UpliftPart = UpliftEstimate['parts'][number];
type UpliftCoverage = UpliftEstimate['coverage'];
type PerTask = Pick<UpliftEstimate, 'noise' | 'shrinkage' | 'lists' | 'tasks'>;

export interface UpliftOptions {
  readonly arms: Arms;
  readonly level?: number | undefined;
  readonly rate?: number | undefined;
  /** Fields to break figures down by. Default: benchmark, phase and language. */
  readonly by?: readonly string[] | undefined;
  /** Expected runs per task. Default: from the pilot, otherwise from the results. */
  readonly repeat?: number | undefined;
  /** The assumed standard deviation of a run; tasks without repeats then get figures too. */
  readonly assumeNoise?: number | undefined;
}

/** Throws ResultsError or WinnowError. */
export function estimateUplift(manifest: Manifest, outcomes: RunResults, options: UpliftOptions): UpliftEstimate {
  const { arms, level = 0.95, rate = 0.1, assumeNoise } = options;
  if (!(rate > 0 && rate < 1)) {
    const message = `the false-discovery rate must be above 0 and below 1; found ${rate}.`;
    throw new WinnowError([{ code: 'uplift/rate', message }]);
  }
  if (assumeNoise !== undefined && !(assumeNoise > 0 && assumeNoise <= 0.5)) {
    const message = `the assumed noise must be above 0 and at most 0.5, the largest standard deviation of a reward from 0 to 1; found ${assumeNoise}.`;
    throw new WinnowError([{ code: 'uplift/assume-noise', message, hint: 'For example: --assume-noise 0.2.' }]);
  }
  const { names, own } = ofArms(outcomes, arms);
  const { by, repeat } = options;
  const estimated = (results: RunResults) =>
    estimateResults(manifest, results, { baseline: arms.without, level, by, repeat });
  const design = estimated(own);
  const { pairs, coverage } = pairsOf(manifest, own, arms);
  if (pairs.length < 2) throw new ResultsError([tooFew(coverage, arms)]);
  const uplifts = pairs.map(upliftOf);
  const judged = judgedTasks(pairs, assumeNoise);
  const clusters = pairs.map(({ cluster }) => cluster);
  // If benchmarks don't differ at all, there is no variance to infer from.
  const beyond = meanByCluster(uplifts, clusters, level);
  const isKnown = beyond !== undefined && beyond.standardError > 0;
  const artefacts = findArtefacts(pairs);
  const reading = absentReading(design);
  const kept = artefacts.loneZeros.tasks === 0 ? reading : absentReading(estimated(withoutLoneZeros(manifest, own)));
  const missingCountedAsFailed = missingFailedOf(design);
  return {
    plan: design.plan,
    kind: design.kind,
    with: arms.with,
    without: arms.without,
    level,
    falseDiscoveryRate: rate,
    coverage,
    uplift: figureOf(reading?.pool, uplifts),
    missingCountedAsFailed,
    beyondBenchmarks: isKnown ? { ...beyond, interval: { low: beyond.low, high: beyond.high } } : undefined,
    parts: reading === undefined ? [] : partsOf(manifest, reading, pairs),
    perTaskNote: perTaskNote(coverage, assumeNoise, pairs),
    ...perTaskOf(judged, level, rate),
    artefacts: {
      loneZeros: artefacts.loneZeros,
      meanWithoutLoneZeros: kept?.pool?.mean ?? artefacts.meanWithoutThem,
      unequalArms: artefacts.unequalArms.tasks,
      oneRun: artefacts.oneRun,
      signDepends: artefacts.signDepends.map(({ cluster }) => cluster),
    },
    warnings: inOrder([
      ...design.warnings.filter(({ code }) => !aboutLevels.includes(code)),
      ...missingWarnings(missingCountedAsFailed),
      ...armWarnings(coverage, names, arms),
      ...loneZeroWarnings(artefacts, mean(uplifts)),
    ]),
  };
}

/** The codes of warnings about missing results that a comparison words differently. */
const aboutLevels = ['missing-results', 'errors-missing'];

function absentReading({ differences }: Estimate): DifferenceReading | undefined {
  return differences[0]?.readings.find(({ missingCountsAs }) => missingCountsAs === 'absent');
}

/** Drops lone zeros from the results, so that the mean without them uses the design weights too. */
function withoutLoneZeros(manifest: Manifest, results: RunResults): RunResults {
  const nameOf = ({ configuration, benchmark, taskId }: Outcome) => JSON.stringify([configuration, benchmark, taskId]);
  const { configurations } = matchOutcomes(namedTasks(manifest), poolTasks(manifest), results.outcomes);
  const hasLoneZero = ({ rewards }: TaskResult) => withoutLoneZero(rewards).length < rewards.length;
  const lists = configurations.flatMap(({ byTask }) => [...byTask.values()]);
  const names = new Set(lists.filter((list) => hasLoneZero(taskResult(list))).flatMap((list) => list.map(nameOf)));
  const outcomes = filterOutcomes(results.outcomes, (each) => each.reward !== 0 || !names.has(nameOf(each)));
  return { ...results, outcomes };
}

/** Clips to [−1, 1], the range of a difference of rewards. */
function withinRange({ low, high }: { readonly low: number; readonly high: number }) {
  return { low: Math.max(-1, low), high: Math.min(1, high) };
}

function perTaskOf(judged: JudgedTasks<PairedOutcomes> | undefined, level: number, rate: number): PerTask {
  if (judged === undefined) return { noise: undefined, shrinkage: undefined, lists: undefined, tasks: undefined };
  const { by, components } = judged.noise;
  const shrunken = shrinkUplifts(measuredUplifts(judged.tasks, components), level);
  const tests = benefitLists(judged.tasks, judged.noise, rate);
  const tasks = judged.tasks.map(({ benchmark, id, ...pair }, i) => {
    const { uplift, low, high, reliability, above } = at(shrunken.tasks, i);
    const { benefit, pValue, adjusted } = at(tests, i);
    return {
      taskId: id,
      benchmark,
      runs: { with: pair.with.length, without: pair.without.length },
      measured: upliftOf(pair),
      interval: withinRange(measuredInterval(pair, components, level)),
      uplift,
      credibleInterval: withinRange({ low, high }),
      reliability,
      chanceAboveZero: above,
      pValue,
      adjustedPValue: adjusted,
      benefit,
    };
  });
  const listed = (benefit: (typeof benefits)[number]) =>
    tasks.filter((task) => task.benefit === benefit).map(({ benchmark, taskId }) => `${benchmark}/${taskId}`);
  return {
    noise: {
      noiseBy: by,
      assumeNoise: by === 'assumed' ? Math.sqrt(components.runWith) : undefined,
      tasks: components.tasks,
      runVarianceWithout: components.runWithout,
      runVarianceWith: components.runWith,
      varianceOfUplift: components.between,
      reliability: [1, 3].map((runs) => {
        const { reliability, ceiling } = upliftReliability(components, runs);
        return { runs, reliability, largestCorrelation: ceiling };
      }),
    },
    shrinkage: {
      centre: shrunken.centre,
      deviationTasks: shrunken.mostLikely.task,
      deviationBenchmarks: shrunken.mostLikely.cluster,
    },
    lists: { benefits: listed('benefits'), hurt: listed('hurt'), cannotTell: listed('cannot tell').length },
    tasks,
  };
}

/** Why tasks have no figures and how to get them, or the assumption behind the figures. */
function perTaskNote(
  { pairs, repeated }: UpliftCoverage,
  assumed: number | undefined,
  tasks: readonly PairedOutcomes[],
): string | undefined {
  if (assumed !== undefined) {
    const { tasks: count, runWithout, runWith } = upliftComponents(tasks) ?? { tasks: 0, runWithout: 0, runWith: 0 };
    const measured = Math.sqrt((runWithout + runWith) / 2).toFixed(3);
    const found = count === 0 ? '' : ` Repeats on ${countOf(count, 'task')} suggest ${measured}.`;
    return `Per-task figures assume that runs vary with a standard deviation of ${assumed} (--assume-noise). The lists and intervals are only as good as this assumption.${found}`;
  }
  const why = "One run per arm can't separate a task's uplift from chance.";
  if (repeated < enoughTasks) {
    const runs = 'at least twice per arm, preferably three times or more';
    const more =
      repeated === pairs
        ? 'Run more tasks'
        : `${why} Run ${pairs < enoughTasks ? 'more tasks, each' : 'each task'} ${runs}`;
    return `No per-task results: ${repeated} of ${countOf(pairs, 'task')} have at least two runs in both arms, but Winnow needs ${enoughTasks}. ${more}, or set the noise of a run with --assume-noise SD.`;
  }
  const single = pairs - repeated;
  if (single === 0) return undefined;
  return `${countOf(single, 'task')} with a single run in one arm ${single === 1 ? 'counts' : 'count'} only towards the means. ${why}`;
}

function pairsOf(manifest: Manifest, { outcomes }: RunResults, arms: Arms) {
  const selected = manifest.tasks.map(({ benchmark, task_id: id, aliases }) => ({ benchmark, id, aliases }));
  const { pairs, counts } = pairOutcomes(selected, poolTasks(manifest), outcomes, arms);
  const runs = (arm: 'with' | 'without') => sumOf(pairs, (pair) => pair[arm].length);
  const coverage: UpliftCoverage = {
    selected: selected.length,
    pairs: pairs.length,
    ...counts,
    repeated: pairs.filter(isRepeated).length,
    better: pairs.filter((pair) => upliftOf(pair) > 0).length,
    worse: pairs.filter((pair) => upliftOf(pair) < 0).length,
    runs: { with: runs('with'), without: runs('without') },
  };
  return { pairs, coverage };
}

function figureOf(pool: DifferenceReading['pool'], uplifts: readonly number[]): UpliftFigure {
  return { ...meanOf(pool, uplifts.length, mean(uplifts)), median: medianUplift(uplifts) };
}

function meanOf(pool: DifferenceReading['pool'], pairs: number, plain: number) {
  const interval = pool && { low: pool.low, high: pool.high };
  return { pairs, mean: pool?.mean ?? plain, interval, pValue: pool?.pValue };
}

function partsOf(manifest: Manifest, { parts }: DifferenceReading, pairs: readonly PairedOutcomes[]) {
  const rows = new Map(manifest.tasks.map((task) => [taskKey({ benchmark: task.benchmark, id: task.task_id }), task]));
  return parts.flatMap(({ by, value, trust, pool }): UpliftPart[] => {
    const own = pairs.filter((pair) => {
      const row = rows.get(taskKey(pair));
      return row !== undefined && labelsOfTask(row)[by] === value;
    });
    return own.length === 0 ? [] : [{ by, value, trust, ...figureOf(pool, own.map(upliftOf)) }];
  });
}

/** The uplift with missing results counted as failed; undefined if none are missing. */
function missingFailedOf({ differences }: Estimate): UpliftEstimate['missingCountedAsFailed'] {
  const failed = differences[0]?.readings.find(({ missingCountsAs }) => missingCountsAs === 'failed');
  if (failed === undefined) return undefined;
  return meanOf(failed.pool, failed.pairs, failed.selectedMean);
}

function missingWarnings(figure: UpliftEstimate['missingCountedAsFailed']): Warning[] {
  if (figure === undefined) return [];
  const { mean: counted, interval } = figure;
  const words = interval === undefined ? '' : ` (${endWords(interval.low)} to ${endWords(interval.high)})`;
  const message = `Figures ignore missing results, which are rarely missing at random. With missing results counted as failed, the mean uplift is ${signedUnit(counted)}${words}.`;
  return [{ code: 'uplift-missing', message }];
}

function armWarnings(
  { withOnly, withoutOnly, neither, unscoredRuns, selected }: UpliftCoverage,
  names: readonly string[],
  arms: Arms,
): Warning[] {
  const others = names.filter((name) => name !== arms.with && name !== arms.without);
  const one = `The comparison ignores tasks with a score in only one arm: of ${countOf(selected, 'task')}, ${withOnly} only with ${arms.with} and ${withoutOnly} only with ${arms.without}.`;
  const unseen = `Ignored ${countOf(others.length, 'other system')} in the results: ${others.join(', ')}.`;
  const unscored = `Skipped ${countOf(unscoredRuns, 'run')} that errored or did not run, instead of counting them as 0.`;
  return [
    { count: withOnly + withoutOnly, code: 'uplift-one-arm', message: one },
    {
      count: neither,
      code: 'uplift-neither',
      message: `${countOf(neither, 'task has', 'tasks have')} no score in either arm.`,
    },
    { count: unscoredRuns, code: 'uplift-unscored', message: unscored },
    { count: others.length, code: 'uplift-others', message: unseen },
  ].flatMap(({ count, code, message }) => (count === 0 ? [] : [{ code, message }]));
}

/** Lone zeros that account for at least half of the mean uplift may be errored runs recorded as 0. */
function loneZeroWarnings({ loneZeros, meanWithoutThem }: ReturnType<typeof findArtefacts>, plain: number): Warning[] {
  const moved = Math.abs(comparable(plain - meanWithoutThem));
  if (loneZeros.tasks === 0 || moved === 0 || moved < Math.abs(plain) / 2) return [];
  const message = `Much of the uplift comes from lone zeros among passing repeats: ${loneZeros.without} in the baseline and ${loneZeros.with} in the treatment. The plain mean is ${plain.toFixed(3)}, or ${meanWithoutThem.toFixed(3)} without them. They may be errored runs recorded as 0.`;
  return [{ code: 'uplift-lone-zeros', message }];
}

function tooFew({ pairs, selected, withOnly, withoutOnly }: UpliftCoverage, arms: Arms) {
  return {
    code: 'uplift/pairs',
    message: `${pairs} of ${countOf(selected, 'task')} ${pairs === 1 ? 'has' : 'have'} a score in both arms, but an uplift needs at least two. ${withOnly} have a score only with ${arms.with}, and ${withoutOnly} only with ${arms.without}.`,
    hint: 'Give results of both arms on the same tasks.',
  };
}
