import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { inDepth } from '../../../test/support/depth.js';
import { loadHighsSolver } from '../../solver/load-optimiser.js';
import type { Program, Solver } from '../model/optimum.js';
import type { CountRule, OptimiseRule, SumRule } from '../model/select-rule.js';
import { reducingSolver } from './alike-columns.js';
import { fewestAlike } from './build-problem.js';

let solver: Solver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

/** Tasks with a label, a colour and a weight each, few values, under a number of tasks and rules on them. */
const programs: fc.Arbitrary<Program> = fc
  .record({
    tasks: fc.array(
      fc.record({ label: fc.nat(2), colour: fc.nat(1), weight: fc.nat(2), cost: fc.integer({ min: -20, max: 20 }) }),
      {
        minLength: 8,
        maxLength: 40,
      },
    ),
    take: fc.integer({ min: 1, max: 5 }),
    floor: fc.nat(3),
    ceiling: fc.integer({ min: 1, max: 4 }),
    budget: fc.integer({ min: 0, max: 8 }),
    forced: fc.boolean(),
  })
  .map(({ tasks, take, floor, ceiling, budget, forced }) => {
    const columns = tasks.map((_, i) => i);
    const of = (isIn: (task: (typeof tasks)[number]) => boolean) => columns.filter((i) => isIn(tasks[i] as never));
    const ones = (members: readonly number[]) => members.map(() => 1);
    const [zero, red] = [of(({ label }) => label === 0), of(({ colour }) => colour === 1)];
    return {
      cost: tasks.map(({ cost }) => cost),
      lower: columns.map((i) => (forced && i === 0 ? 1 : 0)),
      upper: ones(columns),
      whole: columns.map(() => true),
      rows: [
        { lower: take, upper: take, columns, values: ones(columns) },
        { lower: Math.min(floor, take), upper: Number.POSITIVE_INFINITY, columns: zero, values: ones(zero) },
        { lower: Number.NEGATIVE_INFINITY, upper: ceiling, columns: red, values: ones(red) },
        { lower: 0, upper: budget, columns, values: tasks.map(({ weight }) => weight) },
      ],
    };
  });

it('finds as good an answer from the best of each class as from all columns', () => {
  let reduced = 0;
  const property = fc.property(programs, (program) => {
    const seen: number[] = [];
    const counting: Solver = {
      name: solver.name,
      solve: (given, options) => {
        seen.push(given.cost.length);
        return solver.solve(given, options);
      },
    };
    const whole = solver.solve(program, { seconds: 10 });
    let found: ReturnType<Solver['solve']>;
    try {
      found = reducingSolver(counting, program.cost.length - 1).solve(program, { seconds: 10 });
    } catch {
      return;
    }
    if ((seen[0] ?? 0) < program.cost.length) reduced += 1;
    expect(found.status).toBe(whole.status);
    if (found.status !== 'optimal' || whole.status !== 'optimal') return;
    const costOf = (values: readonly number[]) =>
      Math.round(values.reduce((sum, value, i) => sum + Math.round(value) * (program.cost[i] ?? 0), 0));
    expect(costOf(found.values)).toBe(costOf(whole.values));
    for (const { lower, upper, columns, values } of program.rows) {
      const sum = columns.reduce((all, column, i) => all + (values[i] ?? 0) * Math.round(found.values[column] ?? 0), 0);
      expect(sum).toBeGreaterThanOrEqual(lower);
      expect(sum).toBeLessThanOrEqual(upper);
    }
  });
  fc.assert(property, { numRuns: inDepth(1000, 150) });
  expect(reduced).toBeGreaterThan(inDepth(300, 40));
});

it('refuses a program in which hardly two columns are alike', () => {
  const columns = Array.from({ length: 30 }, (_, i) => i);
  const program: Program = {
    cost: columns,
    lower: columns.map(() => 0),
    upper: columns.map(() => 1),
    whole: columns.map(() => true),
    rows: [{ lower: 0, upper: 100, columns, values: columns.map((i) => i + 1) }],
  };
  expect(() => reducingSolver(solver, 10).solve(program, { seconds: 1 })).toThrow(
    /30 of 30 tasks differ in the fields used by the rules/,
  );
});

it('counts on no more tasks of a kind than the tightest rule allows', () => {
  const count: CountRule = {
    kind: 'count',
    by: ['repo'],
    bands: [],
    where: undefined,
    atLeast: undefined,
    atMost: { values: new Map([['a/a', 5]]), otherwise: 2 },
  };
  const sum: SumRule = { kind: 'sum', field: 'cost', where: undefined, unknown: 0, atLeast: undefined, atMost: 9 };
  const rule = (...rules: OptimiseRule['rules']) => ({ rules }) as OptimiseRule;
  expect(fewestAlike(rule(), 100)).toBe(100);
  expect(fewestAlike(rule(count), 100)).toBe(2);
  expect(fewestAlike(rule(count, sum), 100)).toBe(0);
  expect(fewestAlike(rule(), undefined)).toBe(Number.POSITIVE_INFINITY);
});
