import type { Highs } from 'highs';
import { EngineError } from '../core/model/errors.js';
import type { Optimiser, Program, Solved, SolveOptions, Solver } from '../core/model/optimum.js';

/**
 * Loads the solver for plans with a goal (`optimise`), once for any number of runs.
 * @param options `timeLimit`: after this many seconds, the best selection found so far is used, which may differ between runs.
 *   Without it, a search that takes more than 60 seconds is an error.
 * @throws EngineError if the package highs is not installed.
 *
 * @example
 * const selection = runPlan(plan, await readPools(plan), { optimiser: await loadOptimiser() });
 */
export async function loadOptimiser(options: { readonly timeLimit?: number | undefined } = {}): Promise<Optimiser> {
  const { optimiserOf } = await import('../core/optimise/optimiser-of.js');
  return optimiserOf(await loadHighsSolver(), options);
}

/**
 * Loads HiGHS, compiled to WebAssembly: the same steps, and so the same answer, on every machine.
 * @throws EngineError if the package is not installed.
 */
export async function loadHighsSolver(): Promise<Solver> {
  const highs = await loadPackage();
  let isBroken = false;
  return {
    name: `HiGHS ${highs.version.string}`,
    solve: (program, options) => {
      if (isBroken) throw outOfMemory(undefined);
      try {
        return solveWith(highs, program, options);
      } catch (cause) {
        if (cause instanceof Error && cause.name.startsWith('Highs')) throw refused(cause);
        // A module that ran out of memory cannot be used again.
        if (!(cause instanceof Error && ['RuntimeError', 'RangeError'].includes(cause.name))) throw cause;
        isBroken = true;
        throw outOfMemory(cause);
      }
    },
  };
}

async function loadPackage(): Promise<Highs> {
  try {
    // Its types are for CommonJS, but the package is an ES module.
    const { default: load } = (await import('highs')) as unknown as { readonly default: () => Promise<Highs> };
    return await load();
  } catch (cause) {
    const message = 'Optimising requires the package "highs", which is not installed.';
    const hint = 'Install it ("npm install highs@1.15.3"), or use a rank or a random draw instead of "optimise".';
    throw new EngineError([{ code: 'engine/missing', message, hint }], { cause });
  }
}

function refused(cause: Error): EngineError {
  const message = `the solver rejected the problem: ${cause.message}.`;
  const hint = 'Check the summed fields for numbers that are far too large or too small.';
  return new EngineError([{ code: 'optimise/solver', message, hint }], { cause });
}

function outOfMemory(cause: unknown): EngineError {
  const message = 'the solver ran out of memory.';
  const hint = 'Narrow the pool with "where", or use fewer rules.';
  return new EngineError([{ code: 'optimise/memory', message, hint }], { cause });
}

function solveWith(highs: Highs, program: Program, { seconds, start }: SolveOptions): Solved {
  // HiGHS treats a program without columns as no program.
  if (program.cost.length === 0) {
    const isKept = program.rows.every(({ lower, upper }) => lower <= 0 && upper >= 0);
    return isKept ? { status: 'optimal', values: [], bound: 0, seconds: 0 } : { status: 'infeasible', seconds: 0 };
  }
  const began = performance.now();
  return highs.withModel(modelOf(highs, program), (model): Solved => {
    model.options.set({
      output_flag: false,
      random_seed: 0,
      mip_rel_gap: 0,
      // Costs are whole numbers, so a gap of less than one is none.
      mip_abs_gap: 0.999,
      time_limit: Math.max(0.1, seconds),
    });
    if (start !== undefined) model.setSolution({ colValue: Float64Array.from(start) });
    model.run();
    const status = model.getModelStatus();
    const { modelStatus } = highs.constants;
    const took = (performance.now() - began) / 1000;
    if (status === modelStatus.infeasible || status === modelStatus.unboundedOrInfeasible)
      return { status: 'infeasible', seconds: took };
    const bound = Number(model.info.get('mip_dual_bound'));
    if (status === modelStatus.optimal) {
      const { colValue, rowDual } = model.getSolution();
      const isLinear = !program.whole.includes(true);
      return {
        status: 'optimal',
        values: Array.from(colValue),
        bound: isLinear ? model.getObjectiveValue() : bound,
        seconds: took,
        rowDuals: isLinear ? Array.from(rowDual ?? []) : undefined,
      };
    }
    const hasSolution = Number(model.info.get('primal_solution_status')) === highs.constants.solutionStatus.feasible;
    const values = hasSolution ? Array.from(model.getSolution().colValue) : undefined;
    return { status: 'limit', values, bound, seconds: took };
  });
}

function modelOf(highs: Highs, { cost, lower, upper, whole, rows }: Program) {
  const [numCols, numRows] = [cost.length, rows.length];
  const starts = new Int32Array(numRows + 1);
  for (const [i, { columns }] of rows.entries()) starts[i + 1] = (starts[i] ?? 0) + columns.length;
  const indices = new Int32Array(starts[numRows] ?? 0);
  const values = new Float64Array(indices.length);
  for (const [i, row] of rows.entries()) {
    indices.set(row.columns, starts[i] ?? 0);
    values.set(row.values, starts[i] ?? 0);
  }
  const { continuous, integer } = highs.constants.variableType;
  return {
    numCols,
    numRows,
    colCost: Float64Array.from(cost),
    colLower: Float64Array.from(lower),
    colUpper: Float64Array.from(upper),
    rowLower: Float64Array.from(rows, (row) => row.lower),
    rowUpper: Float64Array.from(rows, (row) => row.upper),
    matrix: { format: 'csr' as const, numRows, numCols, starts, indices, values },
    integrality: whole.map((each) => (each ? integer : continuous)),
  };
}
