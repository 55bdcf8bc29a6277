import {
  type DataOf,
  entry,
  type Form,
  figure,
  flag,
  list,
  maybe,
  number,
  orNull,
  text,
  word,
} from '../../documents/forms.js';
import { at, groupBy, largest, smallest } from '../../lists/lists.js';
import { WinnowError } from '../../model/errors.js';
import type { RunResults } from '../../model/outcome.js';
import type { Selection } from '../../model/selection.js';
import { baselineNameWords, namedBaseline, sortedConfigurationNames } from '../../outcomes/task-result.js';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { areaUnderCurve } from '../../statistics/correlation.js';
import { correlationCeiling, reliability } from '../../statistics/power.js';
import { mean, quantile, standardDeviation } from '../../statistics/summary.js';
import { visibleText } from '../../text/words.js';
import { enoughTasks, type PairedTask, upliftComponents, upliftOf } from '../../uplift/paired-tasks.js';
import { meanByTask } from '../../uplift/uplift-figures.js';
import { defaultVariances } from '../power/comparison.js';
import {
  type AssessInput,
  answerOf,
  type Grade,
  type OptionValues,
  option,
  type Question,
} from '../question/question.js';
import {
  type MeasuredUplift,
  measuredSchema,
  measureUplift,
  type UpliftPair,
  usualRepeats,
} from './measured-uplift.js';
import { refitWeights } from './refit-weights.js';
import { chooseBaseline, type ResultTask, resultTasks, scoreOf, scoreSource } from './result-tasks.js';
import { rankCorrelation, shareBetween } from './score-correlation.js';
import { isAboveZero, validityNotes, validityPictures, validitySections, validityVerdict } from './validity-view.js';

export function validitySchema() {
  return entry({
    baseline: orNull(text(), 'Null if it is unclear; the notes explain how to set it.'),
    configurations: list(text(), 'By name, including the baseline.'),
    score: entry({
      from: word(['pool', 'results', 'field'], "The plan's score, a column in the results, or a field of the tasks."),
      name: text(),
    }),
    comparisons: list(comparisonSchema(), 'One for each system except the baseline, by name.'),
    notes: list(text()),
  });
}

function comparisonSchema() {
  // Earlier versions wrote documents without `measured`.
  const measured: Form<MeasuredUplift> = maybe(measuredSchema());
  const interval = entry({ low: figure(), high: figure() });
  const correlation = orNull(
    entry({
      rankCorrelation: figure(),
      interval: orNull(interval, '95%, by formula; null if there are too few tasks.'),
      resampledInterval: orNull(interval, '95%, by resampling tasks; valid even if most uplifts are equal.'),
      size: number('The number of tasks that would give a plain correlation of the same precision.'),
    }),
  );
  return entry({
    configuration: text(),
    finding: word(
      ['predicts', 'not shown', 'opposite', 'cannot say'],
      '"predicts": all intervals are above 0, overall and within benchmarks; "opposite": the overall intervals are below 0.',
    ),
    pairs: number('Tasks with a score and a result in both arms.'),
    outsidePool: number('Pairs whose task is not in the pool.'),
    dropped: entry(
      {
        errored: number(),
        notRun: number(),
        absent: number('Without results in one of the arms.'),
        withoutScore: number(),
      },
      'Tasks in either arm that could not be compared, by the first reason that applies.',
    ),
    uplift: entry({ mean: orNull(figure()), interval: orNull(interval) }),
    correlation,
    correlationWithinBenchmarks: correlation,
    benchmarks: list(entry({ name: text(), pairs: number(), correlation })),
    scoreVarianceBetweenBenchmarks: orNull(figure(), 'A share; null if all scores are equal.'),
    helped: number(),
    hurt: number(),
    unchanged: number(),
    aucHelpedOverHurt: orNull(
      figure(),
      'The probability that a helped task has a higher score than a hurt one, counting ties as half.',
    ),
    aucHelpedOverOthers: orNull(figure()),
    bands: list(
      entry({
        name: word(['low', 'middle', 'high']),
        from: figure(),
        to: figure(),
        pairs: number(),
        mean: figure(),
        interval: orNull(interval),
      }),
      'Mean uplift by tercile of the score; equal scores stay together, so a tercile may be missing.',
    ),
    ceiling: entry(
      {
        from: word(['results', 'default']),
        varianceOfEffect: figure(),
        varianceOfRuns: figure(),
        repeats: figure(),
        reliability: orNull(figure()),
        largestCorrelation: orNull(figure()),
      },
      'The largest correlation that run noise allows.',
    ),
    scoreDeviation: entry(
      { here: orNull(figure()), pool: orNull(figure()) },
      'The standard deviation of these scores, and of all scores in the pool if the scale is the same.',
    ),
    refit: refitSchema(),
    measured,
    tasks: list(
      entry({ taskId: text(), benchmark: text(), score: figure(), uplift: figure() }),
      'By benchmark, then id.',
    ),
  });
}

