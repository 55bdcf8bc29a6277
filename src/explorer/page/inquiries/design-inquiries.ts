import { designs } from '../../../core/assess/designs/designs.js';
import {
  type BudgetPoint,
  budgetCurve,
  type DesignFigures,
  type DesignRow,
  designsOf,
  planRow,
} from '../../../core/assess/designs/designs-question.js';
import { pointSentence } from '../../../core/assess/frontier/frontier-question.js';
import { expectedComparison } from '../../../core/assess/power/comparison.js';
import type { PoolResults } from '../../../core/assess/question/pool-results.js';
import type { Seed } from '../../../core/assess/question/seed.js';
import type { Frontier } from '../../../core/model/optimum.js';
import type { Outcomes } from '../../../core/model/outcome.js';
import type { Selection } from '../../../core/model/selection.js';
import { assessInput } from './assess-input.js';
import type { Inquired, Inquiry } from './inquiry.js';

/** What the plan as loaded gives, and what other budgets would buy. */
export interface PlanDesign {
  readonly seed: Seed;
  readonly row: DesignRow & { readonly figures: DesignFigures };
  readonly budgets: readonly BudgetPoint[];
  /** For a plan with a goal: what it comes to at other budgets, as they were solved for when the page was made. */
  readonly frontiers: readonly GoalFrontier[];
}

/** The budgets of one goal. */
export interface GoalFrontier {
  readonly goal: string;
  readonly frontier: Frontier;
  /** What each of its points buys. */
  readonly sentences: readonly string[];
}

/** The plan as loaded, which every design is held against. */
export const planInquiry: Inquiry<Record<never, never>, PlanDesign> = {
  name: 'plan-design',
  isOfLoaded: true,
  answer: (about) => {
    const { seed, figuresOf } = meterOf(about);
    const figures = figuresOf(about.loaded);
    const pool = assessInput(about).results?.pool;
    return {
      seed,
      row: { ...planRow, figures },
      budgets: budgetCurve(about.loaded, pool, figures.prospect),
      frontiers: frontiersOf(about.loaded, pool),
    };
  },
};

/** One design of the same number of tasks. */
export const designInquiry: Inquiry<{ readonly design: string }, DesignRow> = {
  name: 'design',
  isOfLoaded: true,
  answer: (about, { design: name }) => {
    const design = designs.find((each) => each.name === name);
    if (design === undefined) throw new RangeError(`There is no design ${name}.`);
    return meterOf(about).rowOf(design);
  },
};

/** The selection under the edits of the page, held against the plan. */
export const editInquiry: Inquiry<Record<never, never>, DesignFigures> = {
  name: 'edit-design',
  answer: (about) => meterOf(about).figuresOf(about.selection),
};

type Meter = ReturnType<typeof designsOf>;

let last: { readonly of: Selection; readonly results: Outcomes | undefined; readonly meter: Meter } | undefined;

/** Every design is measured against the same pool: that is looked through once. */
function meterOf(about: Inquired): Meter {
  const { loaded, results } = about;
  if (last?.of !== loaded || last.results !== results)
    last = { of: loaded, results, meter: designsOf(loaded, assessInput(about).results?.pool) };
  return last.meter;
}

function frontiersOf(selection: Selection, results: PoolResults | undefined): readonly GoalFrontier[] {
  const optima = new Set(selection.benchmarks.flatMap(({ optimum }) => optimum ?? []));
  const { comparison } = expectedComparison(selection, results);
  return [...optima].flatMap(({ certificate: { goal }, studied }) =>
    (studied?.frontiers ?? []).map((frontier) => ({
      goal,
      frontier,
      sentences: frontier.points.map((point) => pointSentence(point, frontier, goal, comparison)),
    })),
  );
}
