import { random } from '../../draws/random.js';
import { groupBy, sumOf } from '../../lists/lists.js';
import type { Learned } from '../../model/learned.js';
import type { BenchmarkPlan } from '../../model/plan.js';
import type { GroupRule, Preference, SelectRule } from '../../model/select-rule.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { designBenchmark } from '../../purposes/design-benchmark.js';
import { learnBenchmark } from '../../purposes/learn-benchmark.js';
import { level } from '../../purposes/sampled-purposes.js';
import { largestRemainder } from '../../roundings/roundings.js';
import { numberTasks } from '../../select/group-tasks.js';
import { selectTasks, weightingOf } from '../../select/select-tasks.js';
import { countPool, selectionStatistics } from '../../select/selection-statistics.js';
import { shareTotal } from '../../select/share-places.js';
import { proportional } from '../../shares/shares.js';
import { compareText } from '../../text/words.js';

/** A way to select the same number of tasks as a plan. */
export interface Design {
  readonly name: string;
  readonly title: string;
  /** Describes how the design selects, in one or two sentences. */
  readonly words: (plan: Selection) => string;
  /** The selection, or the reason why there is none. */
  readonly select: (plan: Selection, seed: string) => Selection | Refusal;
  /** Whether it is the best possible selection of this size. */
  readonly isBest?: true;
}

interface Refusal {
  readonly why: string;
}

export const designs: readonly Design[] = [
  {
    name: 'random',
    title: 'Random',
    words: () => 'Takes as many tasks from each benchmark as the plan, at random.',
    select: (plan, seed) => reselectAll(plan, (benchmark, take) => drawnAtRandom(benchmark, take, seed)),
  },
  {
    name: 'proportional',
    title: 'Proportional',
    words: () => 'Takes the same total number of tasks at random, from each benchmark in proportion to its size.',
    select: (plan, seed) => {
      if (plan.benchmarks.length === 1) return { why: 'With one benchmark, this is the same as the random sample.' };
      const takes = takesBySize(plan);
      if ('why' in takes) return takes;
      return reselectAll(plan, (benchmark, take) => drawnAtRandom(benchmark, take, seed), takes);
    },
  },
  {
    name: 'ranked',
    title: 'Ranked',
    words: () => 'Takes as many tasks from each benchmark as the plan, highest scores first.',
    select: (plan, seed) =>
      plan.plan.score.weights.size === 0
        ? { why: 'The plan gives nothing to rank tasks by.' }
        : reselectAll(plan, (benchmark, take) => plainRule(benchmark, { take, prefer: [byScore] }, seed)),
  },
  {
    name: 'learned',
    title: 'Learned',
    words: () =>
      'Takes as many tasks from each benchmark as the plan, at random from difficulty bands learned from earlier systems.',
    select: (plan, seed) =>
      plan.benchmarks.some((benchmark) => benchmark.priorRewards !== undefined)
        ? reselectAll(plan, (benchmark, take) => drawnInBands(benchmark, take, seed))
        : { why: 'Needs results from earlier systems. Add them to the plan under "prior".' },
  },
  {
    // The plan itself if it was solved for a goal, otherwise the best tasks of each phase. Phases are disjoint, so taking
    // the best of each is optimal and needs no search.
    name: 'optimised',
    title: 'Optimised',
    isBest: true,
    words: (plan) => {
      if (plan.benchmarks.every(isSolved)) return "Takes the tasks that best reach the plan's goal within its rules.";
      const goal = hasScores(plan) ? 'the highest mean score' : "the first tasks in the plan's order";
      const solved = plan.benchmarks.some(isSolved) ? ' Benchmarks with a goal stay as in the plan.' : '';
      return `Takes ${goal}, with as many tasks per phase and benchmark as the plan. Keeps pins and exclusions but ignores other rules.${solved}`;
    },
    select: (plan, seed) => {
      if (plan.benchmarks.every(isSolved)) return plan;
      const order = hasScores(plan) ? [byScore] : undefined;
      return reselectAll(plan, (benchmark, take) => bestOfPhases(benchmark, take, order, seed));
    },
  },
];

const bySize = { share: proportional.name, settings: new Map(), rounding: largestRemainder.name };
const byScore: Preference = { kind: 'field', field: 'score', direction: 'desc' };

function drawnAtRandom(benchmark: BenchmarkSelection, take: number, seed: string): Redesigned {
  const draw = { method: random.name, by: [], seed };
  return plainRule(benchmark, { take, prefer: random.order === undefined ? [] : [random.order], draw }, seed);
}

