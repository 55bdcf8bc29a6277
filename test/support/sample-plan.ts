import { stringify } from 'yaml';
import { type Fault, WinnowError } from '../../src/core/model/errors.js';
import type { Plan } from '../../src/core/model/plan.js';
import type { Selection } from '../../src/core/model/selection.js';
import type { Pools, Task } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';

/** The keys of a small plan that a test is about; the rest of it is the same for all. */
interface SamplePlan {
  readonly seed?: number | string | undefined;
  readonly total?: object;
  readonly looks?: number | 'tiers';
  readonly tiers?: Readonly<Record<string, number>>;
  readonly weights?: Readonly<Record<string, number>>;
  /** By benchmark; one alone is called `mine`. */
  readonly benchmarks: Readonly<Record<string, SampleBenchmark>>;
}

interface SampleBenchmark {
  readonly select?: Readonly<Record<string, unknown>>;
  readonly exclude?: readonly object[];
}

/** The text of a plan whose one benchmark, `mine`, is selected from as given. */
export function samplePlan(select: Readonly<Record<string, unknown>>, more: Omit<SamplePlan, 'benchmarks'> = {}) {
  return planTextOf({ seed: 42, ...more, benchmarks: { mine: { select } } });
}

/** The text of a small plan. */
export function planTextOf({ benchmarks, weights = { size: 0.6, depth: 0.4 }, ...top }: SamplePlan): string {
  const { seed, total, looks, tiers } = top;
  return stringify({
    name: 'small',
    ...(seed === undefined ? {} : { seed }),
    phases: ['Fix'],
    phase: 'Fix',
    ...(total === undefined ? {} : { total }),
    ...(looks === undefined ? {} : { looks }),
    ...(tiers === undefined ? {} : { tiers }),
    score: {
      name: 'size',
      weights,
      components: {
        size: { ramp: 'files_changed', full: 20, floor: 0.1, unknown: 0.3 },
        depth: { ramp: 'lines_changed', full: 400, floor: 0.1, unknown: 0.3 },
      },
    },
    benchmarks: Object.fromEntries(
      Object.entries(benchmarks).map(([name, settings]) => [
        name,
        // The tasks of every benchmark are called t00, t01, …
        { source: { embedded: 'none' }, ...(name === 'mine' ? {} : { distinct: true }), ...settings },
      ]),
    ),
  });
}

/** The same plan with another seed, without reading its text again. */
export function withSeed(plan: Plan, seed: string): Plan {
  return {
    ...plan,
    seed,
    benchmarks: plan.benchmarks.map((benchmark) => {
      const { draw } = benchmark.select;
      return draw === undefined
        ? benchmark
        : { ...benchmark, select: { ...benchmark.select, draw: { ...draw, seed } } };
    }),
  };
}

/** Tasks t00, t01, … of a benchmark with the fields given. */
export function tasksOf(fields: readonly Task['fields'][], benchmark = 'mine'): Task[] {
  return fields.map((each, i) => ({ benchmark, id: `t${String(i).padStart(2, '0')}`, fields: each }));
}

/** So many tasks of uneven size, in the groups named: each group as often as its number says. */
export function groupedTasks(groups: Readonly<Record<string, number>>, benchmark = 'mine'): Task[] {
  const repos = Object.entries(groups).flatMap(([repo, count]) => Array.from({ length: count }, () => repo));
  return tasksOf(
    repos.map((repo, i) => ({ repo, files_changed: 1 + ((i * 7) % 23), lines_changed: 5 + ((i * 37) % 211) })),
    benchmark,
  );
}

/** Pools of the tasks, by benchmark. */
export function poolsOf(...lists: readonly (readonly Task[])[]): Pools {
  return new Map(lists.map((tasks) => [tasks[0]?.benchmark ?? '', { tasks, problems: [] }]));
}

/** Runs the plan of that text. */
export function runText(text: string, ...lists: readonly (readonly Task[])[]): Selection {
  return runPlan(readPlan(text), poolsOf(...lists));
}

/** What is wrong with the input, or nothing when it runs. */
export function faultsOf(run: () => unknown): readonly Fault[] {
  try {
    run();
    return [];
  } catch (error) {
    if (error instanceof WinnowError) return error.faults;
    throw error;
  }
}

/** The ids of the selected tasks, in order; of one benchmark if it is named. */
export function chosenIds({ choices }: Selection, benchmark?: string): string[] {
  return choices
    .filter(({ task }) => benchmark === undefined || task.benchmark === benchmark)
    .map(({ task }) => task.id);
}

/** Each group's places, by key; the tasks without a value are `undefined`, the pins `pinned`. */
export function placesOf({ benchmarks }: Selection, at = 0): Record<string, number> {
  return Object.fromEntries(
    (benchmarks[at]?.groups ?? []).map(({ key, pinned, allocated }) => [pinned ? 'pinned' : String(key), allocated]),
  );
}
