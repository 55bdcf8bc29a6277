import type { Fault } from './fault.js';
import type { BenchmarkPlan, Plan } from './plan.js';
import type { Selection } from './selection.js';
import type { ScoredTask } from './task.js';

/** What was found for a goal and its rules, and how sure that is. */
export interface Optimum {
  readonly scope: 'benchmark' | 'plan';
  /** The ids of the chosen tasks, by benchmark. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>;
  readonly certificate: Certificate;
  /** The tier that it was found for; undefined for the whole selection. */
  readonly tier?: TierOfOptimum | undefined;
  /** The answers of a study that was made elsewhere, for a page without a solver. */
  readonly studied?: StudiedOptimum | undefined;
}

/** What a study says of an optimum as a whole. */
interface StudiedOptimum {
  readonly ruleCosts: readonly RuleCost[];
  readonly frontiers: readonly Frontier[];
}

/** What a reader can check, and what was proven. Figures are in the units of the plan. */
export interface Certificate {
  /** "the largest sum of score". */
  readonly goal: string;
  readonly sense: 'maximise' | 'minimise';
  /** What the goal comes to. */
  readonly value: number;
  /** What no selection that keeps the rules exceeds, or falls below. */
  readonly bound: number;
  /** "optimal": proven, and unique but for tasks that nothing tells apart; "best found": the time limit ended the search. */
  readonly status: 'optimal' | 'best found';
  /** |bound − value| / |value|; 0 when it is optimal. */
  readonly gap: number;
  /** The limit that ended the search, in seconds; undefined when none did. */
  readonly timeLimit: number | undefined;
  readonly solver: string;
  readonly rules: readonly RuleStanding[];
  /** What a reader must know of the figures. */
  readonly notes: readonly string[];
}

/** A rule and how the selection stands to it. */
export interface RuleStanding {
  readonly rule: string;
  /** To how many labels, sums or pairs it applies. */
  readonly limits: number;
  /** Those at their bound, in words; of many the first. */
  readonly atBound: readonly string[];
  readonly atBoundCount: number;
}

/** What comes of solving again with something changed. */
export interface OptimumStudy {
  /** For each rule, what the goal would gain if it were one weaker; largest gain first. */
  readonly ruleCosts: () => readonly RuleCost[];
  /** What comes of forcing a task in. */
  readonly forceIn: (benchmark: string, id: string) => Forced;
  /** The chosen ids by benchmark when a task may not be in, or that the rules cannot be kept then. */
  readonly without: (
    benchmark: string,
    id: string,
  ) => ReadonlyMap<string, ReadonlySet<string>> | 'impossible' | 'not settled';
  /** The goal against each budget: the number of tasks, and every sum with an upper bound. */
  readonly frontiers: (points: number) => readonly Frontier[];
}

/** What a rule costs. */
export interface RuleCost {
  readonly rule: string;
  /** "at most 5 of each". */
  readonly weaker: string;
  /** What the goal gains, in its units, 0 or more; undefined: not found within the time limit. */
  readonly gain: number | undefined;
}

/** A task that is forced in: what the goal comes to then, or the rules that do not let it in. */
export type Forced =
  | {
      readonly kind: 'possible';
      /** What the goal loses, in its units, 0 or more. */
      readonly loss: number;
      readonly comesIn: readonly ScoredTask[];
      readonly goesOut: readonly ScoredTask[];
      /** The value of its own that would bring it in, in words, or "none"; undefined where the goal is no sum. */
      readonly ownValue: string | undefined;
      /** Rules that would let it in if they were one weaker. */
      readonly keptOutBy: readonly string[];
    }
  /** A smallest set of rules that cannot hold together with the task. */
  | { readonly kind: 'impossible'; readonly rules: readonly string[] }
  | { readonly kind: 'not settled' };

/** The goal at several budgets, the plan's own among them. */
export interface Frontier {
  /** "tasks", "dollars for runs". */
  readonly budget: string;
  readonly points: readonly FrontierPoint[];
}

export interface FrontierPoint {
  readonly budget: number;
  readonly isPlan: boolean;
  /** Undefined: no selection keeps the rules at this budget, or none was found in time. */
  readonly goal: number | undefined;
  readonly tasks: number | undefined;
  readonly isSettled: boolean;
}

/** An optimum that was found elsewhere, as plain data. */
export interface RecalledOptimum {
  /** What it is the answer to. */
  readonly key: string;
  readonly scope: 'benchmark' | 'plan';
  readonly chosen: readonly (readonly [benchmark: string, ids: readonly string[]])[];
  readonly certificate: Certificate;
  readonly studied: StudiedOptimum | undefined;
}

/** A benchmark as an optimisation sees it. */
export interface OptimisedBenchmark {
  readonly plan: BenchmarkPlan;
  readonly tasks: readonly ScoredTask[];
  readonly excluded: ReadonlySet<string>;
}

/** A tier of an optimised selection: the best tasks of the next larger one, under the same rules in proportion. */
export interface TierOfOptimum {
  readonly name: string;
  readonly take: number;
  /** How many tasks the whole selection has: every bound is scaled by `take` over this. */
  readonly of: number;
  /** The tasks of the next larger selection, by benchmark. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Chooses tasks for a goal: made where a solver is at hand, and given to whoever runs a plan. */
export interface Optimiser {
  /** Benchmarks with the same optimisation, the plan that they are of, and the tier to choose; undefined: the whole. */
  readonly choose: (
    benchmarks: readonly OptimisedBenchmark[],
    plan: Plan,
    tier?: TierOfOptimum,
  ) => Optimum | { readonly faults: readonly Fault[] };
  /** Answers questions about an optimum of these benchmarks by solving again; left out by an optimiser without a solver. */
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

/** An integer program as numbers: which values of the columns keep every row and make the cost the least. */
export interface Program {
  /** What one of each column costs; the sum is made as small as possible. */
  readonly cost: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Whether a column has whole numbers only. */
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

/** Whatever solves integer programs: HiGHS, or another that keeps to this. */
export interface Solver {
  /** Its name and version, as a certificate tells it. */
  readonly name: string;
  /**
   * Solves a program whose costs are whole numbers, so that a bound less than one below the cost proves it the least.
   *
   * @throws EngineError when the program is more than it has memory for.
   */
  readonly solve: (program: Program, options: SolveOptions) => Solved;
}

export interface SolveOptions {
  /** How long it may search. */
  readonly seconds: number;
  /** Values of the columns to begin with. */
  readonly start?: readonly number[] | undefined;
}

/** What came of it, and how long it took, in seconds. */
export type Solved =
  | {
      readonly status: 'optimal';
      readonly values: readonly number[];
      readonly bound: number;
      readonly seconds: number;
      /** Where no column is whole: what each row is worth, above 0 at its lower bound and below 0 at its upper one. */
      readonly rowDuals?: readonly number[] | undefined;
    }
  | { readonly status: 'infeasible'; readonly seconds: number }
  /** The time was over; `values` are the best found, if any. */
  | {
      readonly status: 'limit';
      readonly values: readonly number[] | undefined;
      readonly bound: number;
      readonly seconds: number;
    };
