import { claimOf } from '../../describe/selection-words.js';
import { type DataOf, entry, figure, flag, list, number, orNull, text } from '../../documents/forms.js';
import { sumOf } from '../../lists/lists.js';
import type { Selection } from '../../model/selection.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { averageOf } from '../../select/selection-statistics.js';
import { balanceLevel } from '../../statistics/balance.js';
import { mean } from '../../statistics/summary.js';
import { comparableColumn, comparedNumbers } from '../balance/balance-columns.js';
import { type AtEnds, detectable, expectedComparison } from '../power/comparison.js';
import { type Prospect, prospectOf, widestHalf } from '../prospect/prospect.js';
import type { PoolResults } from '../question/pool-results.js';
import { answerOf, option, type Question } from '../question/question.js';
import { seedOf, seedWords } from '../question/seed.js';
import { type Design, designs } from './designs.js';
import { budgetChart, budgetSentence, designsSections, designsVerdict } from './designs-view.js';

function designsSchema() {
  const ends = entry({ low: orNull(figure()), high: orNull(figure()) });
  return entry({
    plan: text(),
    seed: text('The seed of the random numbers.'),
    seedFrom: text('Who gave it: "option", "plan" or "default".'),
    conclusion: text(),
    designs: list(
      entry({
        design: text('"plan" first, then every design of the same number of tasks.'),
        words: text('How it chooses.'),
        whyNot: orNull(text(), 'Why it is not possible; null if it is.'),
        claim: orNull(text(), 'What results on its tasks may claim.'),
        tasks: orNull(number()),
        costUsd: orNull(figure(), 'One run of each task; null if the plan does not give it.'),
        detectable: orNull(ends, 'The smallest difference found, at both ends of what is assumed of discordance.'),
        halfWidth: orNull(
          figure(),
          'Half of the 95% interval of the level of the pool; null for a design that has none.',
        ),
        balance: orNull(
          entry({
            mean: figure('The mean distance of the numbers from the pool, in its standard deviations.'),
            largest: entry({ name: text(), difference: figure() }),
            off: number('Numbers further than 0.25 from the pool.'),
            compared: number(),
          }),
        ),
        shared: orNull(number(), 'How many of its tasks are in the plan.'),
        meanScore: orNull(number(), "The mean score of its tasks under the plan's own score, each task counted once."),
        coverageMet: orNull(flag(), 'Whether every phase has a task and every place is filled.'),
        missingPhases: list(text()),
      }),
    ),
    budgets: list(
      entry({
        tasks: number(),
        isPlan: flag(),
        costUsd: orNull(figure()),
        detectable: ends,
        halfWidth: orNull(figure(), 'Half of the 95% interval of the level of the pool; null if it has none.'),
      }),
      'The figures for other numbers of tasks, chosen as in the plan.',
    ),
  });
}

/** The plan compared with other designs of the same size, and with other budgets. */
export type DesignsAssessment = ReturnType<typeof assessDesigns>;

/** A design with its figures, or the reason why it is not possible. */
export type DesignRow = Pick<Design, 'name' | 'title'> & { readonly words: string } & (
    | { readonly figures: DesignFigures }
    | { readonly why: string }
  );

export type DesignFigures = ReturnType<ReturnType<typeof designsOf>['figuresOf']>;

/** The distance of a design's tasks from the pool: differences of means, in standard deviations of the pool. */
export type DesignBalance = NonNullable<DesignFigures['balance']>;

/** The figures for a different number of tasks, chosen as in the plan. */
export interface BudgetPoint {
  readonly tasks: number;
  readonly isPlan: boolean;
  readonly costUsd: number | undefined;
  readonly difference: AtEnds<number | undefined>;
  readonly halfWidth: number;
  /** Summarises the point: tasks, cost, detectable difference, and the ratio to the plan. */
  readonly sentence: string;
}

