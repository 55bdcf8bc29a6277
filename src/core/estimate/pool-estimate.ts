import {
  type DataOf,
  entry,
  figure,
  flag,
  later,
  list,
  maybe,
  number,
  orNull,
  text,
  word,
} from '../documents/forms.js';
import { readings } from '../outcomes/task-result.js';
import { placementForm } from './placement.js';

export function estimateSchema() {
  return entry({
    plan: text(),
    title: later(text('The title of the benchmark, or of the plan if it has several.')),
    version: later(number('The version of the selection: 1 until it is refreshed.')),
    tier: maybe(tierForm(), 'The tier that differences come from; missing for the whole selection.'),
    kind: word(['focus', 'representative']),
    claim: text('The permissible claim, in a sentence.'),
    scope: word(['pool', 'beyond'], 'Whether the intervals are about the pool, or about tasks like those of the pool.'),
    level: number('The confidence level of every interval.'),
    selected: number('Tasks of that tier or selection; `coverage` has those that a level comes from.'),
    population: number('Eligible tasks of the benchmarks that are samples.'),
    weighting: orNull(text(), 'How the weights were adjusted, in words.'),
    assistance: maybe(text('The other data that levels use, in words; missing if there is none.')),
    order: maybe(orderForm()),
    levels: later(
      entry(
        {
          shown: number('Levels with an interval, of all systems and parts.'),
          joint: flag('Whether all these intervals hold together; otherwise each holds by itself.'),
        },
        'Whether the intervals of levels are adjusted for being shown together.',
      ),
    ),
    levelWeight: later(
      word(
        ['pool', 'equal'],
        'Whether the level that comes first is weighted by the pool, or equally over benchmarks or labels.',
      ),
    ),
    configurations: list(systemForm()),
    differences: list(
      entry({ first: text(), second: text(), readings: list(differenceForm()) }),
      'Two systems on the same tasks: the second minus the first.',
    ),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
    requirements: maybe(
      list(
        entry({
          requirement: text('As it was given.'),
          verdict: word(['yes', 'no', 'cannot-tell']),
          code: text(),
          message: text('The verdict in words, with the figure that it is based on.'),
          tasksNeeded: orNull(
            number(),
            'The approximate number of tasks that would decide it, if the estimate stays the same.',
          ),
          repeatsNeeded: orNull(number(), 'The approximate number of runs of each task that would decide it.'),
        }),
      ),
    ),
  });
}

/** Results for the pool if the selection is a sample; otherwise only for the selected tasks. */
export type Estimate = DataOf<typeof estimateSchema>;
export type Scope = Estimate['scope'];
export type ConfigurationEstimate = Estimate['configurations'][number];
export type LevelWeight = 'pool' | 'equal';
export type Coverage = ConfigurationEstimate['coverage'];
export type StratumCoverage = Omit<Coverage, 'incomplete'>;
/** A level with missing results left out, or counted as failed. */
export type LevelReading = ConfigurationEstimate['readings'][number];
export type PoolFigure = NonNullable<LevelReading['pool']>;
export type PartFigure = LevelReading['parts'][number];
export type Trust = PartFigure['trust'];
export type OrderEstimate = NonNullable<Estimate['order']>;
export type OrderReading = OrderEstimate['readings'][number];
export type DifferenceEstimate = Estimate['differences'][number];
export type DifferenceReading = DifferenceEstimate['readings'][number];
export type PairedFigure = NonNullable<DifferenceReading['pool']>;
export type Judgement = NonNullable<Estimate['requirements']>[number];

const reading = () => word(readings, 'Whether missing results are left out, or counted as failed.');
const trust = () =>
  word(['shown', 'indicative', 'suppressed'], 'By the number of tasks: 20 or more, 5 or more, fewer.');
const interval = { low: figure(), high: figure() };

const tierForm = () => entry({ name: text(), size: number() });

function systemForm() {
  const coverage = {
    selected: number(),
    scored: number(),
    errored: number(),
    notRun: number(),
    absent: number(),
    partlyScored: number('Scored tasks with a run that has no score or is missing.'),
  };
  return entry({
    name: text(),
    tier: maybe(tierForm(), 'The tier that the level comes from; missing for the whole selection and for every task.'),
    coverage: entry({ ...coverage, incomplete: list(entry({ stratum: text(), ...coverage })) }),
    attempts: entry({
      fewest: number('Scored runs of a task.'),
      most: number(),
      unscored: number(),
      expected: later(number('Runs that each task should have.')),
      missing: later(number('Expected runs without any result, over all tasks.')),
      retried: later(number('Attempts without a score that were repeated until there was one.')),
    }),
    runVariance: orNull(figure(), 'The mean variance of the runs of one task.'),
    readings: list(
      levelForm(),
      'With missing results left out, and counted as failed; only the first if none is missing.',
    ),
    placement: maybe(
      placementForm(),
      'The rank of the first reading among earlier systems; missing if no earlier system ran the whole pool.',
    ),
  });
}

