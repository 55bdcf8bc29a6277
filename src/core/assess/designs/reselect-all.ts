import type { Learned } from '../../model/learned.js';
import type { BenchmarkPlan } from '../../model/plan.js';
import type { SelectRule } from '../../model/select-rule.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { numberTasks } from '../../select/group-tasks.js';
import { selectTasks, weightingOf } from '../../select/select-tasks.js';
import { selectionStatistics } from '../../select/selection-statistics.js';
import { compareText } from '../../text/compare-text.js';

/** A benchmark under another rule. */
export interface Redesigned {
  readonly plan: BenchmarkPlan;
  /** Every task of the pool, by id. */
  readonly tasks: readonly ScoredTask[];
  readonly learned?: Learned | undefined;
}

type Redesign = (benchmark: BenchmarkSelection, take: number) => Redesigned | { readonly why: string };

/**
 * The selection that another rule gives for each benchmark, from the same eligible tasks; or why there is none.
 *
 * @param takes How many tasks of each benchmark, in the order of the plan; default: as many as the selection has.
 */
export function reselectAll(
  selection: Selection,
  redesign: Redesign,
  takes: readonly number[] = selection.benchmarks.map(({ choices }) => choices.length),
): Selection | { readonly why: string } {
  const benchmarks: BenchmarkSelection[] = [];
  for (const [i, benchmark] of selection.benchmarks.entries()) {
    const found = reselect(benchmark, redesign, takes[i] ?? 0);
    if ('why' in found) return found;
    benchmarks.push(found);
  }
  const choices = benchmarks
    .toSorted((a, b) => compareText(a.plan.name, b.plan.name))
    .flatMap((benchmark) => benchmark.choices);
  const isSample = benchmarks.every(({ kind }) => kind === 'representative');
  const population = benchmarks.reduce((sum, { eligible }) => sum + eligible, 0);
  const { statistics } = selection;
  const counted = (rows: typeof statistics.byPhase) => new Map(rows.map(({ name, available }) => [name, available]));
  const counts = {
    available: statistics.available,
    byPhase: counted(statistics.byPhase),
    byBenchmark: counted(statistics.byBenchmark),
    byLanguage: counted(statistics.byLanguage),
  };
  return {
    plan: selection.plan,
    benchmarks,
    choices,
    kind: isSample ? 'representative' : 'focus',
    weighting: isSample ? weightingOf(population, choices) : undefined,
    statistics: selectionStatistics(selection.plan, counts, choices),
    warnings: [],
  };
}

function reselect(
  benchmark: BenchmarkSelection,
  redesign: Redesign,
  take: number,
): BenchmarkSelection | { readonly why: string } {
  const { name } = benchmark.plan;
  if (benchmark.census !== undefined) return { why: `Only the candidates of "${name}" were read, not its whole pool.` };
  const redesigned = redesign(benchmark, take);
  if ('why' in redesigned) return redesigned;
  const { plan, tasks, learned } = redesigned;
  const excluded = new Set(benchmark.exclusions.map(({ taskId }) => taskId));
  const none = { groups: benchmark.groups, shortfalls: [], choices: [], kind: 'focus', weighting: undefined } as const;
  const chosen = take === 0 ? none : selectTasks(tasks, plan, excluded);
  const fault = 'faults' in chosen ? chosen.faults[0] : undefined;
  if (fault !== undefined) return { why: `It does not fit: ${fault.message}` };
  const { groups, shortfalls, choices, kind, weighting } = chosen;
  const { optimum: _, ...rest } = benchmark;
  return { ...rest, plan, tasks, learned, groups, ensured: [], shortfalls, choices, kind, weighting, warnings: [] };
}

/** A benchmark's plan with nothing but a number and an order or a draw; which tasks are eligible stays. */
export function plainRule(
  { plan, tasks }: BenchmarkSelection,
  rule: Partial<SelectRule> & Pick<SelectRule, 'take'>,
  seed: string,
): Redesigned {
  const { where } = plan.select;
  const nothing = { group: undefined, draw: undefined, purpose: undefined, quota: undefined, optimise: undefined };
  const select = { takesShare: false, where, pin: [], prefer: [], ensure: [], ...nothing, ...rule };
  const redesigned = { ...plan, select };
  return { plan: redesigned, tasks: numberTasks(tasks, redesigned, seed) };
}
