import { beforeAll, expect, it } from 'vitest';
import { inDepth } from '../../../test/support/depth.js';
import { loadHighsSolver } from '../../solver/load-optimiser.js';
import type { Solver } from '../model/optimum.js';
import { feasibilityProgram, type Limit, type Problem } from './problem.js';
import { findConflict } from './solve-problem.js';

let solver: Solver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

/** Limits on ten tasks, too many to hold together, the same for the same number. */
function problemOf(number: number): Problem {
  let state = (number * 7_919 + 17) >>> 0;
  const upTo = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const limits = Array.from({ length: 9 }, (_, rule): Limit => {
    const columns = Array.from({ length: 10 }, (_, column) => column).filter(() => upTo(2) === 0);
    const values = columns.map(() => 1 + upTo(3));
    const side = rule % 2 === 0 ? 'least' : 'most';
    return {
      rule,
      what: `limit ${rule}`,
      side,
      bound: side === 'least' ? 4 + upTo(5) : 1 + upTo(5),
      scale: 1,
      step: 1,
      columns,
      values,
    };
  });
  const candidate = (i: number) => ({ task: { benchmark: 'mine', id: `t${i}` }, plan: {} });
  const goal = { values: Array(10).fill(0), extra: [], rows: [] };
  return {
    candidates: Array.from({ length: 10 }, (_, i) => candidate(i)),
    goal,
    rules: [],
    limits,
    take: undefined,
    notes: [],
  } as unknown as Problem;
}

it('a conflict cannot hold, and can without any one of its limits', () => {
  const holds = (problem: Problem, limits: readonly Limit[]) =>
    solver.solve(feasibilityProgram(problem, { limits }), { seconds: 10 }).status === 'optimal';
  let conflicts = 0;
  for (let number = 0; number < inDepth(500, 25); number++) {
    const problem = problemOf(number);
    if (holds(problem, problem.limits)) continue;
    conflicts += 1;
    const { limits, isSmallest, relaxation } = findConflict(problem, solver, 60);
    expect([isSmallest, holds(problem, limits)]).toEqual([true, false]);
    expect(relaxation?.length).toBeGreaterThan(0);
    for (const limit of limits) {
      expect(
        holds(
          problem,
          limits.filter((each) => each !== limit),
        ),
        `${number} without ${limit.what}`,
      ).toBe(true);
    }
  }
  expect(conflicts).toBeGreaterThan(5);
});
