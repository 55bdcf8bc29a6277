import type { Selection, SelectionKind } from '../../model/selection.js';
import type { Numbered } from './numbered-strata.js';

/** What is compared on its own: the whole selection, or one benchmark's part. */
export interface Scope {
  /** The benchmark; undefined: all of them. */
  readonly name: string | undefined;
  readonly kind: SelectionKind;
  /** The numbers of its eligible tasks. */
  readonly tasks: Int32Array;
  /** The part of a sample that lies in it: every sample has as many tasks in it. */
  readonly partOf: (sample: Int32Array) => Int32Array;
  /** The design weight of every task; undefined for tasks chosen by rank. */
  readonly weights: Float64Array | undefined;
}

/** The whole, then each benchmark in the order of the plan. */
export function scopesOf({ benchmarks, kind }: Selection, { strata, tasks, rates }: Numbered): readonly Scope[] {
  const weights = rates.map((rate) => 1 / rate);
  const all: Scope = {
    name: undefined,
    kind,
    tasks: Int32Array.from(tasks, (_, i) => i),
    partOf: (sample) => sample,
    weights: kind === 'representative' ? weights : undefined,
  };
  let before = 0;
  const each = benchmarks.map((benchmark): Scope => {
    const own = strata.filter((stratum) => stratum.benchmark === benchmark);
    const members = own.flatMap(({ from, tasks: list }) => list.map((_, i) => from + i));
    const start = before;
    const end = own.reduce((sum, { size }) => sum + size, start);
    before = end;
    return {
      name: benchmark.plan.name,
      kind: benchmark.kind,
      tasks: Int32Array.from(members),
      // A sample lists its tasks stratum by stratum, and each stratum always gives as many.
      partOf: (sample) => sample.subarray(start, end),
      weights: benchmark.kind === 'representative' ? weights : undefined,
    };
  });
  return [all, ...each];
}
