import type { Solver } from '../model/optimum.js';
import { formatCount } from '../text/words.js';
import { type Asked, feasibilityProgram, type Limit, type Problem, sumOf } from './problem.js';

/**
 * A minimal set of conflicting limits. Drops limits as long as the remaining ones still conflict: first halves, then
 * quarters, finally one by one. While the limits conflict even for fractional tasks, it uses the relaxation, which is
 * fast. It then minimises the remaining limits with whole tasks.
 */
export function findConflict(problem: Problem, solver: Solver, seconds: number, asked: Asked = {}) {
  const relaxation = relaxLimits(problem, solver, Math.max(1, seconds / 3), asked);
  let left = (seconds * 2) / 3;
  let isSmallest = true;
  const cannotHold = (limits: readonly Limit[], inFractions: boolean): boolean => {
    if (left <= 0) {
      isSmallest = false;
      return false;
    }
    const program = feasibilityProgram(problem, { ...asked, limits });
    const whole = inFractions ? program.whole.map(() => false) : program.whole;
    const solved = solver.solve({ ...program, whole }, { seconds: left });
    left -= solved.seconds;
    if (solved.status === 'limit') isSmallest = false;
    return solved.status === 'infeasible';
  };
  const all = asked.limits ?? problem.limits;
  const few = cannotHold(all, true) ? withoutSpare(all, (limits) => cannotHold(limits, true)) : all;
  return { limits: withoutSpare(few, (limits) => cannotHold(limits, false)), isSmallest, relaxation };
}

function withoutSpare(limits: readonly Limit[], cannotHold: (limits: readonly Limit[]) => boolean): readonly Limit[] {
  let kept = limits;
  for (let size = Math.ceil(kept.length / 2); kept.length > 0; size = Math.ceil(size / 2)) {
    let from = 0;
    while (from < kept.length) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (cannotHold(rest)) kept = rest;
      else from += size;
    }
    if (size === 1) break;
  }
  return kept;
}

/** For example "language go: at least 3 (of 2 eligible)". */
export function limitWords({ what, side, bound, scale, columns, values, isPin }: Limit): string {
  const counts = scale === 1 && values.every((value) => value === 1);
  const of = counts && columns.length > 1 ? ` (of ${formatCount(columns.length)} eligible)` : '';
  if (isPin === true) return what;
  return `${what}: at ${side} ${formatCount(bound / scale)}${of}`;
}

/** The cost of changing a bound by one task; large enough that costs per unit are whole numbers. */
const costOfTask = 1000;

/** Changes of bounds, in words, that resolve all conflicts and together cost the fewest tasks. */
function relaxLimits(
  problem: Problem,
  solver: Solver,
  seconds: number,
  asked: Asked = {},
): readonly string[] | undefined {
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
  return limits.flatMap((limit) => {
    const sum = sumOf(limit, isIn);
    const gives = limit.side === 'least' ? sum < limit.bound : sum > limit.bound;
    return gives ? [changeWords(limit, sum)] : [];
  });
}

function changeWords({ what, side, bound, scale, isPin }: Limit, sum: number): string {
  if (isPin === true) return `leave ${what} out`;
  return `${what}: at ${side} ${formatCount(sum / scale)} instead of ${formatCount(bound / scale)}`;
}