/** Computes the designs one at a time, so that a page can do it in steps. Pure. */
export function designsOf(plan: Selection, results: PoolResults | undefined, given?: string) {
  const seed = seedOf(given, plan.plan.seed);
  const measure = balanceMeter(plan);
  const scoreOf = scoreMeter(plan);
  const own = new Set(plan.choices.map(({ task }) => taskKey(task)));
  const figuresOf = (design: Selection, isBest = false) => ({
    prospect: prospectOf(design, results),
    claim: claimOf(design, isBest),
    balance: measure(design),
    shared: design.choices.filter(({ task }) => own.has(taskKey(task))).length,
    meanScore: scoreOf(design),
  });
  return {
    seed,
    /** Also used by the page for an edited plan. */
    figuresOf,
    rowOf: ({ name, title, words, select, isBest }: Design) => {
      const found = select(plan, seed.seed);
      return { name, title, words: words(plan), ...('why' in found ? found : { figures: figuresOf(found, isBest) }) };
    },
  };
}

/** Averages scores as the plan computes and rounds them; undefined if the plan has no score for some task. */
function scoreMeter({ plan: { score }, benchmarks }: Selection): (design: Selection) => string | undefined {
  const scores = new Map(benchmarks.flatMap(({ tasks }) => tasks.map((task) => [taskKey(task), task.score])));
  return ({ choices }) => {
    if (score.weights.size === 0) return undefined;
    const own = choices.flatMap(({ task }) => scores.get(taskKey(task)) ?? []);
    return own.length < choices.length ? undefined : averageOf(own, score.decimals).toFixed(score.decimals);
  };
}

/** Measures the balance of any selection from the pool, weighted if it is a probability sample. */
function balanceMeter(plan: Selection) {
  const eligible = plan.benchmarks.flatMap(({ groups }) => groups.flatMap(({ ranking }) => ranking));
  const numberOf = new Map(eligible.map((task, i) => [taskKey(task), i]));
  const all = Int32Array.from(eligible, (_, i) => i);
  const columns = comparedNumbers(plan.plan).flatMap((compared) => {
    const found = comparableColumn(compared, all, eligible);
    return typeof found === 'string' ? [] : [{ ...compared, measure: found.column.measure }];
  });
  return ({ choices, kind }: Selection) => {
    const sample = Int32Array.from(choices.flatMap(({ task }) => numberOf.get(taskKey(task)) ?? []));
    const weights = new Float64Array(eligible.length);
    for (const { task, probability = 1 } of choices) weights[numberOf.get(taskKey(task)) ?? -1] = 1 / probability;
    const differences = columns.flatMap(({ name, words, measure }) => {
      const measured = measure(sample, kind === 'representative' ? weights : undefined);
      return measured === undefined ? [] : [{ name, words, difference: measured.difference }];
    });
    const sizes = differences.map(({ difference }) => Math.abs(difference));
    const largest = differences[sizes.indexOf(Math.max(...sizes))];
    if (largest === undefined) return undefined;
    return {
      mean: mean(sizes),
      largest,
      off: differences.filter(({ difference }) => balanceLevel(difference) !== 'close').length,
      compared: differences.length,
    };
  };
}

export const planRow = { name: 'plan', title: 'This plan', words: 'The selection as the plan gives it.' };

export function assessDesigns(
  plan: Selection,
  results: PoolResults | undefined,
  given: { readonly seed?: string | undefined } = {},
) {
  const { seed, figuresOf, rowOf } = designsOf(plan, results, given.seed);
  const figures = figuresOf(plan);
  return {
    ...seed,
    plan: { ...planRow, figures },
    designs: designs.map(rowOf),
    budgets: budgetCurve(plan, results, figures.prospect),
  };
}

const steps = 24;
const fewest = 5;

