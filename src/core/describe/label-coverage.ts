import { groupBy } from '../lists/lists.js';
import { type BenchmarkPlan, dividingFields } from '../model/plan.js';
import { countsBy } from '../model/pool-census.js';
import type { CoverageRow, Selection } from '../model/selection.js';
import { type FieldValue, fieldValue, isOwnField } from '../model/task.js';
import { compareText } from '../text/words.js';

const always = new Set(['benchmark', 'phase', 'language']);
/** More values do not fit on one screen. */
export const mostValuesShown = 12;
const unknown = 'unknown';
/** Labels with less than this share of the pool may be missing from a selection without being reported. */
const fewest = 0.05;

export interface LabelCoverage {
  readonly field: string;
  /** Most selected first, then by name; tasks without the label come last, as `unknown`. */
  readonly rows: readonly CoverageRow[];
}

/** Coverage of the labels that the plan uses or declares, and of difficulty if the selection lacks a common value. */
export function labelCoverage({ plan, benchmarks, choices }: Selection): readonly LabelCoverage[] {
  const used = new Set(
    [...plan.benchmarks.flatMap(fieldsUsed), ...[...plan.fields.keys()].filter(isOwnField)].filter(
      (field) => !always.has(field),
    ),
  );
  const tasks = benchmarks.reduce((sum, { available }) => sum + available, 0);
  return [...new Set([...used, 'difficulty'])].flatMap((field): LabelCoverage[] => {
    if (plan.fields.get(field)?.kind !== 'label') return [];
    const available = new Map<FieldValue | undefined, number>();
    for (const benchmark of benchmarks)
      for (const [value, count] of countsBy(benchmark, field))
        available.set(value, (available.get(value) ?? 0) + count);
    const selected = groupBy(choices, ({ task }) => fieldValue(task, field));
    const rows = [...available].flatMap(([value, count]): CoverageRow[] => {
      if (value === undefined && !used.has(field)) return [];
      const taken = selected.get(value) ?? [];
      const names = new Set(taken.map(({ task }) => task.benchmark));
      return [{ name: String(value ?? unknown), selected: taken.length, available: count, benchmarks: [...names] }];
    });
    const known = rows.length - (used.has(field) && available.has(undefined) ? 1 : 0);
    if (known < 2 || known > mostValuesShown) return [];
    const isMissing = rows.some((row) => row.selected === 0 && row.available >= fewest * tasks);
    if (!used.has(field) && !isMissing) return [];
    return [{ field, rows: rows.sort(unknownLast) }];
  });
}

function unknownLast(a: CoverageRow, b: CoverageRow): number {
  return (
    Number(a.name === unknown) - Number(b.name === unknown) || b.selected - a.selected || compareText(a.name, b.name)
  );
}

/** Leaves out the field that determines phases, because the phases already show it. */
function fieldsUsed({ phase, ...plan }: BenchmarkPlan): readonly string[] {
  return dividingFields({ ...plan, phase: { ...phase, by: undefined } });
}
