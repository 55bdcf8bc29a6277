import type { Selection, SelectionKind } from '../../model/selection.js';
import type { Numbered } from './strata.js';

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
  const each = benchmarks.map((benchmark): Scope => {
    const own = strata.filter((stratum) => stratum.benchmark === benchmark);
    const before = strata.slice(0, strata.indexOf(own[0] ?? strata[0] as never));
    const from = before.reduce((sum, { size }) => sum + size, 0);
    const size = own.reduce((sum, stratum) => sum + stratum.size, 0);
    const first = own[0]?.from ?? 0;
    return {
      name: benchmark.plan.name,
      kind: benchmark.kind,
      tasks: Int32Array.from({ length: own.reduce((sum, stratum) => sum + stratum.tasks.length, 0) }, (_, i) => first + i),
      partOf: (sample) => sample.subarray(from, from + size),
      weights: benchmark.kind === 'representative' ? weights : undefined,
    };
  });
  return [all, ...each];
}
