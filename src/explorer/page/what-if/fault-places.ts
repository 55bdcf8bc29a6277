import type { Fault } from '../../../core/model/fault.js';
import type { Plan } from '../../../core/model/plan.js';

/** The faults of one benchmark: those that stand in its part of the plan or were found in running it. */
export function faultsOfBenchmark(faults: readonly Fault[], name: string): readonly Fault[] {
  return faults.filter(({ benchmark, place }) => {
    const path = place?.path;
    return benchmark === name || path === `benchmarks.${name}` || path?.startsWith(`benchmarks.${name}.`) === true;
  });
}

/** The faults that belong to no benchmark. */
export function faultsElsewhere(faults: readonly Fault[], { benchmarks }: Plan): readonly Fault[] {
  const placed = new Set(benchmarks.flatMap(({ name }) => faultsOfBenchmark(faults, name)));
  return faults.filter((fault) => !placed.has(fault));
}
