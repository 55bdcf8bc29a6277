import * as z from 'zod/mini';
import { exclusionReasons } from '../../../core/model/plan.js';
import type { Selection } from '../../../core/model/selection.js';
import { moveWeight } from '../../../core/score/score-tasks.js';
import { roundTo } from '../../../core/text/words.js';

/** A value of an address, which can contain anything: undefined if it is invalid. */
function lenient<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

/** A map of the valid pairs in a list. */
function mapOf<Value extends z.ZodMiniType>(value: Value) {
  const entryOf = (each: unknown): readonly (readonly [string, z.output<Value>])[] => {
    const [key, own] = Array.isArray(each) ? each : [];
    const { success, data } = value.safeParse(own);
    return typeof key === 'string' && success ? [[key, data]] : [];
  };
  return z.pipe(
    z.array(z.unknown()),
    z.transform((list): ReadonlyMap<string, z.output<Value>> => new Map(list.flatMap(entryOf))),
  );
}

const count = z.int().check(z.gte(0));
const names = z.pipe(
  z.array(z.unknown()),
  z.transform((list): ReadonlySet<string> => new Set(list.filter((each) => typeof each === 'string'))),
);

/** How tasks are chosen within a group: ranked by a field, or drawn (by a field, if the draw needs one). */
const designEdit = z.union([
  z.object({ kind: z.literal('rank'), field: z.string(), direction: z.catch(z.enum(['asc', 'desc']), 'desc') }),
  z.object({ kind: z.literal('draw'), method: z.string(), by: lenient(z.string()) }),
]);

const newExclusion = z.object({ reason: z.enum(exclusionReasons), evidence: z.string() });

const benchmarkEdits = z.object({
  take: lenient(z.union([z.literal('all'), count])),
  /** The minimum of every group without its own minimum. */
  atLeast: lenient(count),
  share: lenient(z.string()),
  rounding: lenient(z.string()),
  design: lenient(designEdit),
  /** Set if the plan's `ensure` rules are ignored; a sample can't have any. */
  withoutEnsure: lenient(z.literal(true)),
  /** By the ids of the tasks. */
  excluded: lenient(mapOf(newExclusion)),
  /** Exclusions of the plan that are lifted, as the plan names the tasks. */
  lifted: lenient(names),
  pinned: lenient(names),
  /** Pins of the plan that are removed, as the plan names the tasks. */
  unpinned: lenient(names),
});

/** All changes against the plan as loaded. Never changed in place. */
const allEdits = z.object({
  /** The plan text as rewritten; other edits apply on top of it. */
  text: lenient(z.string()),
  /** All weights, once one was moved. */
  weights: lenient(mapOf(z.number().check(z.gte(0), z.lte(1)))),
  seed: lenient(z.string()),
  total: lenient(count),
  benchmarks: mapOf(z.pipe(benchmarkEdits, z.transform(present))),
});

export type DesignEdit = z.output<typeof designEdit>;
export type NewExclusion = z.output<typeof newExclusion>;
export type BenchmarkEdits = z.output<typeof benchmarkEdits>;
export type Edits = z.output<typeof allEdits>;

/** The edits in parsed JSON; undefined if it has none. Invalid parts are ignored. */
export function readEdits(value: unknown): Edits | undefined {
  const { data } = allEdits.safeParse(value);
  return data && withPlan(data, {});
}

export const noEdits: Edits = { benchmarks: new Map() };

export function isUnedited({ benchmarks, ...others }: Edits): boolean {
  return benchmarks.size === 0 && Object.values(others).every((value) => value === undefined);
}

export function textEdits(text: string): Edits {
  return { text, benchmarks: noEdits.benchmarks };
}

function editsOf({ benchmarks }: Edits, name: string): BenchmarkEdits {
  return benchmarks.get(name) ?? {};
}

/** Changes edits of one benchmark; undefined restores the plan's value. */
export function withBenchmark(edits: Edits, name: string, changes: BenchmarkEdits): Edits {
  const own = present({ ...editsOf(edits, name), ...changes });
  const benchmarks = new Map(edits.benchmarks);
  if (Object.keys(own).length === 0) benchmarks.delete(name);
  else benchmarks.set(name, own);
  return { ...edits, benchmarks };
}

export function withPlan({ benchmarks, ...edits }: Edits, changes: Omit<Edits, 'benchmarks'>): Edits {
  return { ...present({ ...edits, ...changes }), benchmarks };
}

/** The object without undefined properties and empty collections. */
function present<Of extends object>(loose: Of): Of {
  const isEmpty = (value: unknown) => (value instanceof Set || value instanceof Map) && value.size === 0;
  return Object.fromEntries(Object.entries(loose).filter(([, value]) => value !== undefined && !isEmpty(value))) as Of;
}

type Weights = ReadonlyMap<string, number>;

/**
 * The weights with one moved and the others rescaled, rounded as in plans. If the others are all 0, they are scaled from
 * the plan as loaded, or evenly, so that a slider moved to 1 can be moved back.
 */
