import { groupBy } from '../lists/lists.js';
import type { Selection } from '../model/selection.js';
import { bareName, nearestName, ownerlessName, undressedName } from '../text/nearest-name.js';

export interface NamedTask {
  readonly benchmark: string;
  readonly id: string;
  readonly aliases: readonly string[];
  /** Identifies its version, as KIND:VALUE; undefined if unknown. */
  readonly digest?: string | undefined;
}

type Nameable = Pick<NamedTask, 'id' | 'digest'> & { readonly aliases?: readonly string[] | undefined };

export function poolNames(
  pools: Iterable<readonly [benchmark: string, pool: { readonly tasks: readonly Nameable[] }]>,
): readonly NamedTask[] {
  return [...pools].flatMap(([benchmark, { tasks }]) =>
    tasks.map(({ id, aliases = [], digest }) => ({ benchmark, id, aliases, digest })),
  );
}

/** The names of all tasks in the pools of a selection. */
export function namesInPool({ benchmarks }: Pick<Selection, 'benchmarks'>): readonly NamedTask[] {
  return poolNames(benchmarks.map((each) => [each.plan.name, each]));
}

export interface TaskMatch {
  readonly tasks: readonly NamedTask[];
  /** The difference that was ignored. */
  readonly by: 'name' | 'letter case' | 'dressing';
}

/** Finds tasks by name: exactly, else ignoring case, else without the decorations that harnesses add to ids. */
export class TaskIndex {
  readonly #byName: TasksByName = new Map();
  /** Also by `BENCHMARK/ID`, by each spelling that was needed so far. */
  readonly #bySpelling = new Map<Spelling, TasksByName>();
  readonly #tasks: readonly NamedTask[];
  readonly #benchmarks: ReadonlySet<string>;

