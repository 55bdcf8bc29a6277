import { type Block, line, quietLine, tableBy, wordColumn } from '../../blocks/blocks.js';
import { type DataOf, entry, figure, list, number, orNull, text, word } from '../../documents/forms.js';
import { compact, sumOf } from '../../lists/lists.js';
import type { Outcome } from '../../model/outcome.js';
import type { Plan } from '../../model/plan.js';
import type { RandomStream } from '../../statistics/random-numbers.js';
import type { Interval } from '../../statistics/rate-intervals.js';
import { comparable } from '../../statistics/summary.js';
import { countOf, signed, visibleText } from '../../text/words.js';
import {
  enoughTasks,
  measuredComponents,
  type PairedTask,
  upliftOf,
  upliftReliability,
} from '../../uplift/paired-tasks.js';
import { predictability } from '../../uplift/predictability.js';
import {
  clusteredCorrelation,
  findArtefacts,
  type MeanFigure,
  meanByCluster,
  meanByTask,
  medianUplift,
  pairsNeeded,
} from '../../uplift/uplift-figures.js';
import type { ResultTask } from './result-tasks.js';
import { featureColumns, featureValidity } from './score-correlation.js';

export function measuredSchema() {
  const interval = entry({ low: figure(), high: figure() });
  const uplift = entry({
    mean: figure(),
    standardError: figure(),
    interval,
    degreesOfFreedom: figure(),
    pValue: figure(),
  });
  const correlation = orNull(
    entry({
      rankCorrelation: figure(),
      benchmarks: number(),
      interval: orNull(interval, 'Null for fewer than five benchmarks, or if one of them dominates.'),
      pValue: orNull(figure()),
    }),
    'The correlation of score and uplift, clustered by benchmark.',
  );
  const arms = { baseline: number(), configuration: number() };
  return entry(
    {
      pairs: number('Tasks with results in both arms, including those without a score.'),
      uplift: orNull(uplift),
      median: orNull(figure()),
      upliftBeyondBenchmarks: orNull(uplift, 'Clustered by benchmark, for claims beyond these benchmarks.'),
      correlationClustered: correlation,
      correlationWithinClustered: correlation,
      noise: entry({
        from: word(['results', 'published'], '"published" if too few pairs have repeats.'),
        noiseBy: word(['repeats', 'pass rates', 'published'], 'The source of the run variance.'),
        tasks: number(),
        runVarianceBaseline: figure(),
        runVarianceConfiguration: figure(),
        varianceOfUplift: figure('The variance of the true uplift between tasks.'),
        reliability: list(
          entry({ runs: figure(), reliability: orNull(figure()), largestCorrelation: orNull(figure()) }),
          'With one run per arm, with three, and with the actual number of runs.',
        ),
        pairsNeeded: list(
          entry({ correlation: number(), runs: number(), pairs: orNull(number()) }),
          'Pairs needed to detect a true correlation with 80% power.',
        ),
      }),
      features: list(
        entry({
          name: text(),
          tasks: number('Tasks with a known value.'),
          rankCorrelation: orNull(figure()),
          withinBenchmarks: orNull(figure()),
          pValue: orNull(figure(), 'Null for fewer than ten tasks, or if nothing varies.'),
          adjustedPValue: orNull(figure()),
        }),
        'P-values within benchmarks, Holm-adjusted.',
      ),
      prediction: orNull(
        entry({
          tasks: number(),
          features: number(),
          r2LeftOutTasks: orNull(figure()),
          r2LeftOutBenchmarks: orNull(figure()),
        }),
      ),
      artefacts: orNull(
        entry({
          loneZeros: entry({ ...arms, tasks: number() }, 'Runs with reward 0 among passing repeats.'),
          meanWithoutLoneZeros: figure(),
          unequalArms: entry({ tasks: number(), baselineRuns: number(), configurationRuns: number() }),
          oneRunTasks: number('Tasks with a single run in an arm.'),
          signDepends: list(
            entry({
              benchmark: text(),
              tasks: number(),
              mean: figure(),
              median: figure(),
              pooledRuns: figure('With all runs of an arm pooled.'),
              medianOfRuns: figure('The mean over tasks of the difference in median reward.'),
            }),
            'Benchmarks with an uplift above 0 by one estimator and below 0 by another.',
          ),
          unscoredRuns: entry(arms, 'Runs without a reward, on tasks that also have scored runs.'),
          runsWithoutToolCall: orNull(
            entry({ column: text(), runs: number(), without: number() }),
            'Scored treatment runs without a tool call; null if no column counts calls.',
          ),
        }),
      ),
    },
    'The uplift over all pairs.',
  );
}