/** The figures for budgets from a few tasks up to the whole pool, including the plan's budget. */
export function budgetCurve(
  selection: Selection,
  results: PoolResults | undefined,
  prospect: Prospect,
): readonly BudgetPoint[] {
  const { benchmarks, weighting, statistics } = selection;
  const own = statistics.selected;
  const pool = sumOf(benchmarks, ({ eligible }) => eligible);
  if (own === 0 || pool === 0) return [];
  const { comparison, size } = expectedComparison(selection, results);
  const worth = weighting === undefined ? 1 : weighting.effectiveSize / own;
  const { level, costUsd, difference } = prospect;
  const halfWidthAt = (tasks: number) => {
    if (level.of !== 'pool') return widestHalf(tasks);
    if (!level.isForecast) return widestHalf(tasks * worth, 1 - tasks / pool);
    // The forecast is for the plan's number of tasks. Its error scales like that of any sample without replacement.
    const left = 1 / own - 1 / pool;
    return left <= 0 ? 0 : level.halfWidth * Math.sqrt((1 / tasks - 1 / pool) / left);
  };
  const from = Math.min(fewest, own, pool);
  const sizes = Array.from({ length: steps + 1 }, (_, i) => Math.round(from * (pool / from) ** (i / steps)));
  return [...new Set([...sizes, own])]
    .sort((a, b) => a - b)
    .map((tasks) => {
      const isPlan = tasks === own;
      const point = {
        tasks,
        isPlan,
        costUsd: costUsd === undefined ? undefined : (costUsd * tasks) / own,
        difference: isPlan ? difference : detectable(comparison, (tasks * size) / own, 1),
        halfWidth: isPlan ? level.halfWidth : halfWidthAt(tasks),
      };
      return { ...point, sentence: budgetSentence(point, { own, pool, isOfPool: level.of === 'pool' }) };
    });
}

function rowData(row: DesignRow): DataOf<typeof designsSchema>['designs'][number] {
  const { prospect, claim, balance, shared, meanScore } = 'figures' in row ? row.figures : {};
  return {
    design: row.name,
    words: row.words,
    whyNot: 'why' in row ? row.why : undefined,
    claim,
    tasks: prospect?.selected,
    costUsd: prospect?.costUsd,
    detectable: prospect?.difference,
    halfWidth: prospect?.level.of === 'pool' ? prospect.level.halfWidth : undefined,
    balance,
    shared,
    meanScore: meanScore === undefined ? undefined : Number(meanScore),
    coverageMet: prospect?.coverage.isMet,
    missingPhases: prospect?.coverage.missing ?? [],
  };
}

export const designsQuestion: Question<{ readonly seed?: string | undefined }> = {
  name: 'designs',
  title: 'Designs side by side',
  summary: 'Compare the plan with other selections of the same size, and with other budgets',
  description:
    'Selects the same number of tasks at random, in proportion, by score, from earlier results and by optimisation, and\n' +
    'compares the plan with them: cost, smallest detectable difference, interval of a level, balance, shared tasks, mean\n' +
    'score, coverage, and permissible claims.\n' +
    'Then shows the effect of fewer or more tasks, chosen the same way. Needs no results.',
  options: { seed: option('text', 'text', 'seed of the random designs', "the plan's, or 0") },
  schema: designsSchema,
  needsResults: false,
  isQuick: false,
  hasOwnView: true,
  ask: ({ selection, results }, options) => {
    const assessment = assessDesigns(selection, results?.pool, options);
    const { seed, seedFrom, plan, budgets } = assessment;
    const isOfPool = plan.figures.prospect.level.of === 'pool';
    const document = {
      plan: selection.plan.name,
      seed,
      seedFrom,
      conclusion: designsVerdict(assessment),
      designs: [plan, ...assessment.designs].map(rowData),
      budgets: budgets.map(({ difference, halfWidth, ...point }) => ({
        ...point,
        detectable: difference,
        halfWidth: isOfPool ? halfWidth : undefined,
      })),
    };
    return answerOf(designsSchema(), document, {
      grade: 'good',
      sections: designsSections(assessment),
      method: `Random numbers from the seed "${seed}" (${seedWords[seedFrom]}); a difference is found with 80% power at a level of 5%.`,
      pictures: [['designs-budget', budgetChart(budgets)]],
    });
  },
};
