import type { Optimiser } from '../core/model/optimum.js';

/**
 * Loads the solver for plans with a goal (`optimise`), once for any number of runs.
 *
 * @param options `timeLimit`: seconds after which the best selection found is taken, which another run may not find again;
 *   without it a search that is not over after 60 seconds is a fault.
 * @throws EngineError when the package highs is not installed here.
 *
 * @example
 * const selection = runPlan(plan, await readPools(plan), { optimiser: await loadOptimiser() });
 */
export async function loadOptimiser(options: { readonly timeLimit?: number | undefined } = {}): Promise<Optimiser> {
  const [{ optimiserOf }, { loadHighsSolver }] = await Promise.all([
    import('../core/optimise/optimiser-of.js'),
    import('./highs-solver.js'),
  ]);
  return optimiserOf(await loadHighsSolver(), options);
}