export function moveWeights(weights: Weights, loaded: Weights, component: string, to: number): Weights {
  const target = Math.min(1, Math.max(0, roundTo(to, 6)));
  const even = new Map([...weights.keys()].map((name) => [name, 1]));
  const moved = [weights, loaded, even].map((each) => moveWeight(each, component, target));
  return moved.find((each) => each !== undefined) ?? weights;
}

/** Identifies a task. */
export interface TaskName {
  readonly benchmark: string;
  readonly id: string;
}

/** Excludes tasks, and removes their pins made on the page. */
export function exclude(edits: Edits, tasks: readonly TaskName[], exclusion: NewExclusion): Edits {
  return byBenchmark(tasks).reduce((all, [benchmark, ids]) => {
    const { excluded = [], pinned } = editsOf(all, benchmark);
    return withBenchmark(all, benchmark, {
      excluded: new Map([...excluded, ...[...ids].map((id) => [id, exclusion] as const)]),
      pinned: pinned && new Set([...pinned].filter((id) => !ids.has(id))),
    });
  }, edits);
}

export function pin(edits: Edits, tasks: readonly TaskName[]): Edits {
  return byBenchmark(tasks).reduce((all, [benchmark, ids]) => {
    const { pinned = [] } = editsOf(all, benchmark);
    return withBenchmark(all, benchmark, { pinned: new Set([...pinned, ...ids]) });
  }, edits);
}

/** Removes an exclusion made on the page, or one that the plan has under `planName`. */
export function liftExclusion(edits: Edits, { benchmark, id }: TaskName, planName: string): Edits {
  const { excluded, lifted = [] } = editsOf(edits, benchmark);
  if (excluded?.has(id) === true)
    return withBenchmark(edits, benchmark, { excluded: new Map([...excluded].filter(([each]) => each !== id)) });
  return withBenchmark(edits, benchmark, { lifted: new Set([...lifted, planName]) });
}

/** Removes a pin made on the page, or one that the plan has under `planName`. */
export function unpin(edits: Edits, { benchmark, id }: TaskName, planName: string): Edits {
  const { pinned, unpinned = [] } = editsOf(edits, benchmark);
  if (pinned?.has(id) === true)
    return withBenchmark(edits, benchmark, { pinned: new Set([...pinned].filter((each) => each !== id)) });
  return withBenchmark(edits, benchmark, { unpinned: new Set([...unpinned, planName]) });
}

/** The pinned tasks of a selection, with their names in the plan text. */
export function pinsOf({ plan, benchmarks }: Selection): readonly (TaskName & { readonly planName: string })[] {
  const written = new Map(plan.benchmarks.map(({ name, select }) => [name, select.pin]));
  return benchmarks.flatMap(({ plan: { name, select } }) =>
    // Named pins come first; pins by condition are not listed in the plan.
    (written.get(name) ?? []).flatMap((planName, at) => {
      const id = select.pin[at];
      return id === undefined ? [] : [{ benchmark: name, id, planName }];
    }),
  );
}

function byBenchmark(tasks: readonly TaskName[]): readonly (readonly [string, ReadonlySet<string>])[] {
  const ids = new Map<string, Set<string>>();
  for (const { benchmark, id } of tasks) ids.set(benchmark, (ids.get(benchmark) ?? new Set()).add(id));
  return [...ids];
}

export interface History {
  readonly past: readonly Edits[];
  readonly present: Edits;
  readonly future: readonly Edits[];
  /** The control being moved, whose steps are together one step to undo. */
  readonly moving: string | undefined;
}

export type HistoryStep =
  | {
      readonly kind: 'edit';
      readonly change: (edits: Edits) => Edits;
      /** The control being moved, if it makes many edits; each edit applies to the edits before the move. */
      readonly moving?: string | undefined;
    }
  | { readonly kind: 'settle' | 'undo' | 'redo' | 'reset' };

export const newHistory: History = { past: [], present: noEdits, future: [], moving: undefined };

/** A history that starts with saved edits; undoing them restores the plan as loaded. */
export function historyFrom(edits: Edits | undefined): History {
  return edits === undefined ? newHistory : { ...newHistory, past: [noEdits], present: edits };
}

export function nextHistory(history: History, step: HistoryStep): History {
  const { past, present, future, moving } = history;
  const before = past.at(-1);
  const [next, ...later] = future;
  const to = (edits: Edits, by?: string): History =>
    edits === present ? history : { past: [...past, present], present: edits, future: [], moving: by };
  switch (step.kind) {
    case 'edit':
      if (step.moving !== undefined && step.moving === moving && before !== undefined)
        return { ...history, present: step.change(before) };
      return to(step.change(present), step.moving);
    case 'settle':
      return moving === undefined ? history : { ...history, moving: undefined };
    case 'undo':
      if (before === undefined) return history;
      return { past: past.slice(0, -1), present: before, future: [present, ...future], moving: undefined };
    case 'redo':
      return next === undefined ? history : { ...to(next), future: later };
    case 'reset':
      return to(noEdits);
  }
}
