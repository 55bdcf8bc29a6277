import { strategyLabel } from '../describe/describe-strategy.js';
import {
  type DataOf,
  type DocumentOf,
  documentOf,
  entry,
  figure,
  flag,
  list,
  maybe,
  nullable,
  number,
  orNull,
  record,
  text,
  word,
} from '../documents/forms.js';
import { drawDesignOf } from '../draws/draws.js';
import type { PoolHashes } from '../fingerprint/fingerprint-pool.js';
import { addCount, countBy, sumOf } from '../lists/lists.js';
import { type CountedPrior, type ExpectedUplift, type Learned, resultAt } from '../model/learned.js';
import type { Certificate } from '../model/optimum.js';
import { type BenchmarkPlan, type Plan, type SourcePlan, trinoName } from '../model/plan.js';
import { isLargePool } from '../model/pool-census.js';
import { type BenchmarkSelection, eligibleIds, type UsedField, type Weighting } from '../model/selection.js';
import { fieldValue, randomField } from '../model/task.js';
import { compareText, roundTo } from '../text/words.js';

/** The kinds of selection, which determine what results can show. */
export const kinds = ['focus', 'representative'] as const;

/** The algorithm of `tasks_sha256` for a large pool; `task_hashes` then contains only the selected tasks. */
export const sumAlgorithm: string = 'sum/v2';

export type BenchmarkEntry = DocumentOf<typeof benchmarkSchema>;

export function benchmarkSchema() {
  const { draw, run, ...named } = statedForms();
  return entry({
    ...named,
    kind: word(kinds),
    draw,
    weighting: weightingForm(),
    run,
    priorSystems: list(text(), 'The earlier systems whose results were used.'),
    learned: maybe(learnedForm(), 'What was learned from earlier results; missing if the benchmark has no purpose.'),
    optimum: maybe(optimumForm(), 'The optimum for the benchmark’s goal; missing if it has none.'),
    population: orNull(
      entry({ size: number(), by: record(record(number())) }),
      'The tasks that the sample represents, counted by each label; null in a purposive selection.',
    ),
    available: number('The number of tasks in the pool.'),
    outsidePool: maybe(
      number(),
      'The number of tasks in the source that `source.where` leaves out; missing if the source has no `where`.',
    ),
    eligible: number('The number of tasks that could be selected.'),
    selected: number(),
    tasksSha256: text('A hash of the tasks as they were read.'),
    fingerprint: maybe(
      text(),
      'For a pool of more than 100,000 tasks: the algorithm behind `tasks_sha256`. `task_hashes` then contains only the selected tasks, and `left_out_by_where` is missing.',
    ),
    fieldHashes: maybe(
      record(text()),
      'For each column or file, a checksum over all tasks; missing if the tasks’ contents are not hashed.',
    ),
    filesCounted: maybe(
      word(['all']),
      'Set if the tasks are folders and every file in them was hashed; otherwise missing.',
    ),
    groups: list(
      entry({
        by: orNull(text()),
        value: orNull(text()),
        size: number(),
        places: number(),
        standardDeviation: orNull(figure()),
        pinned: flag(),
        tiedAtCut: orNull(entry({ tied: number(), taken: number() })),
      }),
    ),
    lookedAt: list(text(), 'The fields that the score, order and draw use.'),
    features: list(
      entry({
        field: text(),
        measured: number(),
        declared: number(),
        derived: maybe(
          number(),
          'The number of values derived from another value of the task; missing if there are none.',
        ),
        defaulted: number(),
      }),
    ),
    labelConflicts: list(
      entry({ field: text(), took: text(), from: text(), against: text(), in: text(), tasks: number() }),
    ),
    ensured: list(entry({ by: text(), value: text(), atLeast: number(), before: number(), added: number() })),
    shortfalls: list(entry({ message: text(), wanted: number(), found: number() })),
    leftOutByWhere: maybe(list(text()), 'The tasks that `where` leaves out. Earlier versions did not write it: [].'),
  });
}

function statedForms() {
  return {
    name: text(),
    title: text(),
    source: text('The source of the tasks.'),
    strategy: text('How tasks were selected, in words.'),
    draw: orNull(
      entry({ method: text(), by: list(text()), seed: text(), algorithm: text(), key: text() }),
      'Everything needed to draw the sample again; null if nothing was drawn.',
    ),
    run: entry(
      { costUsd: orNull(number()), seconds: orNull(number()) },
      'The expected cost and duration of one run of a task.',
    ),
  };
}

