import { namedPictures } from '../../blocks/blocks.js';
import {
  type DataOf,
  entry,
  flag,
  list,
  number,
  numberOrNull,
  orNull,
  text,
  textOrNull,
} from '../../manifest/json-forms.js';
import { figure } from '../question/figure.js';
import type { Question } from '../question/question.js';
import { seedWords } from '../question/seed.js';
import { assessDesigns, type DesignFigures, type DesignRow, type DesignsAssessment } from './assess-designs.js';
import { budgetChart } from './budget-curve.js';
import { designsSections, designsVerdict } from './designs-words.js';

/** What `assess designs --json` prints. */
function designsSchema() {
  return entry({
    plan: text(),
    seed: text('What random numbers are made from.'),
    seed_from: text('Who gave it: "option", "plan" or "default".'),
    conclusion: text(),
    designs: list(
      entry({
        design: text('"plan" first, then every design of the same number of tasks.'),
        words: text('How it chooses.'),
        why_not: textOrNull('Why it cannot be given; null where it can.'),
        claim: textOrNull('What results on its tasks may claim.'),
        tasks: numberOrNull(),
        cost_usd: numberOrNull('One run of each task; null where the plan does not say.'),
        detectable: orNull(
          entry({ low: numberOrNull(), high: numberOrNull() }),
          'The smallest difference found, at both ends of what is assumed of discordance.',
        ),
        half_width: numberOrNull('Half of the 95% interval of the level of the pool; null for a design that has none.'),
        balance: orNull(
          entry({
            mean: number('The mean distance of the numbers from the pool, in its standard deviations.'),
            largest: entry({ name: text(), difference: number() }),
            off: number('Numbers further than 0.25 from the pool.'),
            compared: number(),
          }),
        ),
        shared: numberOrNull('How many of its tasks are in the plan.'),
        mean_score: numberOrNull("The mean score of its tasks under the plan's own score, each task counted once."),
        coverage_met: orNull(flag(), 'Whether every phase has a task and every place is filled.'),
        missing_phases: list(text()),
      }),
    ),
    budgets: list(
      entry({
        tasks: number(),
        is_plan: flag(),
        cost_usd: numberOrNull(),
        detectable: entry({ low: numberOrNull(), high: numberOrNull() }),
        half_width: numberOrNull('Half of the 95% interval of the level of the pool; null where it has none.'),
      }),
      'What other numbers of tasks would buy, chosen as the plan chooses.',
    ),
  });
}

/** The document of an assessment. */
function designsEntry(plan: string, assessment: DesignsAssessment, conclusion: string) {
  const { seed, seedFrom, designs, budgets } = assessment;
  const isOfPool = assessment.plan.figures.prospect.level.of === 'pool';
  return {
    plan,
    seed,
    seed_from: seedFrom,
    conclusion,
    designs: [assessment.plan, ...designs].map(rowEntry),
    budgets: budgets.map(({ tasks, isPlan, costUsd, difference: { low, high }, halfWidth }) => ({
      tasks,
      is_plan: isPlan,
      cost_usd: figure(costUsd),
      detectable: { low: figure(low), high: figure(high) },
      half_width: isOfPool ? figure(halfWidth) : null,
    })),
  } satisfies DataOf<typeof designsSchema>;
}

function rowEntry(row: DesignRow) {
  const figures = 'figures' in row ? row.figures : undefined;
  return {
    design: row.name,
    words: row.words,
    why_not: 'why' in row ? row.why : null,
    ...(figures === undefined ? nothing : figuresEntry(figures)),
  };
}

const nothing = {
  claim: null,
  tasks: null,
  cost_usd: null,
  detectable: null,
  half_width: null,
  balance: null,
  shared: null,
  mean_score: null,
  coverage_met: null,
  missing_phases: [],
};

function figuresEntry({ prospect, claim, balance, shared, meanScore }: DesignFigures) {
  const { selected, costUsd, difference, level, coverage } = prospect;
  return {
    claim,
    tasks: selected,
    cost_usd: figure(costUsd),
    detectable: { low: figure(difference.low), high: figure(difference.high) },
    half_width: level.of === 'pool' ? figure(level.halfWidth) : null,
    balance:
      balance === undefined
        ? null
        : {
            mean: figure(balance.mean) ?? 0,
            largest: { name: balance.largest.name, difference: figure(balance.largest.difference) ?? 0 },
            off: balance.off,
            compared: balance.compared,
          },
    shared,
    mean_score: meanScore === undefined ? null : Number(meanScore),
    coverage_met: coverage.isMet,
    missing_phases: coverage.missing,
  };
}

/** What other ways to choose as many tasks would give. */
export const designsQuestion: Question<{ readonly seed?: string }> = {
  name: 'designs',
  title: 'Designs side by side',
  summary: 'what random, ranked, learned and optimised selections of the same size would give, and other budgets',
  description:
    'Selects as many tasks at random, in proportion, by score, by what was learned and as the best of each phase, and\n' +
    'holds the plan against them: cost, smallest detectable difference, interval of a level, balance, tasks shared, mean\n' +
    'score, coverage, what each may claim.\n' +
    'Then says what fewer and more tasks, chosen as the plan chooses, would buy. Needs no results.',
  options: {
    seed: { kind: 'text', value: 'text', help: 'seed of the random designs', default: "the plan's, or 0" },
  },
  schema: designsSchema,
  needsResults: false,
  isQuick: false,
  hasOwnView: true,
  ask: ({ selection, results }, options) => {
    const assessment = assessDesigns(selection, results?.pool, options);
    const verdict = designsVerdict(assessment);
    return {
      grade: 'good',
      verdict,
      document: designsEntry(selection.plan.name, assessment, verdict),
      sections: designsSections(assessment),
      notes: [],
      method: `Random numbers from the seed "${assessment.seed}" (${seedWords[assessment.seedFrom]}); a difference is found with 80% power at a level of 5%.`,
      pictures: namedPictures([['designs-budget', budgetChart(assessment.budgets)]]),
    };
  },
};