/** The uplift itself, independent of the score. */
export type MeasuredUplift = DataOf<typeof measuredSchema>;

/** A task with results in both arms; its score may be missing. */
export interface UpliftPair extends PairedTask {
  readonly task: ResultTask;
  readonly score: number | undefined;
  /** Runs that errored or did not happen, on a task that also has scored runs. */
  readonly unscored: { readonly without: number; readonly with: number };
}

export function measureUplift(
  pairs: readonly UpliftPair[],
  plan: Plan,
  configuration: string,
  random: RandomStream,
): MeasuredUplift {
  const uplifts = pairs.map(upliftOf);
  const clusters = pairs.map(({ cluster }) => cluster);
  const columns = featureColumns(pairs, plan);
  const rows = pairs.map((_, i) => columns.map(({ values }) => values[i]));
  const prediction = predictability(rows, uplifts, clusters, random);
  return {
    pairs: pairs.length,
    uplift: withInterval(meanByTask(uplifts)),
    median: pairs.length === 0 ? undefined : medianUplift(uplifts),
    upliftBeyondBenchmarks: withInterval(meanByCluster(uplifts, clusters)),
    correlationClustered: scoreCorrelation(pairs, 'overall'),
    correlationWithinClustered: scoreCorrelation(pairs, 'within'),
    noise: upliftNoise(pairs),
    features: featureValidity(columns, uplifts, clusters),
    prediction: prediction && {
      ...prediction,
      r2LeftOutTasks: prediction.byTask,
      r2LeftOutBenchmarks: prediction.byCluster,
    },
    artefacts: pairs.length === 0 ? undefined : artefactsIn(pairs, configuration),
  };
}

function withInterval(found: MeanFigure | undefined): MeasuredUplift['uplift'] {
  return found && { ...found, interval: { low: found.low, high: found.high } };
}

function scoreCorrelation(
  pairs: readonly UpliftPair[],
  where: 'overall' | 'within',
): MeasuredUplift['correlationClustered'] {
  const scored = pairs.filter(({ score }) => score !== undefined);
  const found = clusteredCorrelation(
    scored.flatMap(({ score }) => score ?? []),
    scored.map(upliftOf),
    scored.map(({ cluster }) => cluster),
    where,
  );
  return found && { ...found, rankCorrelation: found.correlation, benchmarks: found.clusters };
}

/** The harmonic mean of the runs of a task, because the noise of its mean is proportional to 1 / runs. */
export function usualRepeats(pairs: readonly PairedTask[]): number {
  const runs = pairs.flatMap((pair) => [pair.without.length, pair.with.length]);
  return runs.length === 0 ? 1 : comparable(runs.length / sumOf(runs, (count) => 1 / count));
}

/** From these pairs if enough have repeats, otherwise from published figures. */
function upliftNoise(pairs: readonly PairedTask[]): MeasuredUplift['noise'] {
  const { from, noiseBy, components } = measuredComponents(pairs);
  return {
    from,
    noiseBy,
    tasks: components.tasks,
    runVarianceBaseline: components.runWithout,
    runVarianceConfiguration: components.runWith,
    varianceOfUplift: components.between,
    reliability: [...new Set([1, 3, usualRepeats(pairs)])].map((count) => {
      const { reliability, ceiling } = upliftReliability(components, count);
      return { runs: count, reliability, largestCorrelation: ceiling };
    }),
    pairsNeeded: [1, 3].flatMap((count) => {
      const { reliability = 0 } = upliftReliability(components, count);
      return [0.1, 0.2, 0.3].map((each) => ({ correlation: each, runs: count, pairs: pairsNeeded(each, reliability) }));
    }),
  };
}

