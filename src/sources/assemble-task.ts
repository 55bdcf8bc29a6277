import type { Field, FieldValue } from '../core/model/field.js';
import type { LabelConflict, Provenance, Task } from '../core/model/task.js';
import { languageName } from './facts/language-name.js';
import type { LabelFact, ListFact, NumberFact, TaskFacts } from './facts/task-facts.js';

/** What the plan says about turning facts into a task. */
export interface Assembly {
  readonly benchmark: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** For a field, the place whose label is believed. */
  readonly trust: ReadonlyMap<string, string>;
  readonly taskDir: string | undefined;
}

/** Turns what was found out about a task into the task: of several labels one is taken, and the others are kept as conflicts. */
export function assembleTask(facts: TaskFacts, { benchmark, fields, trust, taskDir }: Assembly): Task {
  const values: Record<string, FieldValue> = {};
  const provenance: Record<string, Provenance> = {};
  const conflicts: LabelConflict[] = [];
  for (const reading of facts.numbers) {
    if (values[reading.field] === undefined && fields.has(reading.field)) take(reading);
  }
  for (const field of new Set(facts.labels.map((reading) => reading.field))) {
    if (!fields.has(field)) continue;
    const readings = facts.labels.filter((reading) => reading.field === field).map(normalised);
    const taken = readings.find(({ origin }) => origin === trust.get(field)) ?? readings[0];
    if (taken === undefined) continue;
    values[field] = taken.value;
    if (taken.origin === workedOut) provenance[field] = 'derived';
    conflicts.push(...conflictsOf(taken, readings));
  }
  addLinesChanged(values, provenance);
  return {
    benchmark,
    id: facts.id,
    aliases: [...new Set(facts.aliases)].filter((alias) => alias !== facts.id),
    fields: values,
    ...listsOf(facts.lists ?? [], fields),
    provenance,
    conflicts,
    taskDir,
    ...(facts.statement === undefined ? {} : { statement: facts.statement }),
  };

  function take({ field, value, measured }: NumberFact): void {
    values[field] = value;
    if (measured) provenance[field] = 'measured';
  }
}

/** Where a label stands that nobody wrote: the language of a patch is worked out from the names of its files. */
const workedOut = 'patch';

/** The lists that are fields of the plan; of several readings the first. */
function listsOf(readings: readonly ListFact[], fields: Assembly['fields']): Pick<Task, 'lists'> {
  const lists: Record<string, readonly string[]> = {};
  for (const { field, values } of readings) if (fields.get(field)?.kind === 'list') lists[field] ??= values;
  return Object.keys(lists).length === 0 ? {} : { lists };
}

/** `lines_changed` is additions + deletions unless it was given; it is as well founded as they are. */
function addLinesChanged(values: Record<string, FieldValue>, provenance: Record<string, Provenance>): void {
  const { additions, deletions } = values;
  if (values['lines_changed'] !== undefined || typeof additions !== 'number' || typeof deletions !== 'number') return;
  if (!Number.isFinite(additions + deletions)) return;
  values['lines_changed'] = additions + deletions;
  if (provenance['additions'] === 'measured' && provenance['deletions'] === 'measured')
    provenance['lines_changed'] = 'measured';
}

function normalised(reading: LabelFact): LabelFact {
  return reading.field === 'language' ? { ...reading, value: languageName(reading.value) } : reading;
}

function conflictsOf(taken: LabelFact, readings: readonly LabelFact[]): LabelConflict[] {
  return readings
    .filter((reading) => reading.value !== taken.value)
    .map((reading) => ({
      field: taken.field,
      took: taken.value,
      from: taken.origin,
      against: reading.value,
      in: reading.origin,
    }));
}
