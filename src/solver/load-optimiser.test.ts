import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { generatedPlan, generatedTasks } from '../../bench/generate-pool.mjs';
import { inDepth } from '../../test/support/depth.js';
import { groupedTasks, planTextOf, poolsOf } from '../../test/support/sample-plan.js';
import type { Optimiser, Solver } from '../core/model/optimum.js';
import type { Selection } from '../core/model/selection.js';
import { optimiserOf } from '../core/optimise/optimiser-of.js';
import { runPlan } from '../core/pipeline.js';
import { readPlan } from '../core/plan/read-plan.js';
import { loadHighsSolver } from './load-optimiser.js';

let solver: Solver;
beforeAll(async () => {
  solver = await loadHighsSolver();
});

const idsOf = ({ choices }: Selection) => choices.map(({ task }) => task.id);

describe('a large pool', () => {
  it.runIf(inDepth(true, false))('gives from its core what it gives as a whole', () => {
    const rules = [
      { by: 'repo', at_most: 6 },
      { by: ['language', 'category'], at_least: 2 },
      { sum: 'lines_changed', at_most: 9000 },
    ];
    const text = generatedPlan(2200).replace(/^ {4}select:.*(?:\n {6}.*)*/m, '');
    const plan = readPlan(`${text}\nseed: 1\n${stringify({ optimise: { maximise: 'score', take: 60, rules } })}`);
    const pools = new Map([['generated', { tasks: generatedTasks(2200), problems: [] }]]);
    let solves = 0;
    const plain: Solver = {
      name: 'without prices',
      solve: (program, options) => {
        solves += 1;
        const solved = solver.solve(program, options);
        return solved.status === 'optimal' ? { ...solved, rowDuals: undefined } : solved;
      },
    };
    const whole = idsOf(runPlan(plan, pools, { optimiser: optimiserOf(plain) }));
    expect(idsOf(runPlan(plan, pools, { optimiser: optimiserOf(solver) }))).toEqual(whole);
    expect([whole.length, solves]).toEqual([60, 4]);
  });
});

describe('a search that the time limit ends', () => {
  const plan = readPlan(
    planTextOf({ seed: 1, benchmarks: { mine: { select: { take: 2, optimise: { maximise: 'score' } } } } }),
  );
  const pools = poolsOf(groupedTasks({ a: 3, b: 3 }));
  /** A solver whose time is always over: it has found the first two tasks, or nothing. */
  const slow = (values: readonly number[] | undefined): Solver => ({
    name: 'slow',
    solve: () => ({ status: 'limit', values, bound: -20_000, seconds: 1 }),
  });
  const run = (optimiser: Optimiser) => runPlan(plan, pools, { optimiser });

  it('is taken as the best found, with its gap, where the caller gave the limit', () => {
    const { benchmarks } = run(optimiserOf(slow([1, 1, 0, 0, 0, 0]), { timeLimit: 1 }));
    const certificate = benchmarks[0]?.optimum?.certificate;
    expect(certificate).toMatchObject({ status: 'best found', timeLimit: 1, solver: 'slow', bound: 20 });
    expect(certificate?.gap).toBeGreaterThan(0);
  });

  it('is a fault otherwise, and where nothing was found', () => {
    expect(() => run(optimiserOf(slow([1, 1, 0, 0, 0, 0])))).toThrow(
      /did not finish within 60 seconds: the best value found is/,
    );
    expect(() => run(optimiserOf(slow(undefined), { timeLimit: 3 }))).toThrow(/was found within 3 seconds/);
  });

  it('never passes an answer on that breaks a rule', () => {
    expect(() => run(optimiserOf(slow([1, 1, 1, 0, 0, 0]), { timeLimit: 1 }))).toThrow(/breaks "tasks"/);
  });
});
