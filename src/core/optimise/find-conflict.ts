import type { Solver } from '../model/solver.js';
import { formatCount } from '../text/count-of.js';
import type { Limit, Problem } from './problem.js';
import { type Asked, feasibilityProgram } from './program-of.js';
import { type Relaxation, relaxLimits } from './relax-limits.js';

/** Limits that cannot hold together, none of which can be spared, and the cheapest way out. */
export interface Conflict {
  readonly limits: readonly Limit[];
  /** Whether each of them was shown to be needed; otherwise the time was over. */
  readonly isSmallest: boolean;
  /** Changes that would let all limits hold; undefined where none were found in time. */
  readonly relaxation: Relaxation | undefined;
}

/**
 * A smallest set of limits that cannot hold together, found by leaving out limits as long as the others still cannot: first
 * halves, then quarters, at last one by one. Fractions of tasks are allowed as long as the limits contradict even so, which
 * is shown at once; what is left is tried again with whole tasks.
 */
export function findConflict(problem: Problem, solver: Solver, seconds: number, asked: Asked = {}): Conflict {
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

/** A limit in words with its number: "language go: at least 3 (of 2 eligible)". */
export function limitWords({ what, side, bound, scale, columns, values, isPin }: Limit): string {
  const counts = scale === 1 && values.every((value) => value === 1);
  const of = counts && columns.length > 1 ? ` (of ${formatCount(columns.length)} eligible)` : '';
  if (isPin === true) return what;
  return `${what}: at ${side} ${formatCount(bound / scale)}${of}`;
}
