import { parse, stringify } from 'yaml';
import { random } from '../draws/random.js';
import { groupBy } from '../lists/lists.js';
import type { Exclusion, HistoryEntry } from '../model/plan.js';
import { isRecord, part, recordOf } from '../model/record.js';
import { EditedYaml } from './edited-yaml.js';
import { expandPlan } from './expand-plan.js';

/** The changes that a new version makes to a benchmark's plan. */
export interface BenchmarkEdit {
  readonly benchmark: string;
  /** Paths of additional earlier results, relative to the plan. */
  readonly prior: readonly string[];
  /** The systems to learn from; undefined means all. */
  readonly configurations: readonly string[] | undefined;
  readonly keep: { readonly tasks: readonly string[]; readonly newAtMost: number } | undefined;
}

/** Edits the text of a plan for a new version; all other lines stay as they are. */
export function editPlan(text: string, edits: readonly BenchmarkEdit[]): string {
  const plan = new EditedYaml(text);
  for (const { benchmark, prior, configurations, keep } of edits) {
    const { own, select } = pathsIn(plan, benchmark);
    const at = [...own, 'prior'];
    const written = plan.get(at);
    // In the short form, `prior` may consist of only paths.
    const isPlain = written !== undefined && !isRecord(written);
    const paths = [...new Set([isPlain ? written : (part(written, 'path') ?? []), prior].flat())];
    if (isPlain && configurations !== undefined) plan.set(at, { path: paths });
    else if (prior.length > 0) plan.set(isPlain ? at : [...at, 'path'], paths);
    if (configurations !== undefined) plan.set([...at, 'configurations'], configurations);
    if (keep !== undefined) plan.set([...select, 'keep'], { tasks: keep.tasks, new_at_most: keep.newAtMost });
  }
  return plan.toString();
}

/** Sets the number of tasks that each benchmark is expected to have; all other lines stay as they are. */
export function withExpected(text: string, counts: ReadonlyMap<string, number>): string {
  const plan = new EditedYaml(text);
  for (const [benchmark, count] of counts) plan.set([...pathsIn(plan, benchmark).own, 'expect'], count);
  return plan.toString();
}

/** The paths of a benchmark and of its `select` rule in a plan. */
export function pathsIn(plan: EditedYaml, benchmark: string) {
  if (isShort(plan)) return { own: [], select: [] };
  const own = ['benchmarks', benchmark];
  return { own, select: [...own, 'select'] };
}

/** Whether a plan is in the short form, with the keys of its benchmark at the top level. */
export function isShort(plan: EditedYaml): boolean {
  const { tasks, benchmarks } = recordOf(plan.get([]));
  return tasks !== undefined && benchmarks === undefined;
}

/** Adds a version to the history in a plan's text; all other lines stay as they are. */
export function addToHistory(text: string, added: HistoryEntry): string {
  const plan = new EditedYaml(text);
  plan.add(['history'], [historyEntry(added)]);
  return plan.toString();
}

function historyEntry({ version, of, change, reasons }: HistoryEntry) {
  return {
    version,
    of,
    change,
    reasons: reasons.map(({ benchmark, taskId, replacedBy, reason, evidence }) => ({
      benchmark,
      task: taskId,
      ...(replacedBy === undefined ? {} : { replaced_by: replacedBy }),
      reason,
      ...(evidence === undefined ? {} : { evidence }),
    })),
  };
}

export interface NewExclusion extends Exclusion {
  readonly benchmark: string;
}

/** Adds exclusions to their benchmarks in a plan's text; all other lines stay as they are. */
export function addToPlan(text: string, added: readonly NewExclusion[]): string {
  const plan = new EditedYaml(text);
  for (const [benchmark, own] of groupBy(added, (each) => each.benchmark)) excludeFrom(plan, benchmark, own);
  return plan.toString();
}

export function excludeFrom(plan: EditedYaml, benchmark: string, added: readonly Exclusion[]): void {
  plan.add([...pathsIn(plan, benchmark).own, 'exclude'], added.map(exclusionEntry));
}

