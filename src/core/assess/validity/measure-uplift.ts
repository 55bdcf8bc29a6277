import type { Outcome } from '../../model/outcome.js';
import type { Selection } from '../../model/selection.js';
import type { RandomStream } from '../../statistics/random-numbers.js';
import { mean } from '../../statistics/summary.js';
import {
  type MeasuredComponents,
  measuredComponents,
  type PairedTask,
  type UpliftComponents,
  type UpliftReliability,
  upliftOf,
  upliftReliability,
} from '../../uplift/paired-tasks.js';
import { type Predictability, predictability } from '../../uplift/predictability.js';
import {
  type ClusteredCorrelation,
  clusteredCorrelation,
  findArtefacts,
  type MeanFigure,
  meanByCluster,
  meanByTask,
  medianUplift,
  pairsNeeded,
  type UpliftArtefacts,
} from '../../uplift/uplift-figures.js';
import { type FeatureValidity, featureColumns, featureValidity } from './feature-validity.js';
import type { ResultTask } from './result-tasks.js';

/** A task with results in both arms, with a score or without. */
export interface UpliftPair extends PairedTask {
  readonly task: ResultTask;
  readonly score: number | undefined;
  /** Runs that errored or were not run, beside those that have a reward. */
  readonly unscored: { readonly without: number; readonly with: number };
}

/** What the pairs say of the uplift itself, whatever the score is. */
export interface MeasuredUplift {
  /** Tasks with results in both arms, those without a score too. */
  readonly pairs: number;
  readonly mean: MeanFigure | undefined;
  readonly median: number | undefined;
  /** For a claim beyond these benchmarks. */
  readonly beyond: MeanFigure | undefined;
  readonly noise: UpliftNoise;
  /** The score against the uplift with benchmarks as units. */
  readonly overall: ClusteredCorrelation | undefined;
  readonly within: ClusteredCorrelation | undefined;
  readonly features: readonly FeatureValidity[];
  readonly prediction: Predictability | undefined;
  readonly artefacts: UpliftArtefacts | undefined;
  readonly toolCalls: ToolCalls | undefined;
  readonly unscored: UpliftPair['unscored'];
}

/** How far single tasks can be told, and how many pairs a correlation takes. */
interface UpliftNoise {
  /** Measured on these pairs, or the published components where too few have repeats. */
  readonly from: 'results' | 'published';
  readonly noiseBy: MeasuredComponents['noiseBy'];
  readonly components: UpliftComponents;
  /** With one run a side, with three, and as these were run. */
  readonly reliability: readonly UpliftReliability[];
  readonly needed: readonly PairsNeeded[];
}

/** The pairs that find a true correlation with 80% power. */
interface PairsNeeded {
  readonly correlation: number;
  readonly runs: number;
  readonly pairs: number | undefined;
}

/** Measures the uplift on all pairs, and what could foretell it. */
export function measureUplift(
  pairs: readonly UpliftPair[],
  { plan }: Selection,
  configuration: string,
  random: RandomStream,
): MeasuredUplift {
  const uplifts = pairs.map(upliftOf);
  const clusters = pairs.map(({ cluster }) => cluster);
  const scored = pairs.flatMap(({ score, ...pair }) => (score === undefined ? [] : [{ ...pair, score }]));
  const correlation = (where: 'overall' | 'within') =>
    clusteredCorrelation(
      scored.map(({ score }) => score),
      scored.map(upliftOf),
      scored.map(({ cluster }) => cluster),
      where,
    );
  const columns = featureColumns(pairs, plan);
  return {
    pairs: pairs.length,
    mean: meanByTask(uplifts),
    median: pairs.length === 0 ? undefined : medianUplift(uplifts),
    beyond: meanByCluster(uplifts, clusters),
    noise: upliftNoise(pairs),
    overall: correlation('overall'),
    within: correlation('within'),
    features: featureValidity(columns, uplifts, clusters),
    prediction: predictability(
      pairs.map((_, i) => columns.map(({ values }) => values[i])),
      uplifts,
      clusters,
      random,
    ),
    artefacts: pairs.length === 0 ? undefined : findArtefacts(pairs),
    unscored: {
      without: pairs.reduce((sum, { unscored }) => sum + unscored.without, 0),
      with: pairs.reduce((sum, { unscored }) => sum + unscored.with, 0),
    },
    toolCalls: runsWithoutTools(
      pairs.flatMap(({ task }) => task.outcomes),
      configuration,
    ),
  };
}

/** Reliability and pairs needed, from these pairs if enough have repeats. */
function upliftNoise(pairs: readonly PairedTask[]): UpliftNoise {
  const { from, noiseBy, components } = measuredComponents(pairs);
  const runs = pairs.flatMap((pair) => [pair.with.length, pair.without.length]);
  // The harmonic mean: the noise of a task's mean is in proportion to 1 over its runs.
  const usual = runs.length === 0 ? 1 : 1 / mean(runs.map((count) => 1 / count));
  const asRun = Math.abs(usual - 1) < 1e-9 || Math.abs(usual - 3) < 1e-9 ? [] : [usual];
  return {
    from,
    noiseBy,
    components,
    reliability: [1, 3, ...asRun].map((count) => upliftReliability(components, count)),
    needed: [1, 3].flatMap((count) => {
      const { reliability = 0 } = upliftReliability(components, count);
      return [0.1, 0.2, 0.3].map((each) => ({ correlation: each, runs: count, pairs: pairsNeeded(each, reliability) }));
    }),
  };
}

/** Runs with what is tried that never used it, where the results count its calls. */
interface ToolCalls {
  /** The column that counts them. */
  readonly column: string;
  readonly runs: number;
  readonly without: number;
}

const columnPattern = /^(?:n_|num_|number_of_)?(?:mcp_|search_)?(?:tool_?)?calls?(?:_count)?$/i;

/** Counts scored runs of a configuration without a tool call; undefined where no column counts calls. */
function runsWithoutTools(outcomes: readonly Outcome[], configuration: string): ToolCalls | undefined {
  const own = outcomes.filter((outcome) => outcome.configuration === configuration && outcome.reward !== undefined);
  const columns = new Set(
    own.flatMap(({ fields = {} }) => Object.keys(fields).filter((name) => columnPattern.test(name))),
  );
  // Where several count calls, those of the tools that are tried say more than all calls.
  const [column] = [...columns].sort((a, b) => Number(/^mcp|search/i.test(b)) - Number(/^mcp|search/i.test(a)));
  if (column === undefined) return undefined;
  const counts = own.flatMap(({ fields = {} }) => {
    const value = fields[column];
    return value === undefined || String(value).trim() === '' ? [] : [Number(value)];
  });
  return { column, runs: counts.length, without: counts.filter((count) => count === 0).length };
}