/** Divides the places among benchmarks in proportion to size, with at least one each, in plan order. */
function takesBySize({ plan, benchmarks, statistics }: Selection): readonly number[] | Refusal {
  const share = { ...bySize, atLeast: { values: new Map(), otherwise: 1 }, atMost: undefined };
  const ready = benchmarks.map((each) => ({
    plan: { ...each.plan, select: { ...each.plan.select, takesShare: true } },
    tasks: each.tasks,
    excluded: new Set(each.exclusions.map(({ taskId }) => taskId)),
  }));
  const total = { take: statistics.selected, share, purpose: undefined };
  const { takes, faults } = shareTotal({ ...plan, total }, ready);
  const [fault] = faults;
  if (fault !== undefined) return { why: `Not possible: ${fault.message}` };
  return benchmarks.map((each) => takes.get(each.plan.name) ?? 0);
}

/** Draws from difficulty bands learned from earlier results; at random if the benchmark has no earlier results. */
function drawnInBands(benchmark: BenchmarkSelection, take: number, seed: string): Redesigned | Refusal {
  if (benchmark.priorRewards === undefined || take === 0) return drawnAtRandom(benchmark, take, seed);
  const purpose = { name: level.name, target: undefined };
  const { plan, tasks } = plainRule(benchmark, { take, purpose }, seed);
  const from = learnBenchmark(tasks, plan, benchmark.priorRewards);
  const designed = from.faults.length > 0 ? from : designBenchmark(plan, from, seed);
  const [fault] = designed.faults;
  if (fault !== undefined) return { why: `Not possible: ${fault.message}` };
  return 'plan' in designed ? designed : { plan, tasks };
}

function isSolved({ optimum }: BenchmarkSelection): boolean {
  return optimum !== undefined;
}

function hasScores({ benchmarks }: Selection): boolean {
  const scores = benchmarks.flatMap(({ tasks }) => tasks.slice(0, 1).map(({ score }) => score));
  return benchmarks.some(({ tasks }) => tasks.some(({ score }) => score !== scores[0]));
}

function bestOfPhases(
  benchmark: BenchmarkSelection,
  take: number,
  order: readonly Preference[] | undefined,
  seed: string,
): Redesigned | Refusal {
  const { plan, choices } = benchmark;
  if (isSolved(benchmark)) return plainRule(benchmark, { take, pin: choices.map(({ task }) => task.id) }, seed);
  const prefer = order ?? (plan.select.draw === undefined ? plan.select.prefer : []);
  if (prefer.length === 0) return { why: 'Nothing to optimise, because the plan draws at random.' };
  const byPhase = [...groupBy(choices, ({ task }) => task.phase)];
  const exactly = { values: new Map(byPhase.map(([phase, own]) => [phase, own.length])), otherwise: 0 };
  const group: GroupRule = { ...bySize, by: 'phase', bands: [], atLeast: exactly, atMost: exactly };
  return plainRule(benchmark, { take, prefer, group, pin: plan.select.pin }, seed);
}

interface Redesigned {
  readonly plan: BenchmarkPlan;
  /** The whole pool, by id. */
  readonly tasks: readonly ScoredTask[];
  readonly learned?: Learned | undefined;
}

/** Replaces a benchmark's rule by a number of tasks and an order or draw. Eligibility does not change. */
function plainRule(
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

type Redesign = (benchmark: BenchmarkSelection, take: number) => Redesigned | Refusal;

/** Applies a rule to every benchmark, or returns the reason why one of them can't be selected. */
function reselectAll(
  selection: Selection,
  redesign: Redesign,
  takes: readonly number[] = selection.benchmarks.map(({ choices }) => choices.length),
): Selection | Refusal {
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
  const population = sumOf(benchmarks, ({ eligible }) => eligible);
  return {
    plan: selection.plan,
    benchmarks,
    choices,
    kind: isSample ? 'representative' : 'focus',
    weighting: isSample ? weightingOf(population, choices) : undefined,
    statistics: selectionStatistics(selection.plan, countPool(selection.benchmarks), choices),
    warnings: [],
  };
}

function reselect(benchmark: BenchmarkSelection, redesign: Redesign, take: number): BenchmarkSelection | Refusal {
  const { name } = benchmark.plan;
  if (benchmark.census !== undefined)
    return { why: `Winnow read only the candidate tasks of "${name}", not the whole pool.` };
  const redesigned = redesign(benchmark, take);
  if ('why' in redesigned) return redesigned;
  const { plan, tasks, learned } = redesigned;
  const excluded = new Set(benchmark.exclusions.map(({ taskId }) => taskId));
  const none = { groups: benchmark.groups, shortfalls: [], choices: [], kind: 'focus', weighting: undefined } as const;
  const chosen = take === 0 ? none : selectTasks(tasks, plan, excluded);
  const fault = 'faults' in chosen ? chosen.faults[0] : undefined;
  if (fault !== undefined) return { why: `Not possible: ${fault.message}` };
  const { groups, shortfalls, choices, kind, weighting } = chosen;
  const { optimum: _, ...rest } = benchmark;
  return { ...rest, plan, tasks, learned, groups, ensured: [], shortfalls, choices, kind, weighting, warnings: [] };
}