export function weightingForm() {
  return orNull(
    entry({
      population: number(),
      sampled: number(),
      weightSum: figure(),
      effectiveSampleSize: figure(),
      designEffect: figure(),
    }),
    'A summary of the sample’s weights; null in a purposive selection.',
  );
}

export function optimumForm() {
  return entry({
    goal: text('The goal, in words.'),
    sense: text('`maximise` or `minimise`.'),
    value: figure('The value of the goal.', 9),
    bound: orNull(
      figure('No selection that satisfies the rules can be better than this; null if no bound was found.', 9),
    ),
    status: text('`optimal`, or `best found` if the time limit ended the search.'),
    gap: orNull(figure('The difference between value and bound, relative to the value.', 9)),
    reproducible: flag('Whether any machine would select the same tasks.'),
    timeLimitSeconds: orNull(number('The time limit that ended the search; null if none did.')),
    solver: text('The solver and its version.'),
    rules: list(
      entry({
        rule: text('The rule, in words.'),
        limits: number('The number of labels, sums or sets of tasks that the rule limits.'),
        atBound: number('How many of them are at their bound.'),
        atBoundExamples: list(text()),
      }),
    ),
    notes: list(text(), 'Notes about the figures.'),
  });
}

function learnedForm() {
  const figures = { design: figure('With the design.'), random: figure('With as many tasks drawn at random.') };
  return entry({
    purpose: text('The purpose of the results.'),
    systems: number('The number of earlier systems with results on these tasks.'),
    design: text('How tasks were chosen, in words.'),
    quotaCost: orNull(figure('The factor by which the quota increases the variance; null without a quota.')),
    forecast: entry({
      verdict: text('`helps`, `little gain` or `cannot be forecast`.'),
      share: orNull(figure('The share of a level’s variance that earlier results leave unexplained.')),
      equivalentRandomTasks: orNull(figure('The number of random tasks that would estimate a level as precisely.', 1)),
      halfWidth: entry(figures, 'Half the width of the 95% interval for a level.'),
      detectable: orNull(
        entry(figures),
        'The smallest difference between two systems that is detected with 80% power.',
      ),
      tau: orNull(
        entry({ ...figures, randomLow: figure('5% of random samples are below this.'), randomHigh: figure() }),
        'Kendall’s τ between the order on these tasks and the order on all tasks.',
      ),
    }),
    ease: list(
      list(number()),
      'How easy the eligible tasks were, in log odds of being solved, as pairs of ease and number of tasks.',
    ),
    easeUnknown: number('The number of eligible tasks that no earlier system ran.'),
    levels: maybe(
      record(figure()),
      'The level of each earlier system with a result on every eligible task; missing if there are none.',
    ),
  });
}

export function benchmarkData(
  benchmark: BenchmarkSelection,
  plan: Plan,
  fields: readonly UsedField[],
  hashes: PoolHashes | undefined,
): DataOf<typeof benchmarkSchema> {
  const { plan: rules, available, learned, optimum, kind, groups, choices } = benchmark;
  const isSummed = isLargePool(available) && benchmark.isHashedOneByOne !== true;
  return {
    ...statedData(rules, plan),
    kind,
    weighting: weightingData(benchmark.weighting),
    priorSystems: benchmark.priorSystems,
    learned: learned && learnedData(learned, benchmark),
    optimum: optimum?.scope === 'benchmark' ? optimumData(optimum.certificate) : undefined,
    population:
      kind === 'focus'
        ? undefined
        : populationOf(benchmark, plan, isSummed ? fields.filter(({ declared }) => !declared) : fields),
    available,
    outsidePool: benchmark.outside,
    eligible: benchmark.eligible,
    selected: choices.length,
    tasksSha256: hashes?.sha256 ?? '',
    fingerprint: isSummed ? sumAlgorithm : undefined,
    // Missing if the contents of the tasks are unknown.
    fieldHashes: hashes?.fields.size ? hashes.fields : undefined,
    filesCounted: hashes?.everyFile === true ? 'all' : undefined,
    groups: groups.map(({ key, size, allocated, deviation, tie, pinned }) => ({
      by: rules.select.group?.by,
      value: key,
      size,
      places: allocated,
      standardDeviation: deviation,
      pinned,
      tiedAtCut: tie,
    })),
    lookedAt: fieldsLookedAt(benchmark),
    features: benchmark.features,
    labelConflicts: benchmark.conflicts,
    ensured: benchmark.ensured.map(({ rule, ...result }) => ({ ...result, by: rule.by, atLeast: rule.atLeast })),
    shortfalls: benchmark.shortfalls,
    // In a large pool, these are all tasks that are neither eligible nor excluded.
    leftOutByWhere: isSummed ? undefined : benchmark.leftOut,
  };
}