/** Adds exclusions at the end of an exclusions file. */
export function addToExclusions(text: string, added: readonly NewExclusion[]): string {
  const list = new EditedYaml(text);
  list.add(
    [],
    added.map((exclusion) => ({ benchmark: exclusion.benchmark, ...exclusionEntry(exclusion) })),
  );
  return list.toString();
}

function exclusionEntry({ id, reason, evidence, date, who, replacement }: Exclusion) {
  return { id, reason, evidence, date, who, replacement };
}

export interface PilotEdit {
  readonly name: string;
  readonly seed: string | number;
  readonly pilot: { readonly goal: string; readonly repeats: number; readonly budget: string };
  /** The number of tasks, and the minimum per benchmark; undefined takes all tasks, to see what can be drawn. */
  readonly total: { readonly take: number; readonly atLeast: number } | undefined;
  /** The label that divides a benchmark's tasks into strata, by benchmark. */
  readonly strata: ReadonlyMap<string, string>;
  /** Makes a path relative to the new plan's folder. */
  readonly moved: (path: string) => string;
}

/** The text of a plan that draws a random pilot from the pool of another plan. */
export function pilotPlanText(text: string, edit: PilotEdit): string {
  const kept = Object.entries(inFull(parse(text))).filter(([key]) => !keysOfOthers.includes(key));
  const written = Object.fromEntries(kept);
  const benchmarks = isRecord(written['benchmarks']) ? written['benchmarks'] : {};
  const { take, atLeast } = edit.total ?? { take: undefined, atLeast: 0 };
  const plan = {
    ...written,
    name: edit.name,
    seed: edit.seed,
    pilot: edit.pilot,
    ...(take === undefined ? {} : { total: { take, at_least: atLeast } }),
    ...(typeof written['exclusions'] === 'string' ? { exclusions: edit.moved(written['exclusions']) } : {}),
    benchmarks: Object.fromEntries(
      Object.entries(benchmarks).map(([name, benchmark]) => [name, pilotBenchmark(name, benchmark, edit)]),
    ),
  };
  return `# Written by "winnow pilot": draws tasks at random from the pool of another plan.\n${stringify(plan, { lineWidth: 0 })}`;
}

const keysOfOthers = ['total', 'tiers', 'history', 'optimise', 'looks', 'waves'];

function inFull(plan: unknown): Record<string, unknown> {
  const full = isRecord(plan) && Object.hasOwn(plan, 'tasks') ? expandPlan(plan).data : plan;
  return isRecord(full) ? { ...full } : {};
}

function pilotBenchmark(name: string, benchmark: unknown, { total, strata, moved }: PilotEdit): unknown {
  if (!isRecord(benchmark)) return benchmark;
  const { source, prior, select, ...rest } = benchmark;
  const where = isRecord(select) ? select['where'] : undefined;
  const by = strata.get(name);
  return {
    ...rest,
    source: isRecord(source) ? movedSource(source, moved) : source,
    ...(isRecord(prior) ? { prior: { ...prior, path: movedPaths(prior['path'], moved) } } : {}),
    select: {
      ...(where === undefined ? {} : { where }),
      ...(total === undefined ? { take: 'all' } : {}),
      ...(by === undefined || total === undefined ? {} : { group: { by, at_least: 2 } }),
      ...(total === undefined ? {} : { prefer: [random.name] }),
    },
  };
}

function movedSource(source: Record<string, unknown>, moved: (path: string) => string): Record<string, unknown> {
  const { path, join } = source;
  return {
    ...source,
    ...(path === undefined ? {} : { path: movedPaths(path, moved) }),
    ...(Array.isArray(join)
      ? { join: join.map((each) => (isRecord(each) ? { ...each, path: movedPaths(each['path'], moved) } : each)) }
      : {}),
  };
}

function movedPaths(paths: unknown, moved: (path: string) => string): unknown {
  if (typeof paths === 'string') return moved(paths);
  return Array.isArray(paths) ? paths.map((path) => (typeof path === 'string' ? moved(path) : path)) : paths;
}
