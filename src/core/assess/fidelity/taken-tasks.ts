import type { BenchmarkPlan } from '../../model/plan.js';
import type { BenchmarkSelection } from '../../model/selection.js';
import { replacementsOf } from '../../select/replacements.js';
import { selectTasks } from '../../select/select-tasks.js';

/** What a rule took from a benchmark: as it is selected, or at another size. */
export type TakenTasks = Pick<BenchmarkSelection, 'plan' | 'groups' | 'choices' | 'kind'>;

/** Why a rule cannot be applied at a size. */
export interface CannotTake {
  readonly why: string;
}

/**
 * The benchmark's own rule at another size: only the number of tasks to take is changed. Where an `ensure` rule adds tasks
 * beyond that number, fewer are taken by rank, so that the size is the one asked for.
 */
export function takeAtSize(benchmark: BenchmarkSelection, size: number): TakenTasks | CannotTake {
  if (benchmark.optimum !== undefined) return { why: 'a plan with a goal is not solved again at other sizes here.' };
  const excluded = new Set(benchmark.exclusions.map(({ taskId }) => taskId));
  const replacements = replacementsOf(benchmark);
  const taken = (take: number) => {
    const { plan } = benchmark;
    const resized: BenchmarkPlan = { ...plan, select: { ...plan.select, take, takesShare: false } };
    return { plan: resized, ...selectTasks(benchmark.tasks, resized, excluded, replacements) };
  };
  if (size >= benchmark.eligible) return { why: `only ${benchmark.eligible} tasks are eligible.` };
  let take = size;
  let found = taken(take);
  // Each step takes away no more than what is too much, so the size is met if it can be.
  while (found.faults.length === 0 && found.choices.length > size && take > 0) {
    take = Math.max(0, take - (found.choices.length - size));
    found = taken(take);
  }
  const [fault] = found.faults;
  if (fault !== undefined) return { why: fault.message };
  const [shortfall] = found.shortfalls;
  if (shortfall !== undefined) return { why: shortfall.message };
  if (found.choices.length > size) return { why: `its pins and "ensure" rules alone give ${found.choices.length}.` };
  return found;
}
