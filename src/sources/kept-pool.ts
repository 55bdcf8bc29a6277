import { sumOf } from '../core/lists/lists.js';
import { dayOf } from '../core/model/date.js';
import type { Fault, Place, PoolError } from '../core/model/errors.js';
import type { BenchmarkPlan } from '../core/model/plan.js';
import type { Condition } from '../core/model/select-rule.js';
import type { Field, FieldValue, Task } from '../core/model/task.js';
import { compareText, countOf, formatCount, visibleText } from '../core/text/words.js';
import { isKept, type KeptFound } from './found.js';
import { poolError } from './pool-error.js';
import type { SourceContents } from './pool-of.js';
import { differingSettings, type PoolNotes, type SourceSettings } from './pool-table/pool-row.js';

/** What a pool table says about all rows of a benchmark. */
interface KeptNotes {
  /** The condition that must still be applied to the tasks, if the table was made without it. */
  readonly where: Condition | undefined;
  /** The number of tasks that the table left out; undefined without a condition. */
  readonly outside: number | undefined;
  /** The problems from when the table was written. */
  readonly problems: readonly Fault[];
  /** Warnings about rows that were lost or added since. */
  readonly incomplete: readonly Fault[];
}

/**
 * The notes of a pool table on a benchmark; undefined for any other source. Settings for reading sources were applied when
 * the table was written, and are not applied again.
 * @throws PoolError if the plan now has other settings.
 */
export function keptNotes(
  reading: SourceContents,
  benchmark: BenchmarkPlan,
  placeOf: (found: KeptFound) => Place,
): KeptNotes | undefined {
  const rows = reading.found.filter(isKept);
  const [first, ...others] = rows.filter(({ facts }) => facts.benchmark === benchmark.name);
  if (first === undefined) return undefined;
  const own = [first, ...others];
  const { file = '' } = placeOf(first);
  const noted = own.flatMap(({ facts }) => facts.kept.notes ?? []);
  const counts = noted.flatMap(({ outside }) => outside ?? []);
  return {
    where: conditionLeft(reading, benchmark, noted, file),
    outside: counts.length === 0 ? undefined : sumOf(counts, (count) => count),
    problems: noted.flatMap(({ problems }) => problems),
    incomplete: completeness(noted, own.length, file),
  };
}

/** The task with only the fields of the plan; `broken` if their values are of other kinds. */
export function keptTask(task: Task, known: ReadonlyMap<string, Field>): Task | { readonly broken: string } {
  const { lists = {}, provenance = {}, conflicts = [], ...others } = task;
  const faults: string[] = [];
  const ofKinds = <Value extends FieldValue | readonly string[]>(
    values: Readonly<Record<string, Value>>,
    read: (field: Field, value: Value) => Value | undefined,
  ) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const field = known.get(name);
        const ofKind = field && read(field, value);
        if (field !== undefined && ofKind === undefined)
          faults.push(`"${name}" must be ${expected(field)}; found ${visibleText(JSON.stringify(value), 60)}`);
        return ofKind === undefined ? [] : [[name, ofKind]];
      }),
    );
  const fields = ofKinds(task.fields, valueOfKind);
  const words = ofKinds(lists, ({ kind }, value) => (kind === 'list' ? value : undefined));
  if (faults.length > 0) return { broken: faults.join('; ') };
  return {
    ...others,
    fields,
    ...(Object.keys(words).length === 0 ? {} : { lists: words }),
    provenance: Object.fromEntries(Object.entries(provenance).filter(([name]) => known.has(name))),
    conflicts: conflicts.filter(({ field }) => known.has(field)),
  };
}

/** The value if it fits the kind of the field; a label that looks like a number stays text. */
function valueOfKind({ kind, negative }: Field, value: FieldValue): FieldValue | undefined {
  if (kind === 'label') return String(value);
  if (kind === 'date') return dayOf(String(value));
  if (kind === 'list' || typeof value !== 'number') return undefined;
  return value >= 0 || negative === true ? value : undefined;
}

function expected({ kind, negative }: Field): string {
  if (kind === 'list') return 'a list';
  if (kind === 'date') return 'a date as YYYY-MM-DD';
  return kind === 'label' ? 'text' : negative === true ? 'a number' : 'a number, zero or more';
}

/**
 * The condition that must still be applied to the tasks, if the table was made without it.
 * @throws PoolError if another setting differs or, for a table that replaces the plan's sources, any does.
 */
function conditionLeft(
  reading: SourceContents,
  { name }: BenchmarkPlan,
  noted: readonly PoolNotes[],
  file: string,
): Condition | undefined {
  const { settings = [], replacesSource, where } = reading;
  const differing = noted.map((notes) => leastDiffering(settings, notes.settings, replacesSource === true));
  const names = [...new Set(differing.flat())].sort(compareText);
  const refused = replacesSource === true ? names : names.filter((each) => each !== 'where');
  if (refused.length > 0) throw otherSettings(name, refused, replacesSource === true, file);
  return noted.length === 0 || names.includes('where') ? where : undefined;
}

/** The differing settings, by the source setting that fits best. Without `exact`, settings missing from the plan may differ. */
function leastDiffering(asked: readonly SourceSettings[], made: SourceSettings, exact: boolean): readonly string[] {
  const lists = asked.map((each) => differingSettings(each, made).filter((name) => exact || each[name] !== undefined));
  return lists.reduce<readonly string[]>((least, each) => (each.length < least.length ? each : least), lists[0] ?? []);
}

function otherSettings(name: string, settings: readonly string[], replacesSource: boolean, file: string): PoolError {
  const named = settings.map((each) => `source.${each}`).join(', ');
  const message = `benchmark "${name}": the pool table was made with a different setting for ${named}.`;
  const hint = replacesSource
    ? 'Run "winnow pool" to make the table again.'
    : 'The table already reflects its settings. Remove them from the plan, or run "winnow pool" to make the table again.';
  return poolError('pool/other-settings', message, hint, { file });
}

/** Warnings about rows that were lost or added since the table was written. */
function completeness(noted: readonly PoolNotes[], rows: number, file: string): Fault[] {
  const incomplete = (message: string) => [{ code: 'pool/incomplete', message, place: { file } }];
  if (noted.length === 0)
    return incomplete('the first row of the benchmark is missing, so problems in the original source are unknown.');
  const stated = sumOf(noted, ({ tasks }) => tasks);
  if (stated === rows) return [];
  return incomplete(
    `the table was written with ${countOf(stated, 'task')} of this benchmark, but now has ${formatCount(rows)}.`,
  );
}
