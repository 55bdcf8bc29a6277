import type { Fault } from './errors.js';
import type { BenchmarkPlan, Plan } from './plan.js';
import type { Selection } from './selection.js';
import type { ScoredTask } from './task.js';

/** The best selection found for a goal and its rules, with its certificate. */
export interface Optimum {
  readonly scope: 'benchmark' | 'plan';
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>;
  readonly certificate: Certificate;
  /** Undefined for the whole selection. */
  readonly tier?: TierOfOptimum | undefined;
  /** Study results computed elsewhere, for a page without a solver. */
  readonly studied?: StudiedOptimum | undefined;
}

interface StudiedOptimum {
  readonly ruleCosts: readonly RuleCost[];
  readonly frontiers: readonly Frontier[];
}

/** The result and its proof, for readers to check. Figures are in the plan's units. */
export interface Certificate {
  /** "the largest total score". */
  readonly goal: string;
  readonly sense: 'maximise' | 'minimise';
  readonly value: number;
  /** A bound on the goal that no selection within the rules can beat. */
  readonly bound: number;
  /**
   * "optimal" is proven, and unique except for indistinguishable tasks. "best found" means that the time limit ended
   * the search.
   */
  readonly status: 'optimal' | 'best found';
  /** |bound − value| / |value|; 0 if optimal. */
  readonly gap: number;
  /** The time limit in seconds, if it ended the search. */
  readonly timeLimit: number | undefined;
  readonly solver: string;
  readonly rules: readonly RuleStanding[];
  readonly notes: readonly string[];
}

/** A rule, and the bounds that the selection reaches. */
export interface RuleStanding {
  readonly rule: string;
  readonly limits: number;
  /** The selection's count or sum; for several labels, the smallest and the largest. Empty if nothing is limited. */
  readonly reached: string;
  /** The first counts or sums at their bound, in words. */
  readonly atBound: readonly string[];
  readonly atBoundCount: number;
}

/** Answers that require solving again with a change. */
export interface OptimumStudy {
  /** The gain in the goal from relaxing one rule (a count by one task, a sum by an average task), largest gain first. */
  readonly ruleCosts: () => readonly RuleCost[];
  readonly forceIn: (benchmark: string, id: string) => Forced;
  /** The chosen ids by benchmark after a change to one; "impossible" if no selection then meets the rules. */
  readonly changed: (
    benchmark: string,
    change: (own: OptimisedBenchmark) => OptimisedBenchmark,
  ) => ReadonlyMap<string, ReadonlySet<string>> | 'impossible' | 'not settled';
  /** The goal at other budgets: numbers of tasks, and every sum with an upper bound. */
  readonly frontiers: (points: number) => readonly Frontier[];
}

export interface RuleCost {
  readonly rule: string;
  /** The rule that was tried instead: "at most 5". */
  readonly weaker: string;
  /** 0 or more; undefined if not found within the time limit. */
  readonly gain: number | undefined;
}

/** The result of forcing a task in: the loss in the goal, or the rules that prevent it. */
export type Forced =
  | {
      readonly kind: 'possible';
      readonly loss: number;
      readonly comesIn: readonly ScoredTask[];
      readonly goesOut: readonly ScoredTask[];
      /** The value that would get the task selected, in words, or "none"; undefined unless the goal is a sum. */
      readonly ownValue: string | undefined;
      /** Rules that would admit the task if relaxed by one task, or by one average task. */
      readonly keptOutBy: readonly string[];
    }
  /** A minimal set of rules that excludes the task. */
  | { readonly kind: 'impossible'; readonly rules: readonly string[] }
  | { readonly kind: 'not settled' };

/** The goal at several budgets, including the plan's budget. */
export interface Frontier {
  /** "tasks", "run cost in dollars". */
  readonly budget: string;
  readonly points: readonly FrontierPoint[];
}

export interface FrontierPoint {
  readonly budget: number;
  readonly isPlan: boolean;
  /** Undefined if no selection meets the rules at this budget, or none was found in time. */
  readonly goal: number | undefined;
  readonly tasks: number | undefined;
  readonly isSettled: boolean;
}

/** An optimum computed elsewhere. */
export interface RecalledOptimum extends Pick<Optimum, 'scope' | 'certificate' | 'studied'> {
  readonly key: string;
  readonly chosen: readonly (readonly [benchmark: string, ids: readonly string[]])[];
}

export interface OptimisedBenchmark {
  readonly plan: BenchmarkPlan;
  readonly tasks: readonly ScoredTask[];
  readonly excluded: ReadonlySet<string>;
}

/** A tier of an optimised selection: the best tasks of the next larger selection, under rules scaled in proportion. */
export interface TierOfOptimum {
  readonly name: string;
  readonly take: number;
  /** The size of the whole selection; every bound is scaled by `take` / `of`. */
  readonly of: number;
  /** The tasks of the next larger selection, by benchmark. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Chooses tasks for a goal; given to `runPlan` by callers that have a solver. */
export interface Optimiser {
  /** Chooses from benchmarks that share an optimisation; without `tier`, chooses the whole selection. */
  readonly choose: (
    benchmarks: readonly OptimisedBenchmark[],
    plan: Plan,
    tier?: TierOfOptimum,
  ) => Optimum | { readonly faults: readonly Fault[] };
  /** Answers questions about an optimum by solving again; missing without a solver. */
  readonly study?: (optimum: Optimum, benchmarks: readonly OptimisedBenchmark[], plan: Plan) => OptimumStudy;
}

/** The study of one of a selection's optima; undefined without a solver. */
export function studyOptimum(
  optimum: Optimum,
  { plan, benchmarks }: Pick<Selection, 'plan' | 'benchmarks'>,
  optimiser: Optimiser | undefined,
): OptimumStudy | undefined {
  const own = benchmarks.filter((benchmark) => benchmark.optimum === optimum);
  return optimiser?.study?.(
    optimum,
    own.map(({ plan, tasks, exclusions }) => ({
      plan,
      tasks,
      excluded: new Set(exclusions.map(({ taskId }) => taskId)),
    })),
    plan,
  );
}

/** An integer program: find the cheapest column values that satisfy every row. */
export interface Program {
  /** The cost of one unit of each column. */
  readonly cost: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly whole: readonly boolean[];
  readonly rows: readonly ProgramRow[];
}

/** `lower` ≤ the sum of values × columns ≤ `upper`; either may be infinite. */
export interface ProgramRow {
  readonly lower: number;
  readonly upper: number;
  readonly columns: readonly number[];
  readonly values: readonly number[];
}

/** A solver of integer programs, such as HiGHS. */
export interface Solver {
  /** Its name and version, for certificates. */
  readonly name: string;
  /** Solves a program whose costs are whole numbers. Throws EngineError if it needs too much memory. */
  readonly solve: (program: Program, options: SolveOptions) => Solved;
}

export interface SolveOptions {
  readonly seconds: number;
  /** The column values to start from. */
  readonly start?: readonly number[] | undefined;
}

/** `seconds` is the time that the solver took. */
export type Solved =
  | {
      readonly status: 'optimal';
      readonly values: readonly number[];
      readonly bound: number;
      readonly seconds: number;
      /**
       * Only without whole columns: the dual value of each row, positive at its lower bound, negative at its upper one.
       */
      readonly rowDuals?: readonly number[] | undefined;
    }
  | { readonly status: 'infeasible'; readonly seconds: number }
  /** The time ran out; `values` are the best found, if any. */
  | {
      readonly status: 'limit';
      readonly values: readonly number[] | undefined;
      readonly bound: number;
      readonly seconds: number;
    };