function refitSchema() {
  const gain = orNull(entry({ gain: figure(), standardError: figure() }));
  return entry({
    tasks: number('Tasks in the pool with known score components.'),
    groups: number('Repositories or benchmarks, which cross-validation keeps together.'),
    offered: flag(),
    whyNotTried: orNull(text()),
    loss: orNull(
      entry({ meanAlone: figure(), present: figure(), refitted: figure() }),
      'The mean squared error out of sample.',
    ),
    gainOverPresent: gain,
    gainOverMeanAlone: gain,
    penalty: orNull(figure()),
    weights: orNull(
      list(entry({ component: text(), present: number(), refitted: figure() })),
      'Null if they are unlikely to hold on other tasks.',
    ),
  });
}

export type Validity = DataOf<typeof validitySchema> & {
  /** How the baseline was chosen, or why there is none. */
  readonly baselineNote: string | undefined;
};
/** One system's uplift against the score, over the tasks scored in both arms. */
export type ScoreValidity = Validity['comparisons'][number];
export type RankCorrelation = NonNullable<ScoreValidity['correlation']>;
export type ScoredUplift = ScoreValidity['tasks'][number];

const options = {
  baseline: option('text', 'name', 'the system to compare with', `${baselineNameWords}, or the first of two`, {
    onCard: 'the baseline, for validity',
    control: {
      label: 'Baseline',
      isScale: false,
      choices: (input) => configurationsOf(input).map((value) => ({ value, words: visibleText(value, 60) })),
      initial: (input) => {
        const names = configurationsOf(input);
        return namedBaseline(names) ?? names[0];
      },
    },
  }),
  score: option(
    'text',
    'column',
    'the results column or task field with the score, or "pool" for the plan\'s score',
    "mcp_benefit_score, or the plan's score",
  ),
};
type ValidityOptions = OptionValues<typeof options>;

/** Tests whether a task's score predicts its uplift, in the pool or not. Throws WinnowError or ResultsError. */
export function assessValidity(
  selection: Selection,
  results: RunResults | undefined,
  given: ValidityOptions = {},
): Validity {
  if (results === undefined) {
    const message = 'this part needs results to show whether the score predicts the benefit.';
    const hint = 'Add results of a baseline and a treatment: --results FILE.';
    throw new WinnowError([{ code: 'assess/no-results', message, hint }]);
  }
  const { configurations, tasks, caseFolded } = resultTasks(selection, results);
  const score = scoreSource(selection, tasks, given.score);
  const { baseline, note: baselineNote } = chooseBaseline(configurations, given.baseline);
  const others = baseline === undefined ? [] : configurations.filter((name) => name !== baseline);
  const comparisons = others.map((configuration) =>
    compareScore(selection, tasks, score, { baseline: baseline ?? '', configuration }),
  );
  const facts = { baseline, baselineNote, configurations, score, comparisons };
  return { ...facts, notes: validityNotes(facts, { selection, tasks, caseFolded }) };
}

type Arms = { readonly baseline: string; readonly configuration: string };

