import { beforeAll, expect, it } from 'vitest';
import { inDepth } from '../../../test/support/depth.js';
import { loadHighsSolver } from '../../solver/load-optimiser.js';
import type { Solver } from '../model/optimum.js';
import type { Limit, Problem } from './problem.js';
import { solveProblem } from './solve-problem.js';

let solver: Solver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

const size = 11;

/** A sum to make large or small under limits on eleven tasks; few values, so that ties and contradictions are common. */
function problemOf(number: number): Problem {
  let state = (number * 40_503 + 977) >>> 0;
  const upTo = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const columnsOf = (share: number) => Array.from({ length: size }, (_, i) => i).filter(() => upTo(share) === 0);
  const limits = Array.from({ length: 1 + upTo(5) }, (_, rule): Limit => {
    const columns = upTo(3) === 0 ? columnsOf(1) : columnsOf(2);
    const isSum = upTo(2) === 0;
    const values = columns.map(() => (isSum ? upTo(40) - 5 : 1));
    const side = upTo(2) === 0 ? 'least' : 'most';
    const bound = isSum ? upTo(90) : upTo(5);
    return { rule, what: `limit ${rule}`, side, bound, scale: 1, step: 1, columns, values };
  });
  const unit = 1 + upTo(4);
  const goals = Array.from({ length: size }, () => unit * (upTo(12) - 3));
  const candidates = Array.from({ length: size }, (_, i) => {
    return { task: { benchmark: 'mine', id: `t${i}`, random: upTo(1000) / 1000 }, plan: {} };
  });
  const goal = {
    sense: upTo(2) === 0 ? 'maximise' : 'minimise',
    values: goals,
    extra: [],
    rows: [],
    unitsOf: (chosen: readonly number[]) => chosen.reduce((sum, column) => sum + (goals[column] ?? 0), 0),
  };
  return { candidates, goal, rules: [], limits, take: undefined, notes: [] } as unknown as Problem;
}

/** The best goal and, among equals, the least sum of random numbers, by trying every subset; undefined when none will do. */
function bruteForce({ candidates, goal, limits }: Problem) {
  const sign = goal.sense === 'maximise' ? 1 : -1;
  const weights = limits.map(({ columns, values }) => {
    const all = candidates.map(() => 0);
    for (const [i, column] of columns.entries()) all[column] = values[i] ?? 0;
    return all;
  });
  let best: { readonly value: number; readonly ties: number } | undefined;
  for (let mask = 0; mask < 2 ** size; mask++) {
    let [value, ties] = [0, 0];
    const sums = limits.map(() => 0);
    for (let i = 0; i < size; i++) {
      if ((mask >> i) % 2 === 0) continue;
      value += goal.values[i] ?? 0;
      ties += Math.floor((candidates[i]?.task.random ?? 0) * 2 ** 20);
      for (const [k, weight] of weights.entries()) sums[k] = (sums[k] ?? 0) + (weight[i] ?? 0);
    }
    const isKept = limits.every(
      ({ side, bound }, k) => (side === 'least') === (sums[k] ?? 0) >= bound || sums[k] === bound,
    );
    if (!isKept) continue;
    if (best === undefined || sign * (value - best.value) > 0 || (value === best.value && ties < best.ties))
      best = { value, ties };
  }
  return best;
}

it('finds what trying every subset finds, from a core of any size', () => {
  let [found, none] = [0, 0];
  for (let number = 0; number < inDepth(6000, 300); number++) {
    const problem = problemOf(number);
    const expected = bruteForce(problem);
    const solution = solveProblem(problem, solver, { seconds: 10, core: 1 + (number % 5) });
    if (solution.kind !== 'found') {
      expect([number, solution.kind]).toEqual([number, expected === undefined ? 'infeasible' : 'found']);
      none += 1;
      continue;
    }
    found += 1;
    const ties = solution.chosen.reduce(
      (sum, column) => sum + Math.floor((problem.candidates[column]?.task.random ?? 0) * 2 ** 20),
      0,
    );
    expect([number, solution.isBest, solution.isSettled, solution.value, ties]).toEqual([
      number,
      true,
      true,
      expected?.value,
      expected?.ties,
    ]);
  }
  expect(found).toBeGreaterThan(100);
  expect(none).toBeGreaterThan(20);
});
