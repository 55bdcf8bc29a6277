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

/** What reading results needs to know about the tasks: those asked about, and the pool that they are from. */
export function aboutTasks(tasks: readonly NamedTask[] | undefined, pool = tasks) {
  return tasks === undefined || pool === undefined ? {} : { isWanted: askedAbout(tasks), unlisted: unlistedIn(pool) };
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

/** The tasks that a list of names lacks, of the one benchmark that nearly all its names are in; undefined if there is none. */
function unlistedIn(tasks: readonly NamedTask[]): (listed: ReadonlySet<string>) => readonly NamedTask[] | undefined {
  return (listed) => {
    // The first of two entries has the aliases.
    const unique = new Map(tasks.toReversed().map((task) => [`${task.benchmark}/${task.id}`, task]));
    const fits = [...groupBy([...unique.values()].reverse(), ({ benchmark }) => benchmark).values()].flatMap((own) => {
      const index = new TaskIndex(own);
      const found = new Set<NamedTask>();
      let count = 0;
      for (const name of listed) {
        const match = index.find(name);
        if (match !== undefined) count += 1;
        for (const task of match?.tasks ?? []) found.add(task);
      }
      return count < enoughOfList * listed.size ? [] : [own.filter((task) => !found.has(task))];
    });
    const [only, ...more] = fits;
    return more.length === 0 ? only : undefined;
  };
}
