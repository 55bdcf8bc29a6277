import type { ExclusionReason } from '../../../core/model/plan.js';

/** All that was changed against the plan as loaded; what is not there is as it was. Never changed in place. */
export interface Edits {
  /** The text of the plan as somebody rewrote it; everything else is changed on top of it. */
  readonly text?: string;
  /** All weights, once one was moved. */
  readonly weights?: ReadonlyMap<string, number>;
  readonly seed?: string;
  /** The number that benchmarks share. */
  readonly total?: number;
  readonly benchmarks: ReadonlyMap<string, BenchmarkEdits>;
}

/** What was changed of one benchmark. */
export interface BenchmarkEdits {
  readonly take?: number | 'all';
  /** The floor of every group that has none of its own. */
  readonly atLeast?: number;
  readonly share?: string;
  readonly rounding?: string;
  readonly design?: Design;
  /** Whether the plan's `ensure` rules are left out: a sample cannot have them. */
  readonly withoutEnsure?: true;
  /** By the tasks' own ids. */
  readonly excluded?: ReadonlyMap<string, NewExclusion>;
  /** Exclusions of the plan that are lifted, as the plan names the tasks. */
  readonly lifted?: ReadonlySet<string>;
  readonly pinned?: ReadonlySet<string>;
  /** Pins of the plan that are taken out, as the plan names the tasks. */
  readonly unpinned?: ReadonlySet<string>;
}

/** How tasks are chosen within a group: ranked by one field, or drawn, by a field if the draw looks at any. */
export type Design =
  | { readonly kind: 'rank'; readonly field: string; readonly direction: 'asc' | 'desc' }
  | { readonly kind: 'draw'; readonly method: string; readonly by: string | undefined };

/** An exclusion made here. */
export interface NewExclusion {
  readonly reason: ExclusionReason;
  readonly evidence: string;
}

/** Nothing changed. */
export const noEdits: Edits = { benchmarks: new Map() };

/** The edits of one benchmark. */
export function editsOf({ benchmarks }: Edits, name: string): BenchmarkEdits {
  return benchmarks.get(name) ?? {};
}

/** The edits with some of one benchmark's changed; what is given as undefined is as in the plan again. */
export function withBenchmark(edits: Edits, name: string, changes: Loose<BenchmarkEdits>): Edits {
  const own = present<BenchmarkEdits>({ ...editsOf(edits, name), ...changes });
  const benchmarks = new Map(edits.benchmarks);
  if (Object.keys(own).length === 0) benchmarks.delete(name);
  else benchmarks.set(name, own);
  return { ...edits, benchmarks };
}

/** The edits with some of the plan's own changed. */
export function withPlan(edits: Edits, changes: Loose<Omit<Edits, 'benchmarks'>>): Edits {
  return present<Edits>({ ...edits, ...changes });
}

/** Whether nothing is changed. */
export function isUnedited({ text, weights, seed, total, benchmarks }: Edits): boolean {
  return (
    text === undefined && weights === undefined && seed === undefined && total === undefined && benchmarks.size === 0
  );
}

type Loose<Of> = { readonly [Key in keyof Of]?: Of[Key] | undefined };

function present<Of>(loose: Loose<Of>): Of {
  return Object.fromEntries(Object.entries(loose).filter(([key, value]) => isChange(key, value))) as Of;
}

/** A list that has become empty is no change; that of the benchmarks is always there. */
function isChange(key: string, value: unknown): boolean {
  if (value === undefined) return false;
  return key === 'benchmarks' || !((value instanceof Set || value instanceof Map) && value.size === 0);
}