/** Artefacts that may create or hide an uplift, whatever the treatment is. */
function artefactsIn(pairs: readonly UpliftPair[], configuration: string): NonNullable<MeasuredUplift['artefacts']> {
  const { loneZeros, meanWithoutThem, unequalArms, oneRun, signDepends } = findArtefacts(pairs);
  const { tasks, without: baselineRuns, with: configurationRuns } = unequalArms;
  return {
    loneZeros: { baseline: loneZeros.without, configuration: loneZeros.with, tasks: loneZeros.tasks },
    meanWithoutLoneZeros: meanWithoutThem,
    unequalArms: { tasks, baselineRuns, configurationRuns },
    oneRunTasks: oneRun,
    signDepends: signDepends.map(({ cluster, pooled, medianRuns, ...found }) => {
      return { benchmark: cluster, ...found, pooledRuns: pooled, medianOfRuns: medianRuns };
    }),
    unscoredRuns: {
      baseline: sumOf(pairs, ({ unscored }) => unscored.without),
      configuration: sumOf(pairs, ({ unscored }) => unscored.with),
    },
    runsWithoutToolCall: runsWithoutTools(
      pairs.flatMap(({ task }) => task.outcomes),
      configuration,
    ),
  };
}

const columnPattern = /^(?:n_|num_|number_of_)?(?:mcp_|search_)?(?:tool_?)?calls?(?:_count)?$/i;

/** Counts the treatment's scored runs without a tool call; undefined if no column counts calls. */
function runsWithoutTools(outcomes: readonly Outcome[], configuration: string) {
  const own = outcomes.filter((outcome) => outcome.configuration === configuration && outcome.reward !== undefined);
  const columns = new Set(
    own.flatMap(({ fields = {} }) => Object.keys(fields).filter((name) => columnPattern.test(name))),
  );
  // If several columns count calls, prefer those of the tested tools (MCP or search) to all calls.
  const [column] = [...columns].sort((a, b) => Number(/^mcp|search/i.test(b)) - Number(/^mcp|search/i.test(a)));
  if (column === undefined) return undefined;
  const counts = own.flatMap(({ fields = {} }) => {
    const value = fields[column];
    return value === undefined || String(value).trim() === '' ? [] : [Number(value)];
  });
  return { column, runs: counts.length, without: counts.filter((count) => count === 0).length };
}

/** Two decimals; never "-0.00". */
export function figures(value: number | undefined): string {
  if (value === undefined) return 'unknown';
  const shown = value.toFixed(2);
  return Number(shown) === 0 ? '0.00' : shown;
}

/** For example " (-0.02 to 0.37)"; empty without an interval. */
export function intervalText(interval: Interval | undefined, shown: (value: number) => string = figures): string {
  return interval === undefined ? '' : ` (${shown(interval.low)} to ${shown(interval.high)})`;
}

const mostFeatures = 12;
const mostSigns = 6;
/** More pairs than anyone will run. */
const mostPairs = 1e7;

export function measuredBlocks(measured: MeasuredUplift, configuration: string): readonly Block[] {
  if (measured.pairs < 2) return [];
  const below = (words: string) => line(words, { level: 1 });
  return [
    line('Uplift', { apart: true }),
    ...meanLines(measured).map(below),
    ...noiseLines(measured).map(below),
    ...featureBlocks(measured, configuration),
    ...artefactLines(measured).map(below),
  ];
}

/** The correlation clustered by benchmark, unlike the intervals that treat tasks as independent. */
export function clusteredLine(measured: MeasuredUplift): string {
  const [overall, within] = [measured.correlationClustered, measured.correlationWithinClustered].map((found) =>
    found === undefined
      ? 'unknown'
      : `${figures(found.rankCorrelation)}${found.interval === undefined ? ' (too few benchmarks for an interval)' : intervalText(found.interval)}`,
  );
  return `Clustered by benchmark: overall ${overall}, within benchmarks ${within}`;
}

function meanLines({ pairs, uplift, median, upliftBeyondBenchmarks: beyond }: MeasuredUplift): string[] {
  const unit = (value: number | undefined) => (value === undefined ? 'unknown' : signed(value));
  return [
    `over ${countOf(pairs, 'pair')}: mean ${unit(uplift?.mean)}${intervalText(uplift?.interval, signed)}, median ${unit(median)}`,
    beyond === undefined
      ? 'beyond these benchmarks: too few benchmarks for an interval'
      : `beyond these benchmarks: ${signed(beyond.mean)}${intervalText(beyond.interval, signed)}, clustered by benchmark`,
  ];
}

function noiseLines({ noise }: MeasuredUplift): string[] {
  const each = noise.reliability.map(
    ({ runs, reliability, largestCorrelation }) =>
      `${figures(reliability)} with ${countOf(Number(runs.toFixed(1)), 'run')} per arm (ceiling ${figures(largestCorrelation)})`,
  );
  const pairs = (runs: number) =>
    noise.pairsNeeded
      .filter((row) => row.runs === runs)
      .map((row) => (row.pairs === undefined ? 'impossible' : row.pairs > mostPairs ? '>10 million' : row.pairs))
      .join(' / ');
  return [
    `reliability of a task's uplift: ${each.join(', ')}; ${noiseWords(noise)}`,
    `pairs needed to detect a correlation of 0.1 / 0.2 / 0.3: ${pairs(1)} with one run per arm, ${pairs(3)} with three`,
  ];
}

