import { dayOf } from '../core/model/date.js';
import { type Fault, PoolError } from '../core/model/errors.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import { type Condition, conditionHolds } from '../core/model/select-rule.js';
import type { Field, FieldValue, Pool, Task } from '../core/model/task.js';
import { compareText, countOf, formatCount, visibleText } from '../core/text/words.js';
import { isKept, type KeptFound } from './found.js';
import { nothingHere, placeOf, problemOf, type SourceContents } from './pool-of.js';
import { differingSettings, type PoolNotes, type SourceSettings } from './pool-table/pool-row.js';

/**
 * The pool of a benchmark from a pool table, with the tasks and warnings from when it was written. Settings for reading
 * sources were applied then, and are not applied again.
 * @throws PoolError if no row belongs to the benchmark, or the plan now has other settings.
 */
export function keptPoolOf(reading: SourceContents, benchmark: BenchmarkPlan, plan: Plan): Pool {
  const rows = reading.found.filter(isKept);
  const own = rows.filter(({ facts }) => facts.benchmark === benchmark.name);
  const problems = reading.found.flatMap((found) => (found.kind === 'task' ? [] : [problemOf(found, reading)]));
  if (own.length === 0 && !problems.some(({ code }) => code === 'pool/unreadable')) {
    const others = new Set(rows.map(({ facts }) => facts.benchmark ?? ''));
    throw nothingHere(benchmark.name, [...others].sort(compareText), reading);
  }
  const noted = own.flatMap(({ facts }) => facts.kept.notes ?? []);
  const where = conditionLeft(reading, benchmark, noted, own[0]);
  const tasks: Task[] = [];
  let outside = 0;
  for (const found of own) {
    const task = taskOf(found.facts.kept.task, plan.fields);
    if ('broken' in task) problems.push(problemOf({ ...found, kind: 'problem', reason: task.broken }, reading));
    else if (where === undefined || conditionHolds(where, task)) tasks.push(task);
    else outside += 1;
  }
  const counts = noted.flatMap((notes) => notes.outside ?? []);
  const all = counts.reduce((sum, count) => sum + count, outside);
  return {
    tasks,
    problems: [...noted.flatMap((notes) => notes.problems), ...problems, ...completeness(noted, own, reading)],
    ...(where === undefined && counts.length === 0 ? {} : { outside: all }),
  };
}

/** The task with only the fields of the plan; `broken` if their values are of other kinds. */
function taskOf(task: Task, known: ReadonlyMap<string, Field>): Task | { readonly broken: string } {
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
  first: KeptFound | undefined,
): Condition | undefined {
  const { settings = [], replacesSource, where } = reading;
  const differing = noted.map((notes) => leastDiffering(settings, notes.settings, replacesSource === true));
  const names = [...new Set(differing.flat())].sort(compareText);
  const refused = replacesSource === true ? names : names.filter((each) => each !== 'where');
  if (refused.length > 0 && first !== undefined) throw otherSettings(name, refused, reading, first);
  return noted.length === 0 || names.includes('where') ? where : undefined;
}

/** The differing settings, by the source setting that fits best. Without `exact`, settings missing from the plan may differ. */
function leastDiffering(asked: readonly SourceSettings[], made: SourceSettings, exact: boolean): readonly string[] {
  const lists = asked.map((each) => differingSettings(each, made).filter((name) => exact || each[name] !== undefined));
  return lists.reduce<readonly string[]>((least, each) => (each.length < least.length ? each : least), lists[0] ?? []);
}

function otherSettings(
  name: string,
  settings: readonly string[],
  reading: SourceContents,
  first: KeptFound,
): PoolError {
  const named = settings.map((each) => `source.${each}`).join(', ');
  const message = `benchmark "${name}": the pool table was made with a different setting for ${named}.`;
  const { file } = placeOf(first, reading);
  const hint =
    reading.replacesSource === true
      ? 'Run "winnow pool" to make the table again.'
      : 'The table already reflects its settings. Remove them from the plan, or run "winnow pool" to make the table again.';
  return new PoolError([
    { code: 'pool/other-settings', message, ...(file === undefined ? {} : { place: { file } }), hint },
  ]);
}

/** Warnings about rows that were lost or added since the table was written. */
function completeness(noted: readonly PoolNotes[], own: readonly KeptFound[], reading: SourceContents): Fault[] {
  const [first] = own;
  if (first === undefined) return [];
  const { file = '' } = placeOf(first, reading);
  if (noted.length === 0) {
    const message = 'the first row of the benchmark is missing, so problems in the original source are unknown.';
    return [{ code: 'pool/incomplete', message, place: { file } }];
  }
  const stated = noted.reduce((sum, { tasks }) => sum + tasks, 0);
  if (stated === own.length) return [];
  const message = `the table was written with ${countOf(stated, 'task')} of this benchmark, but now has ${formatCount(own.length)}.`;
  return [{ code: 'pool/incomplete', message, place: { file } }];
}