function compareScore(
  selection: Selection,
  tasks: readonly ResultTask[],
  source: Validity['score'],
  arms: Arms,
): ScoreValidity {
  const { plan, benchmarks } = selection;
  const { pairs, dropped } = pairsOf(tasks, source, arms);
  const scored = pairs.flatMap((pair) => (pair.score === undefined ? [] : [{ ...pair, score: pair.score }]));
  const compared = scored.map((pair): ScoredUplift => {
    const { benchmark, id: taskId } = pair.task;
    return { taskId, benchmark, score: pair.score, uplift: upliftOf(pair) };
  });
  const scoresWhere = (isIn: (uplift: number) => boolean) =>
    compared.filter(({ uplift }) => isIn(uplift)).map(({ score }) => score);
  const [helped, hurt] = [scoresWhere((uplift) => uplift > 0), scoresWhere((uplift) => uplift < 0)];
  const streamFor = (purpose: string) =>
    randomStreamFor(String(plan.seed ?? 0), `validity/${purpose}/${arms.baseline}/${arms.configuration}`);
  const correlation = rankCorrelation(compared, 'overall', streamFor('overall'));
  const correlationWithinBenchmarks = rankCorrelation(compared, 'within', streamFor('within'));
  const poolScores = source.from === 'pool' ? benchmarks.flatMap((each) => each.tasks.map(({ score }) => score)) : [];
  const refitTasks = scored.flatMap((pair) => {
    const { inPool } = pair.task;
    if (inPool === undefined) return [];
    const { repo } = inPool.fields;
    const group = repo === undefined ? `benchmark ${inPool.benchmark}` : `repository ${repo}`;
    return [{ parts: inPool.parts, uplift: upliftOf(pair), group }];
  });
  return {
    configuration: arms.configuration,
    finding: findingOf(correlation, correlationWithinBenchmarks),
    pairs: scored.length,
    outsidePool: scored.filter(({ task }) => task.inPool === undefined).length,
    dropped: { ...dropped, withoutScore: pairs.length - scored.length },
    uplift: scored.length === 0 ? { mean: undefined, interval: undefined } : meanUplift(compared),
    correlation,
    correlationWithinBenchmarks,
    benchmarks: [...groupBy(compared, ({ benchmark }) => benchmark)].map(([name, own]) => {
      return { name, pairs: own.length, correlation: rankCorrelation(own, 'overall') };
    }),
    scoreVarianceBetweenBenchmarks: shareBetween(compared),
    helped: helped.length,
    hurt: hurt.length,
    unchanged: scored.length - helped.length - hurt.length,
    aucHelpedOverHurt: areaUnderCurve(helped, hurt),
    aucHelpedOverOthers: areaUnderCurve(
      helped,
      scoresWhere((uplift) => uplift <= 0),
    ),
    bands: scoreBands(compared),
    ceiling: upliftCeiling(scored),
    scoreDeviation: { here: deviationOf(compared.map(({ score }) => score)), pool: deviationOf(poolScores) },
    refit: refitWeights(refitTasks, plan.score.weights, streamFor('refit')),
    measured: measureUplift(pairs, plan, arms.configuration, streamFor('prediction')),
    tasks: compared,
  };
}

/** The tasks with a reward in both arms, and counts of the dropped tasks by reason. */
function pairsOf(tasks: readonly ResultTask[], source: Validity['score'], { baseline, configuration }: Arms) {
  const dropped = { errored: 0, notRun: 0, absent: 0 };
  const pairs = tasks.flatMap((task): UpliftPair[] => {
    const [before, after] = [task.byConfiguration.get(baseline), task.byConfiguration.get(configuration)];
    const states = [before?.state ?? 'absent', after?.state ?? 'absent'];
    if (states.every((state) => state === 'absent')) return [];
    if (states.includes('errored')) dropped.errored += 1;
    else if (states.includes('not-run')) dropped.notRun += 1;
    else if (before === undefined || after === undefined || states.includes('absent')) dropped.absent += 1;
    else {
      const unscored = { without: before.unscored, with: after.unscored };
      const rewards = { without: before.rewards, with: after.rewards };
      return [{ task, cluster: task.benchmark, score: scoreOf(source, task), ...rewards, unscored }];
    }
    return [];
  });
  return { pairs, dropped };
}

