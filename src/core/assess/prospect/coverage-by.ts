import { countsBy } from '../../model/pool-census.js';
import { groupFields } from '../../model/select-rule.js';
import type { Selection } from '../../model/selection.js';
import { fieldValue } from '../../model/task.js';
import { compareText } from '../../text/words.js';
import { expectedComparison, sizeOf } from '../power/comparison.js';
import { testableBy } from '../power/power.js';
import type { PoolResults } from '../question/pool-results.js';

export interface LabelStanding {
  readonly value: string;
  readonly selected: number;
  readonly available: number;
  /** Testable as in `assess power`; otherwise present if any task is selected. */
  readonly standing: 'testable' | 'present' | 'absent';
}

/** The label to report coverage by: the phase, or the first label that the plan groups by. */
export function coverageField({ plan }: Selection): string | undefined {
  if (plan.phases.length > 1) return 'phase';
  const named = plan.benchmarks.flatMap(({ select: { group, quota } }) => [
    ...(group === undefined ? [] : groupFields(group)),
    ...(quota?.by ?? []),
  ]);
  return named.find((name) => plan.fields.get(name)?.kind === 'label');
}

/** More values are unreadable. */
const mostValues = 60;

/** The coverage of each value of the main label; undefined if there is none, or it has too few or too many values. */
export function coverageBy(
  selection: Selection,
  results: PoolResults | undefined,
): { readonly field: string; readonly values: readonly LabelStanding[] } | undefined {
  const field = coverageField(selection);
  if (field === undefined) return undefined;
  const { plan, benchmarks, choices, kind } = selection;
  const available = new Map<string, number>();
  for (const benchmark of benchmarks)
    for (const [value = '', tasks] of countsBy(benchmark, field))
      if (value !== '') available.set(value, (available.get(value) ?? 0) + tasks);
  if (available.size < 2 || available.size > mostValues) return undefined;
  const { comparison } = expectedComparison(selection, results);
  const planned = new Map(plan.phases.map((name, place) => [name, place]));
  const placeOf = (value: string) => (field === 'phase' ? (planned.get(value) ?? planned.size) : 0);
  const values = [...available]
    .sort(([a, n], [b, m]) => placeOf(a) - placeOf(b) || m - n || compareText(a, b))
    .map(([value, count]): LabelStanding => {
      const own = choices.filter(({ task }) => String(fieldValue(task, field) ?? '') === value);
      const isTestable = own.length > 0 && testableBy(comparison, sizeOf(own, kind === 'representative')) === 'yes';
      const standing = isTestable ? 'testable' : own.length > 0 ? 'present' : 'absent';
      return { value, selected: own.length, available: count, standing };
    });
  return { field, values };
}
