import type { Solver } from '../model/solver.js';
import { formatCount } from '../text/count-of.js';
import { type Limit, type Problem, sumOf } from './problem.js';
import { type Asked, feasibilityProgram } from './program-of.js';

/** Changes of bounds, in words. */
export interface Relaxation {
  readonly changes: readonly string[];
  /** Whether nothing cheaper lets all limits hold. */
  readonly isCheapest: boolean;
}

/** Costs of a task, so that shares of one are whole numbers. */
const costOfTask = 1000;

/**
 * The cheapest changes of bounds that let all limits hold: every limit may give way, at the price of one for each task that
 * it gives way by, and for a sum as much as a task has of it on average. Each change in words.
 */
export function relaxLimits(
  problem: Problem,
  solver: Solver,
  seconds: number,
  asked: Asked = {},
): Relaxation | undefined {
  const limits = asked.limits ?? problem.limits;
  const size = problem.candidates.length;
  const program = feasibilityProgram(problem, { ...asked, limits: [] });
  const rows = limits.map(({ side, bound, columns, values }, i) => ({
    columns: [...columns, size + i],
    values: [...values, side === 'least' ? 1 : -1],
    lower: side === 'least' ? bound : Number.NEGATIVE_INFINITY,
    upper: side === 'most' ? bound : Number.POSITIVE_INFINITY,
  }));
  const solved = solver.solve(
    {
      cost: [...program.cost, ...limits.map(({ step }) => Math.max(1, Math.round(costOfTask / step)))],
      lower: [...program.lower, ...limits.map(() => 0)],
      upper: [...program.upper, ...limits.map(() => Number.POSITIVE_INFINITY)],
      whole: [...program.whole, ...limits.map(() => false)],
      rows,
    },
    { seconds },
  );
  if (solved.status === 'infeasible' || solved.values === undefined) return undefined;
  const { values } = solved;
  const isIn = new Set([...problem.candidates.keys()].filter((column) => (values[column] ?? 0) > 0.5));
  const changes = limits.flatMap((limit) => {
    const sum = sumOf(limit, isIn);
    const gives = limit.side === 'least' ? sum < limit.bound : sum > limit.bound;
    return gives ? [changeWords(limit, sum)] : [];
  });
  return { changes, isCheapest: solved.status === 'optimal' };
}

function changeWords({ what, side, bound, scale, isPin }: Limit, sum: number): string {
  if (isPin === true) return `leave ${what} out`;
  return `${what}: at ${side} ${formatCount(sum / scale)} instead of ${formatCount(bound / scale)}`;
}
