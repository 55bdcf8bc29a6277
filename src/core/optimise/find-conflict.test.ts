import { beforeAll, expect, it } from 'vitest';
import { inDepth } from '../../../test/support/depth.js';
import { loadHighsSolver } from '../../solver/load-optimiser.js';
import type { Solver } from '../model/optimum.js';
import { findConflict, findFixes } from './find-conflict.js';
import { feasibilityProgram, type Limit, type Problem, type Stated, statedAs } from './problem.js';

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
  // A floor for three labels, some of which have fewer tasks, and limits with a number each.
  const asked = 3 + upTo(4);
  const floor = { ...statedAs('every label: at least ', asked), asked };
  const limits = Array.from({ length: 9 }, (_, rule): Limit => {
    const columns = Array.from({ length: 10 }, (_, column) => column).filter(() => upTo(2) === 0);
    const values = columns.map(() => (rule < 3 ? 1 : 1 + upTo(3)));
    const side = rule < 3 || rule % 2 === 0 ? 'least' : 'most';
    const bound = rule < 3 ? Math.min(asked, columns.length) : side === 'least' ? 4 + upTo(5) : 1 + upTo(5);
    const stated = rule < 3 ? floor : statedAs(`limit ${rule}: `, bound);
    return { rule, what: `limit ${rule}`, side, bound, scale: 1, step: 1, stated, columns, values };
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

const holds = (problem: Problem, limits: readonly Limit[]) =>
  solver.solve(feasibilityProgram(problem, { limits }), { seconds: 10 }).status === 'optimal';

/** The limits of a plan with another number. */
function withNumber(limits: readonly Limit[], stated: Stated | undefined, to: number): readonly Limit[] {
  return limits.map((limit) => {
    const most = limit.stated?.words[0].startsWith('every') ? limit.columns.length : Number.POSITIVE_INFINITY;
    return limit.stated === stated ? { ...limit, bound: Math.min(to, most) } : limit;
  });
}

it('a conflict cannot hold, and can without any one of its limits; every fix resolves all conflicts', () => {
  const ways = { one: 0, several: 0 };
  for (let number = 0; number < inDepth(500, 12); number++) {
    const problem = problemOf(number);
    if (holds(problem, problem.limits)) continue;
    const limits = findConflict(problem, solver, 60);
    expect(holds(problem, limits)).toBe(false);
    for (const limit of limits) {
      const others = limits.filter((each) => each !== limit);
      expect(holds(problem, others), `${number} without ${limit.what}`).toBe(true);
    }
    const fixes = findFixes(problem, solver, 60, limits);
    expect(fixes.length).toBeGreaterThan(0);
    for (const changes of fixes) {
      const fixed = changes.reduce((all, { stated, to }) => withNumber(all, stated, to), problem.limits);
      expect(holds(problem, fixed), `${number} with ${changes.map(({ to }) => to)}`).toBe(true);
      ways[changes.length === 1 ? 'one' : 'several'] += 1;
    }
    // A single change is as small as possible, and without one, no single number can be dropped.
    for (const { stated } of limits) {
      const [change] = fixes.find(([first, second]) => second === undefined && first?.stated === stated) ?? [];
      const side = problem.limits.find((limit) => limit.stated === stated)?.side === 'least' ? 1 : -1;
      const tighter = change === undefined ? (side === 1 ? 0 : 99) : change.to + side;
      expect(holds(problem, withNumber(problem.limits, stated, tighter)), `${number} ${stated?.words[0]}`).toBe(false);
    }
  }
  expect(Math.min(ways.one, ways.several)).toBeGreaterThan(1);
});
