import { groupBy } from '../lists/lists.js';
import type { BenchmarkPlan, Plan, ScoreRule } from '../model/plan.js';
import { conditionHolds, pinTest } from '../model/select-rule.js';
import type { AppliedExclusion, BenchmarkSelection, PoolCensus } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { groupKey } from '../select/group-tasks.js';
import { replacementsOf } from '../select/replacements.js';
import { type Chosen, selectTasks } from '../select/select-tasks.js';
import type { Effect } from './explanation.js';

/** Selects again from one benchmark, with a change. */
export class Rerun {
  readonly benchmark: BenchmarkSelection;
  readonly plan: BenchmarkPlan;
  readonly score: ScoreRule;
  readonly fields: Plan['fields'];
  /** By id of the excluded task. */
  readonly exclusions: ReadonlyMap<string, AppliedExclusion>;
  readonly #excluded: ReadonlySet<string>;
  readonly #replacements: ReadonlyMap<string, string>;
  readonly #replaced: ReadonlyMap<string | undefined, readonly ScoredTask[]>;

  constructor(benchmark: BenchmarkSelection, plan: Plan) {
    this.benchmark = benchmark;
    this.plan = benchmark.plan;
    this.score = plan.score;
    this.fields = plan.fields;
    this.exclusions = new Map(benchmark.exclusions.map((each) => [each.taskId, each]));
    this.#excluded = new Set(this.exclusions.keys());
    this.#replacements = replacementsOf(benchmark);
    const { where } = benchmark.plan.select;
    const replaced = benchmark.tasks.filter(
      (task) => this.#replacements.has(task.id) && (where === undefined || conditionHolds(where, task)),
    );
    this.#replaced = groupBy(replaced, ({ id }) => this.#replacements.get(id));
  }

  /** The excluded tasks that this task replaces. It takes their rank if that is better than its own. */
  replacedBy({ id }: ScoredTask): readonly ScoredTask[] {
    return this.#replaced.get(id) ?? [];
  }

  /** Whether the task is selected if `tasks` replace the benchmark's. */
  selects(id: string, tasks: readonly ScoredTask[]): boolean {
    const { choices, faults } = selectTasks(tasks, this.plan, this.#excluded, this.#replacements);
    return faults.length === 0 && choices.some(({ task }) => task.id === id);
  }

  without(task: ScoredTask): Effect {
    const { id } = task;
    const [replaced] = [...this.#replacements].find(([, replacement]) => replacement === id) ?? [];
    if (replaced !== undefined) {
      return { comesIn: [], goesOut: [], stops: [`the plan names it as the replacement for "${replaced}".`] };
    }
    if (this.#isUnsure) return unknown;
    const excluded = new Set([...this.#excluded, id]);
    return this.#effect(id, this.#select(excluded, this.#replacements, task, -1));
  }

  /** The effect of lifting the task's exclusion, and the resulting selection. */
  lifted(task: ScoredTask): { effect: Effect; chosen: Chosen } {
    const { id } = task;
    const excluded = new Set([...this.#excluded].filter((each) => each !== id));
    const replacements = new Map([...this.#replacements].filter(([each]) => each !== id));
    const chosen = this.#select(excluded, replacements, task, 1);
    return { effect: this.#isUnsure ? unknown : this.#effect(id, chosen), chosen };
  }

  /** `ensure` may need tasks beyond the candidates, and a draw over the whole pool can't be repeated on candidates. */
  get #isUnsure(): boolean {
    const { census } = this.benchmark;
    return census !== undefined && (census.draws !== undefined || this.plan.select.ensure.length > 0);
  }

  #select(excluded: ReadonlySet<string>, replacements: ReadonlyMap<string, string>, task: ScoredTask, more: 1 | -1) {
    const { census, tasks } = this.benchmark;
    return selectTasks(tasks, this.plan, excluded, replacements, census && withMore(census, task, this.plan, more));
  }

  #effect(id: string, { choices, faults, shortfalls }: Chosen): Effect {
    const known = new Set(this.benchmark.shortfalls.map(({ message }) => message));
    const short = shortfalls.map(({ message }) => message).filter((message) => !known.has(message));
    const stops = [...faults.map(({ message }) => message), ...short];
    if (faults.length > 0) return { comesIn: [], goesOut: [], stops };
    const before = this.benchmark.choices.map(({ task }) => task.id);
    const after = choices.map(({ task }) => task.id);
    return { comesIn: missingFrom(before, after, id), goesOut: missingFrom(after, before, id), stops };
  }
}

const unknown: Effect = { comesIn: [], goesOut: [], stops: [], isUnknown: true };

/** The census with one more or one fewer eligible task. */
function withMore(census: PoolCensus, task: ScoredTask, { select }: BenchmarkPlan, more: 1 | -1): PoolCensus {
  const { where = [], group } = select;
  if (!conditionHolds(where, task)) return census;
  const key = group === undefined ? undefined : groupKey(task, group);
  const counts = census.groups.get(key);
  const groups =
    counts === undefined || pinTest(select)(task)
      ? census.groups
      : new Map([...census.groups, [key, { ...counts, eligible: counts.eligible + more }]]);
  return { ...census, eligible: census.eligible + more, groups };
}

/** The ids in the second list that are not in the first, except the given one. */
function missingFrom(list: readonly string[], ids: readonly string[], except: string): string[] {
  const known = new Set(list);
  return ids.filter((id) => id !== except && !known.has(id));
}

const taskRuns = 2_000_000;
const fewest = 20;

/** The number of runs to spend on a question, reduced for benchmarks so large that it would take minutes. */
export function runBudget(wanted: number, tasks: number): number {
  return Math.max(fewest, Math.min(wanted, Math.floor(taskRuns / tasks)));
}
