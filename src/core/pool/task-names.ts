import { sumOf } from '../lists/lists.js';
import { type Fault, PoolError } from '../model/errors.js';
import type { BenchmarkPlan, ExclusionRule } from '../model/plan.js';
import { type Condition, conditionHolds, lostPin } from '../model/select-rule.js';
import type { ResolvedExclusion, Selection } from '../model/selection.js';
import type { ScoredTask, Task } from '../model/task.js';
import { bareName, didYouMean, nearestName } from '../text/nearest-name.js';
import { countOf, joinWords } from '../text/words.js';

/** The tasks of a benchmark, and the number of source tasks that `source.where` leaves out. */
interface NamedTasks {
  readonly tasks: readonly Task[];
  readonly outside?: number | undefined;
}

/** A task that is not found may be one that the plan leaves out of the pool. */
function leftOutWords(outside = 0): string {
  if (outside === 0) return '';
  return ` The plan's condition on the source ("where" beside its path) leaves out ${countOf(outside, 'task')}, which may include this one.`;
}

/** A benchmark's exclusions by task id, whichever names the plan uses. */
export function resolveExclusions(
  { tasks, outside }: NamedTasks,
  plan: BenchmarkPlan,
  wordsOf: (where: Condition) => string,
) {
  const byId = new Map<string, ResolvedExclusion>();
  const replacements = new Map<string, string>();
  if (plan.exclusions.length + (plan.exclusionRules ?? []).length === 0)
    return { byId, replacements, unmatched: [], faults: [] };
  const names = new NameResolver(tasks, plan, 'pool/unknown-exclusion', outside);
  const fix = 'Correct the id, or remove the exclusion if the task is gone.';
  for (const exclusion of plan.exclusions) {
    const excluded = names.find(exclusion.id, 'excludes', fix);
    const replacement =
      exclusion.replacement === undefined
        ? undefined
        : names.find(exclusion.replacement, 'names as a replacement', fix);
    if (excluded === undefined) continue;
    if (byId.has(excluded)) names.refuse(`excludes "${excluded}" twice`, 'Remove one of the exclusions.');
    byId.set(excluded, { ...exclusion, taskId: excluded, replacementId: replacement });
    if (replacement === undefined) continue;
    if ([...replacements.values()].includes(replacement))
      names.refuse(
        `names "${replacement}" as the replacement for two tasks`,
        'Choose another replacement for one of them.',
      );
    replacements.set(excluded, replacement);
  }
  for (const { taskId, replacementId } of byId.values()) {
    if (replacementId !== undefined && byId.has(replacementId))
      names.refuse(
        `replaces "${taskId}" with "${replacementId}", which is also excluded`,
        'Choose another replacement.',
      );
  }
  // Exclusions by name take precedence over conditions, and earlier conditions over later ones.
  const unmatched: ExclusionRule[] = [];
  for (const rule of plan.exclusionRules ?? []) {
    const { where, ...rest } = rule;
    const exclusion = { ...rest, evidence: rest.evidence ?? `The plan excludes tasks where ${wordsOf(where)}.` };
    const matched = tasks.filter((task) => conditionHolds(where, task));
    if (matched.length === 0) unmatched.push(rule);
    for (const { id } of matched)
      if (!byId.has(id))
        byId.set(id, { ...exclusion, id, replacement: undefined, taskId: id, replacementId: undefined });
  }
  return { byId, replacements, unmatched, faults: names.faults };
}

/** The ids of a benchmark's pins, whichever names the plan uses, and of eligible tasks pinned by conditions. */
export function resolvePins(
  { tasks, outside }: NamedTasks,
  plan: BenchmarkPlan,
  excluded: ReadonlyMap<string, unknown>,
) {
  const { pin, pinWhere = [], where = [] } = plan.select;
  if (pin.length + pinWhere.length === 0) return { ids: [], lost: 0, unmatched: [], faults: [] };
  const names = new NameResolver(tasks, plan, 'pool/unknown-pin', outside);
  const fix = 'Correct the id, or remove the pin.';
  const ids = new Set<string>();
  for (const name of pin) {
    const id = names.find(name, 'pins', fix);
    if (id === undefined) continue;
    if (ids.has(id)) names.refuse(`pins "${id}" twice`, fix);
    ids.add(id);
  }
  const isEligible = (task: Task) => !excluded.has(task.id) && conditionHolds(where, task);
  // Only a condition may pin tasks that aren't eligible.
  for (const { id } of tasks.filter((task) => ids.has(task.id) && !isEligible(task))) {
    names.faults.push(lostPin(plan.name, id, excluded.has(id)));
    ids.delete(id);
  }
  let lost = 0;
  const unmatched: Condition[] = [];
  for (const condition of pinWhere) {
    const matched = tasks.filter((task) => conditionHolds(condition, task));
    if (matched.length === 0) unmatched.push(condition);
    for (const task of matched) {
      if (isEligible(task)) ids.add(task.id);
      else lost += 1;
    }
  }
  return { ids: [...ids], lost, unmatched, faults: names.faults };
}