/** A correlation may reflect any difference between benchmarks, so it must also appear within them. */
function findingOf(overall: RankCorrelation | undefined, within: RankCorrelation | undefined) {
  if (overall?.interval === undefined) return 'cannot say';
  const { interval, resampledInterval = interval } = overall;
  if (Math.max(interval.high, resampledInterval.high) < 0) return 'opposite';
  return isAboveZero(overall) && isAboveZero(within) ? 'predicts' : 'not shown';
}

function deviationOf(values: readonly number[]): number | undefined {
  return values.length < 2 ? undefined : standardDeviation(values);
}

/** Equal scores stay together, so a third may be missing. */
export function scoreBands(tasks: readonly ScoredUplift[]): ScoreValidity['bands'] {
  const scores = tasks.map(({ score }) => score).sort((a, b) => a - b);
  if (scores.length === 0) return [];
  const cuts = [-Infinity, quantile(scores, 1 / 3), quantile(scores, 2 / 3), Infinity];
  return (['low', 'middle', 'high'] as const).flatMap((name, i) => {
    const own = tasks.filter(({ score }) => score > at(cuts, i) && score <= at(cuts, i + 1));
    if (own.length === 0) return [];
    const inBand = own.map(({ score }) => score);
    return [{ name, from: smallest(inBand), to: largest(inBand), pairs: own.length, ...meanUplift(own) }];
  });
}

function meanUplift(tasks: readonly ScoredUplift[]) {
  const uplifts = tasks.map(({ uplift }) => uplift);
  const found = meanByTask(uplifts);
  const interval = found === undefined || found.standardError === 0 ? undefined : { low: found.low, high: found.high };
  return { mean: mean(uplifts), interval };
}

/** The largest correlation that run noise allows, from repeats if enough tasks have them, otherwise assumed. */
export function upliftCeiling(tasks: readonly PairedTask[]): ScoreValidity['ceiling'] {
  const repeats = usualRepeats(tasks);
  const found = upliftComponents(tasks);
  const isMeasured = found !== undefined && found.tasks >= enoughTasks;
  const variances = isMeasured
    ? { effect: found.between, within: found.runWithout + found.runWith }
    : { effect: defaultVariances.effect.high, within: defaultVariances.within };
  const share = reliability(variances, repeats);
  return {
    from: isMeasured ? 'results' : 'default',
    varianceOfEffect: variances.effect,
    varianceOfRuns: variances.within,
    repeats,
    reliability: share,
    largestCorrelation: share === undefined ? undefined : correlationCeiling(share),
  };
}

export const validityQuestion: Question<ValidityOptions> = {
  name: 'validity',
  title: 'Validity of the score',
  summary: 'Test whether the score predicts the benefit, from paired results',
  description:
    'Compares the score of each task with the gain of a system over the baseline, overall and within benchmarks, on\n' +
    'tasks with results in both arms. Results on tasks outside the pool also count if they include a score.',
  options,
  schema: validitySchema,
  needsResults: true,
  ask: ({ selection, results }, given) => {
    const validity = assessValidity(selection, results?.outcomes, given);
    const verdict = validityVerdict(validity);
    return answerOf(validitySchema(), validity, {
      grade: gradeOf(validity),
      verdict,
      notes: validity.notes.filter((note) => note !== verdict),
      sections: validitySections(selection.plan.name, validity, verdict),
      pictures: validityPictures(validity),
    });
  },
};

function configurationsOf({ results }: AssessInput): readonly string[] {
  return sortedConfigurationNames(results?.outcomes.outcomes ?? []);
}

function gradeOf({ comparisons }: Validity): Grade {
  if (comparisons.length === 0 || comparisons.every(({ finding }) => finding === 'cannot say')) return 'unknown';
  return comparisons.every(({ finding }) => finding === 'predicts') ? 'good' : 'look';
}
