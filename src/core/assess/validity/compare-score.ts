import type { Selection } from '../../model/selection.js';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { areaUnderCurve } from '../../statistics/correlation.js';
import { comparable, mean, standardDeviation } from '../../statistics/summary.js';
import { measureUplift, type UpliftPair } from './measure-uplift.js';
import { correlationsByBenchmark, correlationWithin, rankCorrelation, shareBetween } from './rank-correlations.js';
import { type RefitTask, refitWeights } from './refit-weights.js';
import type { ResultTask } from './result-tasks.js';
import { meanUplift, scoreBands } from './score-bands.js';
import { scoreOf } from './score-source.js';
import { upliftCeiling } from './uplift-ceiling.js';
import type { DroppedPairs, RankCorrelation, ScoreSource, ScoreValidity, ValidityFinding } from './validity.js';

/** Two arms of one comparison. */
interface Arms {
  readonly baseline: string;
  readonly configuration: string;
}

/** Sets the score against the uplift, over the tasks that both arms have a score on. */
export function compareScore(
  selection: Selection,
  tasks: readonly ResultTask[],
  source: ScoreSource,
  arms: Arms,
): ScoreValidity {
  const { plan, benchmarks } = selection;
  const { paired, dropped, all } = pairsOf(tasks, source, arms);
  const scored = paired.map(({ benchmark, id, score, uplift }) => ({ benchmark, id, score, uplift }));
  const helped = scored.filter(({ uplift }) => uplift > 0).map(({ score }) => score);
  const hurt = scored.filter(({ uplift }) => uplift < 0).map(({ score }) => score);
  const others = scored.filter(({ uplift }) => uplift <= 0).map(({ score }) => score);
  const streamFor = (purpose: string) =>
    randomStreamFor(String(plan.seed ?? 0), `validity/${purpose}/${arms.baseline}/${arms.configuration}`);
  const overall = rankCorrelation(scored, streamFor('overall'));
  const within = correlationWithin(scored, streamFor('within'));
  const refitTasks = paired.flatMap(({ task: { inPool }, uplift }): RefitTask[] => {
    if (inPool === undefined) return [];
    const { repo } = inPool.fields;
    const group = repo === undefined ? `benchmark ${inPool.benchmark}` : `repository ${repo}`;
    return [{ parts: inPool.parts, uplift, group }];
  });
  return {
    configuration: arms.configuration,
    pairs: paired.length,
    outsidePool: paired.filter(({ task }) => task.inPool === undefined).length,
    dropped,
    meanUplift: paired.length === 0 ? undefined : meanUplift(scored.map(({ uplift }) => uplift)),
    overall,
    within,
    benchmarks: correlationsByBenchmark(scored),
    betweenBenchmarks: shareBetween(scored),
    helped: helped.length,
    hurt: hurt.length,
    unchanged: scored.length - helped.length - hurt.length,
    helpedOverHurt: areaUnderCurve(helped, hurt),
    helpedOverOthers: areaUnderCurve(helped, others),
    bands: scoreBands(scored),
    ceiling: upliftCeiling(paired.map(({ a, b }) => ({ a, b }))),
    spread: {
      here: deviationOf(scored.map(({ score }) => score)),
      pool:
        source.from !== 'pool'
          ? undefined
          : deviationOf(benchmarks.flatMap((each) => each.tasks.map((task) => task.score))),
    },
    refit: refitWeights(refitTasks, plan.score.weights, streamFor('refit')),
    finding: findingOf(overall, within),
    measured: measureUplift(all, selection, arms.configuration, streamFor('prediction')),
    tasks: scored,
  };
}

function pairsOf(tasks: readonly ResultTask[], source: ScoreSource, { baseline, configuration }: Arms) {
  const dropped: { -readonly [Reason in keyof DroppedPairs]: number } = {
    errored: 0,
    notRun: 0,
    absent: 0,
    withoutScore: 0,
  };
  const all: UpliftPair[] = [];
  const paired = tasks.flatMap((task) => {
    const [before, after] = [task.byConfiguration.get(baseline), task.byConfiguration.get(configuration)];
    const states = [before?.state ?? 'absent', after?.state ?? 'absent'];
    if (states.every((state) => state === 'absent')) return [];
    const reason = states.includes('errored')
      ? 'errored'
      : states.includes('not-run')
        ? 'notRun'
        : states.includes('absent')
          ? 'absent'
          : undefined;
    const score = scoreOf(source, task);
    if (reason === undefined && before !== undefined && after !== undefined) {
      const unscored = { without: before.unscored, with: after.unscored };
      all.push({ task, cluster: task.benchmark, score, without: before.rewards, with: after.rewards, unscored });
    }
    if (reason !== undefined || score === undefined || before === undefined || after === undefined) {
      dropped[reason ?? 'withoutScore'] += 1;
      return [];
    }
    const { benchmark, id } = task;
    const uplift = comparable(mean(after.rewards) - mean(before.rewards));
    return [{ task, benchmark, id, score, uplift, a: before.rewards, b: after.rewards }];
  });
  return { paired, dropped, all };
}

/** A correlation between benchmarks alone may come from anything that they differ in, so that both count. */
function findingOf(overall: RankCorrelation | undefined, within: RankCorrelation | undefined): ValidityFinding {
  if (overall?.interval === undefined) return 'cannot say';
  const { interval, resampled = interval } = overall;
  if (Math.max(interval.high, resampled.high) < 0) return 'opposite';
  return isAboveZero(overall) && isAboveZero(within) ? 'predicts' : 'not shown';
}

/** Whether the interval, and the resampled one if there is one, lie above 0. */
export function isAboveZero(found: RankCorrelation | undefined): boolean {
  if (found?.interval === undefined) return false;
  return found.interval.low > 0 && (found.resampled?.low ?? 1) > 0;
}

function deviationOf(values: readonly number[]): number | undefined {
  return values.length < 2 ? undefined : standardDeviation(values);
}