function levelForm() {
  const pool = orNull(
    entry({
      mean: figure(),
      ...interval,
      standardError: figure(),
      tasks: number(),
      population: figure('Tasks of the pool that it represents, without those of strata that have no result.'),
      effectiveSize: figure('The size of a simple random sample that would be as precise.'),
      degreesOfFreedom: number(),
      about: later(
        word(
          ['as-run', 'runs-counted', 'beyond'],
          'The scope of the interval: the pool given these runs, the pool including run-to-run noise, or tasks like those of the pool.',
        ),
      ),
      asRun: later(orNull(entry(interval), 'With repeats: the interval of the pool given these runs.')),
      assisted: maybe(
        entry({
          plain: entry(
            { mean: figure(), ...interval, standardError: figure() },
            'The weighted mean without earlier results, and its interval by the design.',
          ),
          randomHalfWidth: figure(
            'Half of the interval that as many tasks drawn at random from the whole pool would have given.',
          ),
          slopes: list(
            entry({ benchmark: text(), slope: figure() }),
            'How closely results follow the earlier ones: 1 as usual, below 0.3 hardly at all.',
          ),
        }),
        'Only if earlier results assist this figure. `effective_size` is then the number of random tasks that would be as precise.',
      ),
    }),
    'The estimate for the pool; null if there is none.',
  );
  const selectedMean = orNull(figure(), 'The unweighted mean reward of the selected tasks.');
  const part = entry({ by: text(), value: text(), tasks: number(), trust: trust(), selectedMean, pool });
  const equal = entry(
    {
      by: text('The label whose values count the same.'),
      parts: number('The number of benchmarks or values with results.'),
      mean: figure(),
      ...interval,
      standardError: figure(),
      tasks: number(),
      effectiveSize: figure(),
      degreesOfFreedom: number(),
    },
    'The mean of the levels of benchmarks, or of the values of a label, each with the same weight; missing for a single one.',
  );
  return entry({
    missingCountsAs: reading(),
    tasks: number(),
    selectedMean,
    pool,
    equal: maybe(equal),
    proven: maybe(
      entry({
        low: figure('The level of the pool if every task without a result failed.'),
        high: figure('The level of the pool if every task without a result passed.'),
        tasks: number('Tasks of the pool with a result, selected or not.'),
        isOutside: flag('Whether the estimate from the selected tasks, or its interval, goes beyond this range.'),
        isCut: flag('Whether it was cut to this range, which happens if Winnow chose the tier that the results cover.'),
        isInterval: later(
          flag('Whether the interval contains this whole range, because nearly every task has a result.'),
        ),
      }),
      'The range of the level that the results themselves prove; missing beyond the pool, and if the pool is not listed.',
    ),
    parts: list(part),
  });
}

function orderForm() {
  const place = entry({
    name: text(),
    rank: number('From 1, the best; equal means share one.'),
    mean: figure('On the ranking tasks; not a level of the pool.'),
    passed: number('Tasks with the full reward in every run.'),
    groups: list(text(), 'Neighbours that share a letter cannot be told apart.'),
  });
  const pair = entry({
    first: text('The better of the two.'),
    second: text(),
    difference: figure('The first minus the second.'),
    low: figure('The intervals of all pairs hold together.'),
    high: figure(),
    pValue: figure('Adjusted for all pairs.'),
    apart: flag('Whether the two can be told apart: 0 is outside the interval.'),
  });
  return entry(
    {
      claim: text('The permissible claim, in a sentence.'),
      benchmarks: list(text(), 'The benchmarks of the tasks.'),
      selected: number(),
      readings: list(
        entry({
          missingCountsAs: reading(),
          tasks: number('Tasks that the order is based on.'),
          places: list(place),
          pairs: list(pair),
        }),
      ),
    },
    'The order on tasks that were chosen to rank; missing for any other selection.',
  );
}

function differenceForm() {
  const pool = orNull(
    entry({
      mean: figure(),
      ...interval,
      standardError: figure(),
      method: text(),
      degreesOfFreedom: number(),
      pValue: later(figure('For a difference of 0: below 1 - level exactly when 0 is outside the interval.')),
      exact: later(flag('Whether the p-value is exact; otherwise it comes from random flips or the normal limit.')),
      about: later(
        word(
          ['systems', 'pool', 'beyond'],
          'The scope of the interval: the two systems, whatever the size of the pool; the tasks of the pool, including run-to-run noise; or tasks like them.',
        ),
      ),
      adjusted: later(
        orNull(
          entry({ comparisons: number(), pValue: figure(), ...interval }),
          'As one of several comparisons: Holm’s p-value, and an interval that holds jointly with all others.',
        ),
      ),
    }),
    'The difference for the pool; null if there is none.',
  );
  return entry({
    missingCountsAs: reading(),
    pairs: number(),
    selectedMean: figure('The unweighted mean difference over the selected tasks.'),
    gained: number('Tasks better under the second.'),
    lost: number('Tasks worse under it.'),
    same: number(),
    test: entry(
      { name: text(), pValue: figure() },
      'For a sample the test of its interval, otherwise McNemar’s mid-p or sign flips on the selected tasks.',
    ),
    pool,
    parts: list(entry({ by: text(), value: text(), pairs: number(), trust: trust(), pool })),
    variance: orNull(
      entry({ runsFirst: figure(), runsSecond: figure(), tasks: figure() }),
      'The variance of a task’s difference due to runs and to tasks; null with one run each.',
    ),
  });
}
