import type { BenchmarkSelection } from '../../model/selection.js';
import { describeDesign } from './describe-design.js';
import type { FidelityScope } from './fidelity.js';
import { fidelityRow } from './fidelity-row.js';
import { scopeOf } from './fidelity-scope.js';
import type { FidelitySetting } from './fidelity-setting.js';
import type { Witnesses } from './witnesses.js';

/** A benchmark of which something can be said. */
export interface JudgedBenchmark {
  readonly benchmark: BenchmarkSelection;
  readonly witnesses: Witnesses;
}

/**
 * The benchmarks that are judged, together, where there are several: by the systems that are witnesses of each, for the
 * rates of others would be over other benchmarks.
 */
export function judgedTogether(
  judged: readonly JudgedBenchmark[],
  duplicates: ReadonlyMap<string, ReadonlySet<string>>,
  setting: FidelitySetting,
): readonly FidelityScope[] {
  const [first, ...others] = judged;
  if (first === undefined || others.length === 0) return [];
  const systems = first.witnesses.systems.filter((system) =>
    others.every(({ witnesses }) => witnesses.systems.includes(system)),
  );
  if (systems.length === 0) return [];
  const taken = judged.map(({ benchmark }) => benchmark);
  const scope = scopeOf(taken, systems, duplicates);
  const row = fidelityRow(scope, taken, true, setting);
  if (row === undefined) return [];
  const leftOut = judged.flatMap(({ witnesses }) => witnesses.leftOut);
  return [
    {
      benchmark: undefined,
      kind: scope.kind,
      eligible: scope.tasks.length,
      design: describeDesign(taken),
      leftOut: leftOut.filter(({ system }, at) => leftOut.findIndex((each) => each.system === system) === at),
      rows: [row],
    },
  ];
}