  /** `benchmarks` are all that a result may name; a result that names one of them matches only its tasks. */
  constructor(tasks: readonly NamedTask[], benchmarks: ReadonlySet<string> = new Set()) {
    this.#tasks = tasks;
    this.#benchmarks = benchmarks;
    for (const task of tasks) {
      push(this.#byName, task.id, task);
      if (task.aliases.length === 0) continue;
      for (const name of new Set(task.aliases)) if (name !== task.id) push(this.#byName, name, task);
    }
  }

  nearest(name: string): string | undefined {
    const [bare] = listOf(this.#indexBy(bareName).get(bareName(name))) ?? [];
    return bare?.id ?? nearestName(name, this.#indexBy(asSpelt).keys());
  }

  has(name: string): boolean {
    return this.#spelt(name).has(name);
  }

  /** The tasks with that name. A known benchmark limits the search to its tasks; an unknown one is ignored. */
  find(name: string, benchmark?: string): TaskMatch | undefined {
    const exact = listOf(this.#spelt(name).get(name));
    const folded = exact ?? listOf(this.#indexBy(inLowerCase).get(name.toLowerCase()));
    const tasks = folded ?? this.#loose(name);
    if (tasks === undefined) return undefined;
    const by = exact !== undefined ? 'name' : folded !== undefined ? 'letter case' : 'dressing';
    const [only] = tasks;
    if (tasks.length === 1 && (benchmark === undefined || only?.benchmark === benchmark)) return { tasks, by };
    const own = tasks.filter((task) => task.benchmark === benchmark);
    if (own.length === 0 && benchmark !== undefined && this.#benchmarks.has(benchmark)) return undefined;
    // An id takes precedence over another task's alias.
    const byId = tasks.filter((task) => task.id === name);
    const narrowed = own.length > 0 ? own : byId.length > 0 ? byId : tasks;
    const found = [...new Set(narrowed)];
    // A match without decorations is a guess, so it must be unique.
    return by === 'dressing' && found.length > 1 ? undefined : { tasks: found, by };
  }

  /** Tasks whose owner is unlike the owner in the name don't match. */
  #loose(name: string): readonly NamedTask[] | undefined {
    const bare = this.#indexBy(bareName);
    const one = listOf(bare.get(bareName(name))) ?? [];
    const two = name.includes('/') ? bare.get(undressedName(name)) : this.#indexBy(ownerlessName).get(bareName(name));
    const all = [...one, ...(listOf(two) ?? [])];
    return all.length === 0 ? undefined : all;
  }

  /** Only names with a slash can include the benchmark. */
  #spelt(name: string): TasksByName {
    return name.includes('/') ? this.#indexBy(asSpelt) : this.#byName;
  }

  #indexBy(spelling: Spelling): TasksByName {
    const known = this.#bySpelling.get(spelling);
    if (known !== undefined) return known;
    const index: TasksByName = new Map();
    for (const task of this.#tasks) for (const name of namesOf(task)) push(index, spelling(name), task);
    this.#bySpelling.set(spelling, index);
    return index;
  }
}

type Spelling = (name: string) => string;
const asSpelt: Spelling = (name) => name;
const inLowerCase: Spelling = (name) => name.toLowerCase();

/** Nearly every name belongs to one task, and single-element lists would use too much memory for a large pool. */
type TasksByName = Map<string, NamedTask | NamedTask[]>;

function listOf(found: NamedTask | NamedTask[] | undefined): readonly NamedTask[] | undefined {
  return found === undefined || Array.isArray(found) ? found : [found];
}

function namesOf({ benchmark, id, aliases }: NamedTask): Iterable<string> {
  const names = [id, `${benchmark}/${id}`];
  return aliases.length === 0 ? names : new Set([...names, ...aliases]);
}

function push(index: TasksByName, name: string, task: NamedTask): void {
  const there = index.get(name);
  if (there === undefined) index.set(name, task);
  else if (Array.isArray(there)) there.push(task);
  else index.set(name, [there, task]);
}

/** A part of a pool that a run may have been limited to. */
export interface RunPart {
  /** For example 'the tier "quick"'. */
  readonly name: string;
  /** As BENCHMARK/ID. */
  readonly tasks: ReadonlySet<string>;
  /** How to tell Winnow that only these tasks were run; undefined if the user already has. */
  readonly hint: string | undefined;
}

/** The parts, the smallest first. They are computed only for a file that doesn't list every task that was run. */
export type RunParts = () => readonly RunPart[];

/** The facts about tasks that reading results needs: the requested tasks, their pool, and its parts. */
export function aboutTasks(
  tasks: readonly NamedTask[] | undefined,
  pool: readonly NamedTask[] | undefined = tasks,
  parts: RunParts = () => [],
) {
  return tasks === undefined || pool === undefined
    ? {}
    : { isWanted: askedAbout(tasks), unlisted: unlistedIn(pool, parts) };
}

/** Tests whether a name is one of the requested tasks, so that very long results can be filtered while reading. */
function askedAbout(tasks: readonly NamedTask[]): (name: string) => boolean {
  // Built on first use, because few results are that long.
  let index: TaskIndex | undefined;
  return (name) => {
    index ??= new TaskIndex(tasks);
    return index.find(name) !== undefined;
  };
}

/** At least this share of the names in a list of results must be tasks of its benchmark. */
const enoughOfList = 0.9;

/** If a full run would be this unlikely to pass only tasks of one part, the run was limited to that part. */
const unlikely = 0.01;

interface Unlisted {
  readonly tasks: readonly NamedTask[];
  /** The part of the pool that contains all listed tasks; possibly only this part was run. */
  readonly part?: RunPart | undefined;
  /** How to tell Winnow that all tasks were run. */
  readonly hint?: string | undefined;
}

export type UnlistedOrNone = Unlisted | 'foreign' | undefined;

/**
 * For files that omit some tasks of their benchmark: returns the omitted tasks of the benchmark that nearly all names
 * belong to; undefined if no single benchmark fits, "foreign" if no name is known. If a file states its total, the part
 * of that size is assumed.
 */
function unlistedIn(
  tasks: readonly NamedTask[],
  parts: RunParts,
): (listed: ReadonlySet<string>, total?: number) => UnlistedOrNone {
  let known: readonly RunPart[] | undefined;
  return (listed, total) => {
    // The first of two entries has the aliases.
    const unique = new Map(tasks.toReversed().map((task) => [`${task.benchmark}/${task.id}`, task]));
    let isForeign = listed.size > 0;
    const fits = [...groupBy([...unique.values()].reverse(), ({ benchmark }) => benchmark).values()].flatMap((own) => {
      const index = new TaskIndex(own);
      const found = new Set<NamedTask>();
      let count = 0;
      for (const name of listed) {
        const match = index.find(name);
        if (match !== undefined) count += 1;
        for (const task of match?.tasks ?? []) found.add(task);
      }
      if (count > 0) isForeign = false;
      return count < enoughOfList * listed.size ? [] : [{ own, found }];
    });
    if (isForeign) return 'foreign';
    const [only, ...more] = fits;
    if (only === undefined || more.length > 0) return undefined;
    known ??= parts();
    const limits = known.flatMap((part) => limitOf(part, only) ?? []);
    const sized = limits.find(({ size }) => size === total && size < only.own.length)?.part;
    const part = sized === undefined ? limits.find(({ isLikely }) => isLikely)?.part : { ...sized, hint: undefined };
    const hint = limits.findLast(({ size }) => size === only.own.length)?.part.hint;
    return { tasks: only.own.filter((task) => !only.found.has(task)), part, hint };
  };
}

/** A part that contains all listed tasks, its size, and whether that is unlikely to be chance. */
function limitOf(
  part: RunPart,
  { own, found }: { readonly own: readonly NamedTask[]; readonly found: ReadonlySet<NamedTask> },
) {
  const has = ({ benchmark, id }: NamedTask) => part.tasks.has(`${benchmark}/${id}`);
  const size = own.filter(has).length;
  if (![...found].every(has)) return undefined;
  let chance = 1;
  for (let i = 0; i < found.size; i++) chance *= (size - i) / (own.length - i);
  return { part, size, isLikely: part.hint === undefined || (size < own.length && chance < unlikely) };
}
