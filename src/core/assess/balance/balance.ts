import { fieldWords } from '../../describe/field-words.js';
import { type DataOf, entry, figure, flag, list, maybe, number, orNull, text, word } from '../../documents/forms.js';
import type { Redrawer } from '../../draws/draw-design.js';
import { redrawerOf } from '../../draws/draws.js';
import { at, groupBy, sumOf } from '../../lists/lists.js';
import type { Plan } from '../../model/plan.js';
import type { Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { randomStreamFor } from '../../random/seeded-numbers.js';
import { balanceLevel } from '../../statistics/balance.js';
import { compareText } from '../../text/words.js';
import {
  answerOf,
  type Grade,
  OptionChecks,
  type OptionValues,
  option,
  type Question,
  seedOf,
} from '../question/question.js';
import {
  type ComparedNumber,
  chancePoint,
  comparableColumn,
  comparedNumbers,
  countedLabels,
  isBeyond,
  labelColumnOf,
  labelOf,
} from './balance-columns.js';
import {
  balanceConclusion,
  balanceNotes,
  balancePicture,
  balanceSections,
  labelPicture,
  scopeConclusion,
} from './balance-view.js';

function balanceSchema() {
  const cell = entry({ value: text(), eligible: number() });
  return entry({
    kind: word(['focus', 'representative']),
    selected: number(),
    eligible: number('Eligible tasks, which the selection is compared with.'),
    draws: number('Redraws used for the comparison.'),
    seed: text(),
    seedFrom: text('option, plan or default.'),
    conclusion: text('The finding, in words.'),
    overall: entry(scopeKeys(), 'All benchmarks together.'),
    benchmarks: list(entry({ name: text(), ...scopeKeys() }), 'In the order of the plan.'),
    empty: entry(
      {
        phases: maybe(list(cell), 'Missing if the plan has no phases.'),
        languages: list(cell),
        benchmarks: list(cell),
        phasesOfBenchmarks: maybe(list(entry({ benchmark: text(), phase: text(), eligible: number() }))),
        phasesWithoutTasks: maybe(list(text()), 'Phases in the plan without an eligible task.'),
      },
      'Values found in the eligible tasks but not in the selection.',
    ),
    notes: list(text(), 'Notes on these figures.'),
  });
}

function scopeKeys() {
  return {
    kind: word(['focus', 'representative']),
    selected: number(),
    eligible: number(),
    whole: flag('Whether every eligible task is selected.'),
    conclusion: text(),
    numbers: list(numberSchema(), 'The score, its components, then the fields; empty if every task is selected.'),
    notCompared: list(entry({ name: text(), why: text() })),
    labels: list(labelSchema()),
  };
}

function numberSchema() {
  return entry({
    name: text(),
    of: text('score, component or field.'),
    scale: text('Counts are compared as log(1+x), so that a few large ones do not dominate.'),
    known: entry({ selected: number(), pool: number() }, 'Tasks with a known value.'),
    typical: entry(
      { selected: figure(), pool: figure() },
      'The mean, in the original unit; for a count, exp(mean log(1+x)) - 1.',
    ),
    difference: figure('In pool standard deviations; each task counts once.'),
    weightedDifference: orNull(figure(), 'With the design weights; null for tasks chosen by rank.'),
    differenceFromShares: figure('The difference expected from a random choice with the same group sizes.'),
    differenceChance_95: figure('The limit in either direction for 95% of the redraws.'),
    differenceBeyondChance: flag(),
    distance: figure('The largest gap between the cumulative distributions, weighted if there are weights.'),
    distanceChance_95: figure(),
    distanceBeyondChance: flag(),
    level: text('close, off or far.'),
  });
}

function labelSchema() {
  return entry({
    name: text(),
    totalVariation: figure('The fraction of the selection that would have to change to match the pool.'),
    weightedVariation: orNull(figure(), 'With the design weights; null for tasks chosen by rank.'),
    variationChance_95: figure('The limit for 95% of the redraws.'),
    values: list(
      entry({
        value: text('Empty if unknown.'),
        selected: number(),
        eligible: number(),
        proportional: figure('Expected in a proportional sample of this size.'),
        planned: figure("Expected in a random choice with the plan's groups and sizes."),
      }),
    ),
  });
}

export type Balance = ReturnType<typeof assessBalance>;

/** The comparison of a selection, or of one benchmark's part of it, with the eligible tasks. */
export type ScopeBalance = Omit<DataOf<typeof balanceSchema>['overall'], 'numbers' | 'labels'> & {
  readonly numbers: readonly NumberBalance[];
  readonly labels: readonly LabelBalance[];
};

/** `redrawn` is the range that contains 95% of the redrawn differences. */
export type NumberBalance = ReturnType<Exclude<ReturnType<typeof compareNumber>, string>['result']>;

export type LabelBalance = ReturnType<ReturnType<typeof compareLabel>['result']>;

const options = {
  draws: option('number', 'count', 'number of redraws to compare with', '1000'),
  seed: option('text', 'text', 'seed for the redraws', "the plan's, or 0"),
};
type BalanceOptions = OptionValues<typeof options>;

const usualDraws = 1000;
/** Fewer redraws can't locate a 95% point. */
const leastDraws = 100;
const mostDraws = 10_000;
/** The number of task-by-number comparisons that take about a second. */
const affordable = 2e7;

/** Compares a selection with the eligible tasks and with redraws of its design. Pure. Throws WinnowError. */
export function assessBalance(selection: Selection, given: BalanceOptions = {}) {
  const { plan, benchmarks, kind } = selection;
  const hint = `The default, ${usualDraws}, locates a 95% limit to within about 5%.`;
  const checks = new OptionChecks();
  checks.whole('draws', given.draws ?? usualDraws, 1, mostDraws, hint);
  checks.done();
  const seed = seedOf(given.seed, plan.seed);
  const pool = numberTasks(selection, seed.seed);
  const compared = comparedNumbers(plan);
  // With one benchmark, the benchmark and the whole selection are the same scope, so it is measured once.
  const isOne = benchmarks.length === 1;
  const measured = isOne ? pool.scopes.slice(0, 1) : pool.scopes;
  const comparisons = measured.map((scope) => compareScope(scope, pool, compared, plan));
  const cost = sumOf([...comparisons, ...pool.redrawers], (each) => each.cost);
  const affordableDraws = Math.max(leastDraws, Math.floor(affordable / Math.max(1, cost)));
  const draws = given.draws ?? Math.min(usualDraws, affordableDraws);
  const sample = new Int32Array(pool.selected.length);
  for (let count = 0; count < draws; count++) {
    let next = 0;
    for (const { from, draw } of pool.redrawers) {
      draw((index) => {
        sample[next++] = from + index;
      });
    }
    for (const comparison of comparisons) comparison.take(sample);
  }
  const results = comparisons.map((comparison) => comparison.result());
  const overall = at(results, 0);
  const { selected, eligible, labels } = overall;
  const own = { ...overall, labels: labels.filter(({ name }) => name !== 'benchmark') };
  const each = benchmarks.map(({ plan: { name } }, i) => ({ name, ...(isOne ? own : at(results, i + 1)) }));
  const available = sumOf(benchmarks, ({ tasks }) => tasks.length);
  const usual = given.draws === undefined ? usualDraws : undefined;
  return {
    ...{ kind, selected, eligible, draws, ...seed, overall, benchmarks: each },
    empty: emptyCells(plan, pool),
    conclusion: balanceConclusion(overall, each),
    notes: balanceNotes(overall, each.length, { ...seed, draws, usualDraws: usual, available }),
  };
}

type NumberedPool = ReturnType<typeof numberTasks>;

type Scope = NumberedPool['scopes'][number];

/**
 * Numbers the eligible tasks consecutively.
 * `rates`: the selection probability of each task, or the selected share of its group.
 * `redrawers`: one per group, with the number of its first task.
 * `scopes`: the whole selection, then each benchmark.
 */
function numberTasks({ benchmarks, kind }: Selection, seed: string) {
  const tasks: ScoredTask[] = [];
  const selected: number[] = [];
  const redrawers: (Redrawer & { readonly from: number })[] = [];
  const ranges = benchmarks.map((benchmark) => {
    const [from, start] = [tasks.length, selected.length];
    const chosen = new Set(benchmark.choices.map(({ task }) => task));
    for (const { ranking, key, pinned } of benchmark.groups) {
      // Sorted by id, so that redraws do not depend on the ranking.
      const members = ranking.toSorted((a, b) => compareText(a.id, b.id));
      const places = members.filter((task) => chosen.has(task)).length;
      const name = JSON.stringify([benchmark.plan.name, pinned, key ?? null]);
      // A group is redrawn with the plan's draw, and ranked tasks with a simple random draw of the same size.
      const random = randomStreamFor(seed, `balance/${name}`);
      let count = 0;
      const chance = { random, start: () => random.double(), nextSeed: () => `${seed}/${++count}` };
      const from = { tasks: members, places, stratum: name, benchmark: benchmark.plan.name, chance };
      redrawers.push({ ...redrawerOf(benchmark.plan.select.draw, from), from: tasks.length });
      for (const task of members) {
        if (chosen.has(task)) selected.push(tasks.length);
        tasks.push(task);
      }
    }
    return { kind: benchmark.kind, from, to: tasks.length, start, end: selected.length };
  });
  const rates = Float64Array.from(redrawers.flatMap((redrawer) => redrawer.rates));
  const weights = rates.map((rate) => 1 / rate);
  const whole = { kind, from: 0, to: tasks.length, start: 0, end: selected.length };
  const scopes = [whole, ...ranges].map((range, i) => ({
    isWhole: i === 0,
    kind: range.kind,
    tasks: Int32Array.from({ length: range.to - range.from }, (_, index) => range.from + index),
    // A sample lists its tasks group by group, and every draw takes the same number from each group.
    partOf: (sample: Int32Array) => sample.subarray(range.start, range.end),
    weights: range.kind === 'representative' ? weights : undefined,
  }));
  return { tasks, selected: Int32Array.from(selected), rates, redrawers, scopes };
}

/** If all or none of the scope's tasks are selected, only labels are counted. */
function compareScope(scope: Scope, pool: NumberedPool, numbers: readonly ComparedNumber[], plan: Plan) {
  const { tasks, kind, partOf, isWhole } = scope;
  const selected = partOf(pool.selected).length;
  const varies = selected > 0 && selected < tasks.length;
  const found = (varies ? numbers : []).map((each) => ({ name: each.name, with: compareNumber(each, scope, pool) }));
  const compared = found.flatMap((each) => (typeof each.with === 'string' ? [] : [each.with]));
  const notCompared = found.flatMap(({ name, with: why }) =>
    typeof why !== 'string' || why === 'unknown' ? [] : [{ name, why }],
  );
  const labels = countedLabels(plan, pool.tasks, isWhole).map((label) => compareLabel(label, scope, pool, plan));
  return {
    /** The cost of measuring one sample: tasks times columns. */
    cost: varies ? selected * (compared.length + labels.length) : 0,
    take: (sample: Int32Array) => {
      if (!varies) return;
      const part = partOf(sample);
      for (const comparison of [...compared, ...labels]) comparison.take(part);
    },
    result: (): ScopeBalance => {
      const facts = {
        kind,
        selected,
        eligible: tasks.length,
        whole: selected === tasks.length,
        numbers: compared.map(({ result }) => result()),
        notCompared,
        labels: labels.map(({ result }) => result()),
      };
      return { ...facts, conclusion: scopeConclusion(facts) };
    },
  };
}

/** Prepares the comparison of one number within a scope, or returns the reason why it can't be compared. */
function compareNumber(number: ComparedNumber, { tasks, weights, partOf }: Scope, pool: NumberedPool) {
  const comparable = comparableColumn(number, tasks, pool.tasks);
  if (typeof comparable === 'string') return comparable;
  const { column, isLog } = comparable;
  const selected = partOf(pool.selected);
  const plain = column.measure(selected, undefined);
  // Weighting the pool by the selection rates gives the average of random choices of the same sizes.
  const expected = column.measure(tasks, pool.rates);
  if (plain === undefined || expected === undefined) return 'too few known';
  const weighted = weights === undefined ? undefined : column.measure(selected, weights);
  const { difference, distance } = weighted ?? plain;
  const back = (mean: number) => (isLog ? Math.expm1(mean) : mean);
  const [differences, distances]: [number[], number[]] = [[], []];
  return {
    take: (sample: Int32Array) => {
      const measured = column.measure(sample, weights);
      if (measured === undefined) return;
      differences.push(measured.difference);
      distances.push(measured.distance);
    },
    result: () => {
      const differenceChance = chancePoint(differences.map(Math.abs));
      const distanceChance = chancePoint(distances);
      return {
        ...{ name: number.name, words: number.words, of: number.of },
        scale: isLog ? 'log(1+x)' : 'as is',
        known: { selected: plain.known, pool: column.known },
        typical: { selected: back(plain.mean), pool: back(column.mean) },
        difference: plain.difference,
        weightedDifference: weighted?.difference,
        differenceFromShares: expected.difference,
        differenceChance_95: differenceChance,
        differenceBeyondChance: isBeyond(Math.abs(difference), differenceChance),
        distance,
        distanceChance_95: distanceChance,
        distanceBeyondChance: isBeyond(distance, distanceChance),
        level: balanceLevel(difference),
        redrawn: { low: chancePoint(differences, 0.025), high: chancePoint(differences, 0.975) },
      };
    },
  };
}

function compareLabel(name: string, { tasks, weights, partOf }: Scope, pool: NumberedPool, plan: Plan) {
  const column = labelColumnOf(name, pool.tasks, tasks, plan);
  const selected = partOf(pool.selected);
  const variations: number[] = [];
  return {
    take: (sample: Int32Array) => {
      variations.push(column.variation(sample, weights));
    },
    result: () => ({
      name: fieldWords(name, plan.fields),
      totalVariation: column.variation(selected, undefined),
      weightedVariation: weights === undefined ? undefined : column.variation(selected, weights),
      variationChance_95: chancePoint(variations),
      values: column.counts(selected, pool.rates, weights),
    }),
  };
}

/** Values of eligible tasks that no selected task has, the most frequent first. */
function emptyCells(plan: Plan, { tasks, selected }: NumberedPool): DataOf<typeof balanceSchema>['empty'] {
  const chosen = Array.from(selected, (task) => at(tasks, task));
  const missing = (keyOf: (task: ScoredTask) => string) => {
    const met = new Set(chosen.map(keyOf));
    return [...groupBy(tasks, keyOf)]
      .filter(([value]) => value !== '' && !met.has(value))
      .map(([value, members]) => ({ value, eligible: members.length }))
      .sort((a, b) => b.eligible - a.eligible || compareText(a.value, b.value));
  };
  const empty = {
    languages: missing((task) => labelOf(task, 'language')),
    benchmarks: missing(({ benchmark }) => benchmark),
  };
  if (plan.phases.length === 0) return empty;
  const inPool = new Set(tasks.map(({ phase }) => phase));
  const inBenchmarks = missing(({ benchmark, phase }) => JSON.stringify([benchmark, phase]));
  return {
    ...empty,
    phases: missing(({ phase }) => phase),
    phasesOfBenchmarks: inBenchmarks.map(({ value, eligible }) => {
      const [benchmark = '', phase = ''] = JSON.parse(value) as readonly string[];
      return { benchmark, phase, eligible };
    }),
    phasesWithoutTasks: plan.phases.filter((phase) => !inPool.has(phase)),
  };
}

export const balanceQuestion: Question<BalanceOptions> = {
  name: 'balance',
  title: 'Balance',
  summary: 'Compare the selected tasks with the pool',
  description:
    'Compares the selected tasks with all eligible tasks by score, size, phase and language, and judges the differences\n' +
    'against random choices from the same groups (p-values do not apply to a subset of the pool).',
  options,
  schema: balanceSchema,
  ask: ({ selection }, given) => {
    const balance = assessBalance(selection, given);
    return answerOf(balanceSchema(), balance, {
      grade: gradeOf(balance),
      sections: balanceSections(selection.plan.name, balance),
      pictures: [
        ['balance', balancePicture(balance)],
        ['balance-labels', labelPicture(balance)],
      ],
    });
  },
};

/** Good if no field is off. A sample is judged only overall, because some of many figures are off by chance. */
function gradeOf({ overall, benchmarks, kind }: Balance): Grade {
  const scopes = kind === 'focus' ? [overall, ...benchmarks] : [overall];
  const levels = scopes.flatMap(({ numbers }) => numbers.map(({ level }) => level));
  if (levels.some((level) => level !== 'close')) return 'look';
  return levels.length > 0 || overall.whole ? 'good' : 'unknown';
}