/** Finds tasks by id or alias. An id takes precedence over another task's alias; a shared alias is an error. */
class NameResolver {
  readonly faults: Fault[] = [];
  readonly #benchmark: string;
  readonly #code: string;
  readonly #outside: number | undefined;
  readonly #ids = new Set<string>();
  readonly #byAlias = new Map<string, string[]>();

  constructor(tasks: Iterable<Task>, { name }: BenchmarkPlan, code: string, outside: number | undefined) {
    this.#outside = outside;
    this.#benchmark = name;
    this.#code = code;
    for (const { id, aliases = [] } of tasks) {
      this.#ids.add(id);
      for (const alias of aliases) this.#byAlias.set(alias, [...(this.#byAlias.get(alias) ?? []), id]);
    }
  }

  /** The id of the task with this name; records an error if no task or several have it. */
  find(name: string, verb: string, hint: string): string | undefined {
    const [id, ...more] = this.#ids.has(name) ? [name] : (this.#byAlias.get(name) ?? []);
    if (id !== undefined && more.length === 0) return id;
    if (id !== undefined) this.refuse(`${verb} "${name}", which matches ${more.length + 1} of its tasks`, hint);
    else {
      const guess = didYouMean(name, [...this.#ids, ...this.#byAlias.keys()]);
      this.refuse(`${verb} "${name}", which is not one of its tasks`, `${hint}${leftOutWords(this.#outside)}`, guess);
    }
    return undefined;
  }

  refuse(what: string, hint: string, guess = ''): void {
    this.faults.push({ code: this.#code, message: `benchmark "${this.#benchmark}" ${what}.${guess}`, hint });
  }
}

type TaskLookup = { readonly task: ScoredTask } | { readonly fault: Fault };

/** Finds a task by any of its names in any benchmark; `BENCHMARK/NAME` distinguishes tasks with the same name. */
function findTask({ benchmarks }: Selection, name: string): TaskLookup {
  const matches = benchmarks.flatMap(({ plan, tasks }) => {
    const own = name.startsWith(`${plan.name}/`) ? name.slice(plan.name.length + 1) : name;
    const named = tasks.find(({ id }) => id === own);
    return named ?? tasks.filter(({ aliases }) => aliases?.includes(own));
  });
  const [first, ...more] = matches;
  if (first !== undefined && more.length === 0) return { task: first };
  if (first === undefined) return { fault: unknownTask(benchmarks, name) };
  const full = matches.map((task) => `${task.benchmark}/${task.id}`);
  return {
    fault: {
      code: 'task/ambiguous',
      message: `"${name}" matches ${matches.length} tasks: ${joinWords(full.slice(0, 5))}${full.length > 5 ? ' and more' : ''}.`,
      hint: 'Write BENCHMARK/ID.',
    },
  };
}

const mostShown = 3;

function unknownTask(benchmarks: Selection['benchmarks'], name: string): Fault {
  const known = new Set(benchmarks.flatMap(({ tasks }) => tasks.flatMap((task) => [task.id, ...(task.aliases ?? [])])));
  const bare = bareName(name);
  // A name that differs only in the parts that harnesses add to ids is almost certainly the intended one.
  const near = [...known].filter((each) => bareName(each) === bare).slice(0, mostShown);
  // Add the nearest names one by one, then names that contain this one.
  const rest = new Set([...known].filter((each) => !near.includes(each)));
  while (near.length < mostShown) {
    const next = nearestName(name, rest);
    if (next === undefined) break;
    near.push(next);
    rest.delete(next);
  }
  for (const each of known) {
    if (near.length >= mostShown) break;
    if (name.length >= 4 && each.includes(name) && !near.includes(each)) near.push(each);
  }
  const guess =
    near.length === 0
      ? ''
      : ` Did you mean ${joinWords(
          near.map((each) => `"${each}"`),
          'or',
        )}?`;
  const outside = sumOf(benchmarks, (each) => each.outside ?? 0);
  const hint = `Use the id from the source, or BENCHMARK/ID. "winnow pool -o all-tasks.csv" lists all tasks.${leftOutWords(outside)}`;
  return { code: 'task/unknown', message: `no benchmark in the plan has a task "${name}".${guess}`, hint };
}

/**
 * The tasks with these names, each once.
 * @throws PoolError with an error for every name that matches no task or several.
 */
export function findTasks(selection: Selection, names: readonly string[]): readonly ScoredTask[] {
  const faults: Fault[] = [];
  const found = new Set<ScoredTask>();
  for (const name of names) {
    const match = findTask(selection, name);
    const folder = 'fault' in match && match.fault.code === 'task/unknown' ? byFolder(selection, name) : undefined;
    if ('task' in match) found.add(match.task);
    else if (folder !== undefined) found.add(folder);
    else faults.push(match.fault);
  }
  if (faults.length > 0) throw new PoolError(faults);
  return [...found];
}

function byFolder({ benchmarks }: Selection, name: string): ScoredTask | undefined {
  const [task, ...more] = benchmarks.flatMap(({ plan, tasks }) => {
    const own = name.startsWith(`${plan.name}/`) ? name.slice(plan.name.length + 1) : name;
    return tasks.filter(({ taskDir }) => taskDir === name || (own !== '' && taskDir?.endsWith(`/${own}`) === true));
  });
  return more.length === 0 ? task : undefined;
}