export function noiseWords({ noiseBy, tasks }: Pick<MeasuredUplift['noise'], 'noiseBy' | 'tasks'>): string {
  const why = `because fewer than ${enoughTasks} tasks have repeats in both arms`;
  return {
    repeats: `measured on ${countOf(tasks, 'task')} with repeats`,
    'pass rates': `run noise estimated from the pass rates of ${countOf(tasks, 'task')}, ${why}`,
    published: `from published CodeScaleBench figures, ${why}`,
  }[noiseBy];
}

function featureBlocks({ features, prediction }: MeasuredUplift, configuration: string): Block[] {
  const shown = features.toSorted((a, b) => (a.pValue ?? 2) - (b.pValue ?? 2)).slice(0, mostFeatures);
  const table = tableBy(
    `Features against the uplift, ${visibleText(configuration, 60)}`,
    shown,
    [
      [wordColumn('Features known before a run'), ({ name }) => visibleText(name, 38)],
      [wordColumn('tasks', ''), ({ tasks }) => countOf(tasks, 'task')],
      [wordColumn('Spearman'), ({ rankCorrelation }) => figures(rankCorrelation)],
      [wordColumn('within'), ({ withinBenchmarks }) => figures(withinBenchmarks)],
      [wordColumn('Holm p'), ({ adjustedPValue }) => adjustedPValue?.toFixed(2) ?? 'too few'],
    ],
    { apart: true },
  );
  const left = features.length - shown.length;
  const gains = [prediction?.r2LeftOutTasks, prediction?.r2LeftOutBenchmarks];
  const [byTask, byBenchmark] = gains.map(figures);
  const isBetter = gains.every((gain = 0) => gain > 0);
  const model = `R2 of a model with ${countOf(prediction?.features ?? 0, 'feature')}: ${byTask} on left-out tasks, ${byBenchmark} on left-out benchmarks${isBetter ? '' : ' (no better than predicting the mean)'}`;
  return [
    ...(shown.length === 0 ? [] : [table]),
    ...(left > 0 ? [quietLine(`and ${left} more (--json lists all)`)] : []),
    ...(prediction === undefined ? [] : [line(model)]),
  ];
}

function artefactLines({ artefacts, uplift }: MeasuredUplift): string[] {
  if (artefacts === undefined) return [];
  const { loneZeros, unequalArms, oneRunTasks, signDepends, unscoredRuns, runsWithoutToolCall: toolCalls } = artefacts;
  const named = signDepends.slice(0, mostSigns).map(({ benchmark }) => visibleText(benchmark, 40));
  const more = signDepends.length > mostSigns ? ` and ${signDepends.length - mostSigns} more` : '';
  const lines = compact([
    loneZeros.tasks > 0 &&
      `single zeros among passing repeats: ${loneZeros.baseline} baseline, ${loneZeros.configuration} treatment; excluding them, the mean is ${signed(artefacts.meanWithoutLoneZeros)} instead of ${signed(uplift?.mean ?? 0)}`,
    unequalArms.tasks > 0 &&
      `unequal numbers of runs: ${countOf(unequalArms.tasks, 'task')} with ${unequalArms.baselineRuns} baseline and ${unequalArms.configurationRuns} treatment runs`,
    oneRunTasks > 0 && `only one run in an arm: ${countOf(oneRunTasks, 'task')} with unknown noise`,
    unscoredRuns.baseline + unscoredRuns.configuration > 0 &&
      `runs without a score on tasks with scored runs: ${unscoredRuns.baseline} baseline, ${unscoredRuns.configuration} treatment (left out, not counted as 0)`,
    toolCalls !== undefined &&
      `runs without a tool call: ${toolCalls.without} of ${toolCalls.runs} (column ${visibleText(toolCalls.column, 40)})`,
    signDepends.length > 0 &&
      `sign depends on the estimator (mean or median, by task or pooled) in ${countOf(signDepends.length, 'benchmark')}: ${named.join(', ')}${more}`,
  ]);
  return lines.length === 0 ? [] : ['Possible artefacts:', ...lines];
}
