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
    tier: maybe(tierForm(), 'The tier used for differences; missing for the whole selection.'),
    kind: word(['focus', 'representative']),
    claim: text('The claim that the results support, in a sentence.'),
    scope: word(['pool', 'beyond'], 'Whether intervals are for the pool, or for tasks like those in the pool.'),
    level: number('The confidence level of every interval.'),
    selected: number('Tasks in that tier or selection. `coverage` describes the tasks used for each level.'),
    population: number('Eligible tasks in the sampled benchmarks.'),
    weighting: orNull(text(), 'How the weights were adjusted, in words.'),
    assistance: maybe(text('Other data used for levels, in words; missing if there is none.')),
    order: maybe(orderForm()),
    levels: later(
      entry(
        {
          shown: number('The number of levels with an interval, over all systems and parts.'),
          joint: flag('Whether all these intervals hold jointly; otherwise each holds on its own.'),
        },
        'Whether level intervals are adjusted for their number.',
      ),
    ),
    levelWeight: later(
      word(['pool', 'equal'], 'Whether the first level is weighted by pool size, or equally by benchmark or label.'),
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
          requirement: text('As given.'),
          verdict: word(['yes', 'no', 'cannot-tell']),
          code: text(),
          message: text('The verdict in words, with the figure that it is based on.'),
          tasksNeeded: orNull(
            number(),
            'The approximate number of tasks that would settle it, if the estimate stays the same.',
          ),
          repeatsNeeded: orNull(number(), 'The approximate number of runs per task that would settle it.'),
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
/** A level that ignores missing results, or counts them as failed. */
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

const reading = () => word(readings, 'Whether missing results are ignored or counted as failed.');
const trust = () => word(['shown', 'indicative', 'suppressed'], 'By number of tasks: 20 or more, 5 to 19, or fewer.');
const interval = { low: figure(), high: figure() };

const tierForm = () => entry({ name: text(), size: number() });

function systemForm() {
  const coverage = {
    selected: number(),
    scored: number(),
    errored: number(),
    notRun: number(),
    absent: number(),
    partlyScored: number('Scored tasks with a missing or unscored run.'),
  };
  return entry({
    name: text(),
    tier: maybe(tierForm(), 'The tier used for the level; missing for the whole selection or the whole pool.'),
    coverage: entry({ ...coverage, incomplete: list(entry({ stratum: text(), ...coverage })) }),
    attempts: entry({
      fewest: number('The fewest scored runs of a task.'),
      most: number(),
      unscored: number(),
      expected: later(number('Runs that each task should have.')),
      missing: later(number('Expected runs without any result, over all tasks.')),
      retried: later(number('Errored attempts that were repeated until there was a score.')),
    }),
    runVariance: orNull(figure(), 'The mean variance between runs of the same task.'),
    readings: list(
      levelForm(),
      'First ignoring missing results, then counting them as failed; only the first if none are missing.',
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
      population: figure('The number of pool tasks that it represents, without strata that have no results.'),
      effectiveSize: figure('The size of a simple random sample with the same precision.'),
      degreesOfFreedom: number(),
      about: later(
        word(
          ['as-run', 'runs-counted', 'beyond'],
          'The scope of the interval: the pool without run-to-run noise, the pool with run-to-run noise, or tasks like those in the pool.',
        ),
      ),
      asRun: later(orNull(entry(interval), 'With repeats: the interval for the pool without run-to-run noise.')),
      assisted: maybe(
        entry({
          plain: entry(
            { mean: figure(), ...interval, standardError: figure() },
            'The weighted mean without earlier results, and its design-based interval.',
          ),
          randomHalfWidth: figure(
            'Half the width of the interval that the same number of random tasks would have given.',
          ),
          slopes: list(
            entry({ benchmark: text(), slope: figure() }),
            'How closely results follow earlier ones: usually about 1; below 0.3, hardly at all.',
          ),
        }),
        'Present if earlier results were used. `effective_size` is then the number of random tasks with the same precision.',
      ),
    }),
    'The estimate for the pool; null if there is none.',
  );
  const selectedMean = orNull(figure(), 'The unweighted mean reward on the selected tasks.');
  const part = entry({ by: text(), value: text(), tasks: number(), trust: trust(), selectedMean, pool });
  const equal = entry(
    {
      by: text('The label whose values have equal weight.'),
      parts: number('The number of benchmarks or values with results.'),
      mean: figure(),
      ...interval,
      standardError: figure(),
      tasks: number(),
      effectiveSize: figure(),
      degreesOfFreedom: number(),
    },
    'The mean level over benchmarks or label values, with equal weights; missing if there is only one.',
  );
  return entry({
    missingCountsAs: reading(),
    tasks: number(),
    selectedMean,
    pool,
    equal: maybe(equal),
    proven: maybe(
      entry({
        low: figure('The level on the pool if every task without a result failed.'),
        high: figure('The level on the pool if every task without a result passed.'),
        tasks: number('Tasks in the pool with a result, selected or not.'),
        isOutside: flag('Whether the estimate from the selected tasks, or its interval, extends beyond this range.'),
        isCut: flag('Whether it was limited to this range, as it is if Winnow chose the tier from the results.'),
        isInterval: later(
          flag('Whether the interval contains this whole range, because nearly every task has a result.'),
        ),
      }),
      'The levels that are possible given all results; missing beyond the pool, or if the pool is not listed.',
    ),
    parts: list(part),
  });
}

function orderForm() {
  const place = entry({
    name: text(),
    rank: number('1 is the best; equal means share a rank.'),
    mean: figure('On the ranking tasks; not a level on the pool.'),
    passed: number('Tasks with the full reward in every run.'),
    groups: list(text(), 'Systems that share a letter cannot be told apart.'),
  });
  const pair = entry({
    first: text('The better of the two.'),
    second: text(),
    difference: figure('The first minus the second.'),
    low: figure('The intervals of all pairs hold jointly.'),
    high: figure(),
    pValue: figure('Adjusted for all pairs.'),
    apart: flag('Whether the two can be told apart: 0 is outside the interval.'),
  });
  return entry(
    {
      claim: text('The claim that the results support, in a sentence.'),
      benchmarks: list(text(), 'The benchmarks that the tasks come from.'),
      selected: number(),
      readings: list(
        entry({
          missingCountsAs: reading(),
          tasks: number('Tasks used for the order.'),
          places: list(place),
          pairs: list(pair),
        }),
      ),
    },
    'The order of the systems on tasks chosen to rank them; missing for other selections.',
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
          'The scope of the interval: the two systems, whatever the pool size; the pool, including run-to-run noise; or tasks like those in the pool.',
        ),
      ),
      adjusted: later(
        orNull(
          entry({ comparisons: number(), pValue: figure(), ...interval }),
          'Adjusted for the number of comparisons: Holm’s p-value, and an interval that holds jointly with the rest.',
        ),
      ),
    }),
    'The difference for the pool; null if there is none.',
  );
  return entry({
    missingCountsAs: reading(),
    pairs: number(),
    selectedMean: figure('The unweighted mean difference on the selected tasks.'),
    gained: number('Tasks on which the second is better.'),
    lost: number('Tasks on which the second is worse.'),
    same: number(),
    test: entry(
      { name: text(), pValue: figure() },
      'For a sample, the test that matches its interval; otherwise McNemar’s mid-p or sign flips on the selected tasks.',
    ),
    pool,
    parts: list(entry({ by: text(), value: text(), pairs: number(), trust: trust(), pool })),
    variance: orNull(
      entry({ runsFirst: figure(), runsSecond: figure(), tasks: figure() }),
      'The variance of the difference between tasks and between runs; null with one run per task.',
    ),
  });
}
