import type { ExclusionReason } from '../../../core/model/plan.js';
import type { Selection } from '../../../core/model/selection.js';
import { moveWeight } from '../../../core/score/score-tasks.js';
import { roundTo } from '../../../core/text/words.js';

/** All changes against the plan as loaded. Never changed in place. */
export interface Edits {
  /** The plan text as rewritten; other edits apply on top of it. */
  readonly text?: string;
  /** All weights, once one was moved. */
  readonly weights?: ReadonlyMap<string, number>;
  readonly seed?: string;
  readonly total?: number;
  readonly benchmarks: ReadonlyMap<string, BenchmarkEdits>;
}

export interface BenchmarkEdits {
  readonly take?: number | 'all';
  /** The minimum of every group without its own minimum. */
  readonly atLeast?: number;
  readonly share?: string;
  readonly rounding?: string;
  readonly design?: DesignEdit;
  /** Set if the plan's `ensure` rules are ignored; a sample can't have any. */
  readonly withoutEnsure?: true;
  /** By the ids of the tasks. */
  readonly excluded?: ReadonlyMap<string, NewExclusion>;
  /** Exclusions of the plan that are lifted, as the plan names the tasks. */
  readonly lifted?: ReadonlySet<string>;
  readonly pinned?: ReadonlySet<string>;
  /** Pins of the plan that are removed, as the plan names the tasks. */
  readonly unpinned?: ReadonlySet<string>;
}

/** How tasks are chosen within a group: ranked by a field, or drawn (by a field, if the draw needs one). */
export type DesignEdit =
  | { readonly kind: 'rank'; readonly field: string; readonly direction: 'asc' | 'desc' }
  | { readonly kind: 'draw'; readonly method: string; readonly by: string | undefined };

export interface NewExclusion {
  readonly reason: ExclusionReason;
  readonly evidence: string;
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
export function withBenchmark(edits: Edits, name: string, changes: Loose<BenchmarkEdits>): Edits {
  const own = present<BenchmarkEdits>({ ...editsOf(edits, name), ...changes });
  const benchmarks = new Map(edits.benchmarks);
  if (Object.keys(own).length === 0) benchmarks.delete(name);
  else benchmarks.set(name, own);
  return { ...edits, benchmarks };
}

export function withPlan({ benchmarks, ...edits }: Edits, changes: Loose<Omit<Edits, 'benchmarks'>>): Edits {
  return { ...present({ ...edits, ...changes }), benchmarks };
}

/** An object whose properties may be undefined. */
export type Loose<Of> = { readonly [Key in keyof Of]?: Of[Key] | undefined };

/** The object without undefined properties and empty collections. */
export function present<Of>(loose: Loose<Of>): Of {
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
