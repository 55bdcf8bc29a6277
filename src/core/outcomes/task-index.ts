import { groupBy } from '../lists/lists.js';
import { bareName, nearestName } from '../text/nearest-name.js';

/** A task and all it is called. */
export interface NamedTask {
  readonly benchmark: string;
  readonly id: string;
  readonly aliases: readonly string[];
  /** What tells its version, as KIND:VALUE; undefined where nothing does. */
  readonly digest?: string | undefined;
}

type Nameable = Omit<NamedTask, 'aliases'> & { readonly aliases?: readonly string[] | undefined };

/** What a task of a pool is called, and what tells its version. */
export function namedTask({ benchmark, id, aliases = [], digest }: Nameable): NamedTask {
  return { benchmark, id, aliases, digest };
}

/** The same of every task of pools; a task's benchmark is the pool's. */
export function poolNames(
  pools: Iterable<readonly [benchmark: string, pool: { readonly tasks: readonly Omit<Nameable, 'benchmark'>[] }]>,
): readonly NamedTask[] {
  return [...pools].flatMap(([benchmark, { tasks }]) => tasks.map((task) => namedTask({ ...task, benchmark })));
}

/** The tasks that a name means. */
export interface TaskMatch {
  readonly tasks: readonly NamedTask[];
  /** What had to be left aside to find them. */
  readonly by: 'name' | 'letter case' | 'dressing';
}

/** Finds tasks by any of their names: as spelt, else ignoring letter case, else without what harnesses put around ids. */
export class TaskIndex {
  /** By id and alias. */
  readonly #byName: TasksByName = new Map();
  /** By `BENCHMARK/ID` as well; worked out when a name with a slash is met. */
  #byEveryName: TasksByName | undefined;
  /** Worked out when a name is met that no task has as it is spelt. */
  #byFoldedName: TasksByName | undefined;
  #byBareName: TasksByName | undefined;
  readonly #tasks: readonly NamedTask[];
  readonly #benchmarks: ReadonlySet<string>;

  /** @param benchmarks Every benchmark that a result may name; what one of them is named for is no other's. */
  constructor(tasks: readonly NamedTask[], benchmarks: ReadonlySet<string> = new Set()) {
    this.#tasks = tasks;
    this.#benchmarks = benchmarks;
    for (const task of tasks) {
      push(this.#byName, task.id, task);
      if (task.aliases.length === 0) continue;
      for (const name of new Set(task.aliases)) if (name !== task.id) push(this.#byName, name, task);
    }
  }

  /** The names that are most like one that no task has. */
  nearest(name: string): string | undefined {
    const [bare] = listOf(this.#bareNames.get(bareName(name))) ?? [];
    return bare?.id ?? nearestName(name, this.#everyName.keys());
  }

  has(name: string): boolean {
    return this.#spelt(name).has(name);
  }

  /** The tasks of that name: those of the benchmark if it is a known one; of any if the name of the benchmark says nothing here. */
  find(name: string, benchmark?: string): TaskMatch | undefined {
    const exact = listOf(this.#spelt(name).get(name));
    const folded = exact ?? listOf(this.#foldedNames.get(name.toLowerCase()));
    const tasks = folded ?? listOf(this.#bareNames.get(bareName(name)));
    if (tasks === undefined) return undefined;
    const by = exact !== undefined ? 'name' : folded !== undefined ? 'letter case' : 'dressing';
    const [only] = tasks;
    if (tasks.length === 1 && (benchmark === undefined || only?.benchmark === benchmark)) return { tasks, by };
    const own = tasks.filter((task) => task.benchmark === benchmark);
    if (own.length === 0 && benchmark !== undefined && this.#benchmarks.has(benchmark)) return undefined;
    // An id stands before another task's alias.
    const byId = tasks.filter((task) => task.id === name);
    const narrowed = own.length > 0 ? own : byId.length > 0 ? byId : tasks;
    const found = [...new Set(narrowed)];
    // What is left without its dressing is a guess, good only for one task.
    return by === 'dressing' && found.length > 1 ? undefined : { tasks: found, by };
  }

  /** What has names of the kind that this one is: those with a benchmark in front have a slash. */
  #spelt(name: string): TasksByName {
    return name.includes('/') ? this.#everyName : this.#byName;
  }

  get #everyName(): TasksByName {
    this.#byEveryName ??= this.#indexBy((name) => name);
    return this.#byEveryName;
  }

  get #foldedNames(): TasksByName {
    this.#byFoldedName ??= this.#indexBy((name) => name.toLowerCase());
    return this.#byFoldedName;
  }

  get #bareNames(): TasksByName {
    this.#byBareName ??= this.#indexBy(bareName);
    return this.#byBareName;
  }

  #indexBy(keyOf: (name: string) => string): TasksByName {
    const index: TasksByName = new Map();
    for (const task of this.#tasks) for (const name of namesOf(task)) push(index, keyOf(name), task);
    return index;
  }
}

/** Nearly every name is that of one task: of a large pool, lists of one fill the memory. */
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
  /** What it is called: 'the tier "quick"'. */
  readonly name: string;
  /** As BENCHMARK/ID. */
  readonly tasks: ReadonlySet<string>;
  /** How to say that the run had only these tasks; undefined if the user has said so. */
  readonly hint: string | undefined;
  /** Whether a report with failures that lists exactly these tasks is one of them, as no option can say so. */
  readonly isClearIfListed?: true;
}

/** What reading results needs to know about the tasks: those asked about, the pool that they are from, and its parts. */
export function aboutTasks(
  tasks: readonly NamedTask[] | undefined,
  pool = tasks,
  parts: readonly RunPart[] | undefined = [],
) {
  return tasks === undefined || pool === undefined
    ? {}
    : { isWanted: askedAbout(tasks), unlisted: unlistedIn(pool, parts) };
}

/** Tells whether a name is that of one of the tasks that are asked about, so that of very long results only theirs are kept. */
function askedAbout(tasks: readonly NamedTask[]): (name: string) => boolean {
  // Made when it is first asked: few results are so long.
  let index: TaskIndex | undefined;
  return (name) => {
    index ??= new TaskIndex(tasks);
    return index.find(name) !== undefined;
  };
}

/** A list of results names hardly any task that its benchmark does not have. */
const enoughOfList = 0.9;

/** A run of the whole benchmark whose passes are all in a part of it is less likely than this. */
const unlikely = 0.01;

/** The tasks that a list leaves out. */
interface Unlisted {
  readonly tasks: readonly NamedTask[];
  /** The part of the pool that all listed tasks are in: it, and not the whole benchmark, may have been run. */
  readonly part?: RunPart | undefined;
}

export type UnlistedOrNone = Unlisted | 'foreign' | undefined;

/**
 * For files that leave tasks of their benchmark out: the tasks that a list of names does not have, of the benchmark that
 * nearly all of its names are in; undefined if no benchmark has them, "foreign" if none has a single one. The number of
 * tasks that a file counts tells its part, if only one has that size.
 * @param parts The smallest first.
 */
function unlistedIn(
  tasks: readonly NamedTask[],
  parts: readonly RunPart[],
): (listed: ReadonlySet<string>, total?: number) => UnlistedOrNone {
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
    const limits = parts.flatMap((part) => limitOf(part, only) ?? []);
    const sized = limits.find(({ size }) => size === total && size < only.own.length)?.part;
    const part = sized === undefined ? limits.find(({ isLikely }) => isLikely)?.part : { ...sized, hint: undefined };
    return { tasks: only.own.filter((task) => !only.found.has(task)), part };
  };
}

/** A part that all listed tasks are in, how many tasks it has, and whether this is hardly so by chance. */
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
