import { claimOf } from '../../describe/selection-words.js';
import type { Selection } from '../../model/selection.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { averageOf } from '../../select/selection-statistics.js';
import { type Prospect, prospectOf } from '../prospect/prospect.js';
import type { PoolResults } from '../question/pool-results.js';
import { type Seed, seedOf } from '../question/seed.js';
import { balanceMeter, type DesignBalance } from './balance-meter.js';
import { type BudgetPoint, budgetCurve } from './budget-curve.js';
import { type Design, designWords } from './design.js';
import { designs } from './designs.js';

/** The plan beside other designs of the same budget, and what other budgets would buy. */
export interface DesignsAssessment extends Seed {
  readonly plan: DesignRow & { readonly figures: DesignFigures };
  readonly designs: readonly DesignRow[];
  readonly budgets: readonly BudgetPoint[];
}

/** A design and what it would give, or why that cannot be told. */
export type DesignRow = Pick<Design, 'name' | 'title'> & { readonly words: string } & (
    | { readonly figures: DesignFigures }
    | { readonly why: string }
  );

/** What a design gives. */
export interface DesignFigures {
  readonly prospect: Prospect;
  /** What results on its tasks may claim. */
  readonly claim: string;
  /** Undefined where no number of the tasks can be compared. */
  readonly balance: DesignBalance | undefined;
  /** How many of its tasks are the plan's too. */
  readonly shared: number;
  /** The mean of its tasks' scores under the plan, to as many decimals as are published; undefined if the plan lacks a task. */
  readonly meanScore: string | undefined;
}

/**
 * What a plan's designs are worked out with, one at a time: each takes a selection of the pool, so that a page does them
 * in steps. Pure: the same selection, results and seed give the same rows.
 */
export function designsOf(plan: Selection, results: PoolResults | undefined, given?: string) {
  const seed = seedOf(given, plan.plan.seed);
  const measure = balanceMeter(plan);
  const scoreOf = scoreMeter(plan);
  const own = new Set(plan.choices.map(({ task }) => taskKey(task)));
  const figuresOf = (design: Selection): DesignFigures => ({
    prospect: prospectOf(design, results),
    claim: claimOf(design),
    balance: measure(design),
    shared: design.choices.filter(({ task }) => own.has(taskKey(task))).length,
    meanScore: scoreOf(design),
  });
  return {
    seed,
    /** The plan itself, or an edit of it, held against the plan. */
    figuresOf,
    /** What a design would give. */
    rowOf: (design: Design): DesignRow => {
      const { name, title } = design;
      const words = designWords(design, plan);
      const found = design.select(plan, seed.seed);
      return { name, title, words, ...('why' in found ? found : { figures: figuresOf(found) }) };
    },
  };
}

/** Scores every selection by one plan, so that a design which scores tasks in another way can be compared. */
function scoreMeter({ plan: { score }, benchmarks }: Selection): (design: Selection) => string | undefined {
  const scores = new Map(benchmarks.flatMap(({ tasks }) => tasks.map((task) => [taskKey(task), task.score])));
  return ({ choices }) => {
    const own = choices.flatMap(({ task }) => scores.get(taskKey(task)) ?? []);
    return own.length < choices.length ? undefined : averageOf(own, score.decimals).toFixed(score.decimals);
  };
}

/** How the plan stands in the table. */
export const planRow = { name: 'plan', title: 'This plan', words: 'The selection as the plan gives it.' } as const;

/** Holds a plan against every design of the same budget. */
export function assessDesigns(
  plan: Selection,
  results: PoolResults | undefined,
  given: { readonly seed?: string | undefined } = {},
): DesignsAssessment {
  const { seed, figuresOf, rowOf } = designsOf(plan, results, given.seed);
  const figures = figuresOf(plan);
  return {
    ...seed,
    plan: { ...planRow, figures },
    designs: designs.map(rowOf),
    budgets: budgetCurve(plan, results, figures.prospect),
  };
}