export function statedBenchmark(rules: BenchmarkPlan, plan: Plan) {
  return documentOf(entry(statedForms()), statedData(rules, plan));
}

function statedData({ name, title, source, select, run }: BenchmarkPlan, { fields }: Plan) {
  const { draw } = select;
  const numbers = draw && drawDesignOf(draw).numbers;
  return {
    name,
    title,
    source: sourceText(source),
    strategy: strategyLabel(select, fields),
    draw: draw && numbers && { ...draw, algorithm: numbers.algorithm, key: numbers.key(name) },
    run: { costUsd: run.costUsd, seconds: run.seconds },
  };
}

function sourceText(source: SourcePlan): string {
  if (source.kind === 'embedded') return `embedded:${source.name}`;
  return source.kind === 'trino' ? trinoName(source.table) : source.paths.join(', ');
}

export function weightingData(weighting: Weighting | undefined) {
  return weighting && { ...weighting, effectiveSampleSize: weighting.effectiveSize };
}

export function optimumData({ status, timeLimit, rules, ...certificate }: Certificate) {
  return {
    ...certificate,
    status,
    reproducible: status === 'optimal',
    timeLimitSeconds: timeLimit,
    rules: rules.map(({ rule, limits, atBound, atBoundCount }) => ({
      rule,
      limits,
      atBound: atBoundCount,
      atBoundExamples: atBound,
    })),
  };
}

/** More decimals would not change any estimate. */
export const easeDecimals = 6;

/** The findings in the compact form that an estimate needs, with the number of eligible tasks at each ease. */
function learnedData(learned: Learned, benchmark: BenchmarkSelection) {
  const { eases, levels } = earlierOn(learned, benchmark);
  const known = countBy(
    eases.filter((ease) => ease !== undefined),
    (ease) => ease,
  );
  const fine = roundedCounts(known, easeDecimals);
  const counts = fine.size > mostEases ? roundedCounts(known, fewerDecimals) : fine;
  const { equivalent, tau, ...forecast } = learned.forecast;
  return {
    purpose: learned.purpose,
    systems: learned.systems,
    design: learned.words,
    quotaCost: learned.quotaCost,
    forecast: {
      ...forecast,
      equivalentRandomTasks: equivalent,
      tau: tau && { ...tau, randomLow: tau.low, randomHigh: tau.high },
    },
    ease: [...counts].sort(([a], [b]) => a - b),
    easeUnknown: eases.filter((ease) => ease === undefined).length,
    levels,
  };
}

/** Many systems give nearly every task of a large pool a different ease; rounding them changes no estimate. */
const [mostEases, fewerDecimals] = [20_000, 3];

function roundedCounts(eases: ReadonlyMap<number, number>, decimals: number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const [ease, tasks] of eases) addCount(counts, roundTo(ease, decimals), tasks);
  return counts;
}

/** The ease of each eligible task for earlier systems, and the level of each system that ran all of them. */
function earlierOn({ ease }: Learned, benchmark: BenchmarkSelection) {
  const { census, priorRewards } = benchmark;
  if (census?.prior !== undefined) return countedEarlier(census.prior);
  const eligible = eligibleIds(benchmark);
  const systems = [...(priorRewards ?? [])].map(([system, byTask]) => {
    const resultOn = (id: string) => {
      const own = byTask.get(id) ?? [];
      return sumOf(own, (reward) => reward) / own.length;
    };
    return [system, resultOn] as const;
  });
  return { eases: eligible.map((id) => ease.get(id)), levels: levelsOn(eligible, systems) };
}

function countedEarlier({ systems, results, excluded, learned }: CountedPrior) {
  const ease = learned?.ease ?? [];
  const eligible: number[] = [];
  for (let i = 0; i < ease.length; i++) if (excluded[i] !== 1) eligible.push(i);
  const columns = systems.map((system, j) => [system, (i: number) => resultAt(results[j] ?? [], i)] as const);
  return {
    eases: eligible.map((i) => (Number.isNaN(ease[i]) ? undefined : ease[i])),
    levels: levelsOn(eligible, columns),
  };
}

function levelsOn<Task>(
  tasks: readonly Task[],
  systems: readonly (readonly [system: string, resultOn: (task: Task) => number])[],
): ReadonlyMap<string, number> | undefined {
  const means = systems.map(([system, resultOn]) => [system, sumOf(tasks, resultOn) / tasks.length] as const);
  const levels = means.filter(([, level]) => !Number.isNaN(level));
  return levels.length === 0 ? undefined : new Map(levels);
}

/** The fields that a benchmark's score, order and draw use, so that all three can be checked. */
function fieldsLookedAt({ plan, features }: BenchmarkSelection): readonly string[] {
  const { prefer, draw } = plan.select;
  const names = [...features.map(({ field }) => field), ...prefer.map(({ field }) => field), ...(draw?.by ?? [])];
  return [...new Set(names)].filter((name) => name !== 'score' && name !== 'id' && name !== randomField.name);
}

const mostOwnValues = 200;

/** The eligible tasks, which a sample represents, counted by each label in the plan; an unknown label is "". */
function populationOf({ groups, census, eligible }: BenchmarkSelection, plan: Plan, fields: readonly UsedField[]) {
  const used = fields.filter(({ kind }) => kind === 'label');
  const labels = [...(plan.phases.length === 0 ? [] : ['phase']), ...used.map(({ name }) => name)];
  const own = new Set(used.flatMap(({ name, declared }) => (declared ? [name] : [])));
  if (census !== undefined) {
    const by = labels.flatMap((label) => {
      const counts = census.counts.get(label)?.filter((each) => each.eligible > 0);
      return counts === undefined
        ? []
        : [[label, sorted(counts.map((each) => [each.value ?? '', each.eligible]))] as const];
    });
    return { size: eligible, by: new Map(by) };
  }
  // One pass over the tasks for all labels, because the tasks are scattered in memory.
  const byLabel = labels.map((label) => ({ label, counts: new Map<string, number>() }));
  let size = 0;
  for (const { ranking } of groups) {
    size += ranking.length;
    for (const task of ranking) {
      for (const { label, counts } of byLabel) addCount(counts, String(fieldValue(task, label) ?? ''));
    }
  }
  const counted = byLabel.filter(({ label, counts }) => !own.has(label) || counts.size <= mostOwnValues);
  return { size, by: new Map(counted.map(({ label, counts }) => [label, sorted(counts)])) };
}

function sorted(counts: Iterable<readonly [string, number]>): ReadonlyMap<string, number> {
  return new Map([...counts].sort(([a], [b]) => compareText(a, b)));
}

export function expectedUpliftSchema() {
  const refit = entry({
    splits: number(),
    heldOut: figure('The mean uplift of the chosen tasks in the part that was not used to choose them.'),
    allTasks: figure('The mean uplift of all tasks in that part.'),
    raise: figure('The gain when choosing by all results, as a multiple of that gain; at least 1.'),
  });
  return entry({
    with: text(),
    without: text(),
    tasks: number('The number of selected tasks with `prior_uplift`.'),
    tasksWithoutPairs: number(),
    expected: figure(
      'The uplift to expect: by cross-fitting or by added noise; by shrinkage if both are null; equal to `pool` if the noise of a run is too large.',
    ),
    byShrinkage: figure(),
    byCrossFitting: orNull(refit, 'Holds out one run of each task and arm; null if too few tasks have repeats.'),
    byAddedNoise: maybe(
      nullable(refit),
      'If the noise of a run is assumed: splits the noise in two by adding more. Earlier versions did not write it: null.',
    ),
    runNoise: maybe(
      entry({
        by: word(
          ['repeats', 'assumed', 'pass rates', 'published'],
          'The source of the noise. `assumed` means `assume_noise` in the plan. Only earlier versions wrote the last two.',
        ),
        varianceWithout: figure(),
        varianceWith: figure(),
        tooLarge: flag('Whether the measured uplifts vary less than this noise would make them.'),
      }),
      'The variance of one run that the figures assume. Earlier versions did not write it.',
    ),
    measured: orNull(figure('The uplift in the runs used to choose the tasks, which is too high because of chance.')),
    pool: figure('The mean shrunken uplift of all tasks.'),
  });
}

export function expectedUpliftData(found: ExpectedUplift): DataOf<typeof expectedUpliftSchema> {
  const { unknown, shrunken, crossFitted, runNoise } = found;
  const refit = crossFitted && { ...crossFitted, allTasks: crossFitted.all };
  return {
    ...found,
    tasksWithoutPairs: unknown,
    byShrinkage: shrunken,
    byCrossFitting: refit?.by === 'runs' ? refit : undefined,
    byAddedNoise: refit?.by === 'added noise' ? refit : null,
    runNoise: {
      by: runNoise.by,
      varianceWithout: runNoise.without,
      varianceWith: runNoise.with,
      tooLarge: runNoise.isTooLarge,
    },
  };
}
