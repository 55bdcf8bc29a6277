import { at } from '../core/lists/lists.js';
import type { Field, FieldValue, LabelConflict, Provenance, Task, TaskContents } from '../core/model/task.js';
import { languageName } from './facts/languages.js';
import type { LabelFact, ListFact, NumberFact, TaskFacts } from './facts/task-facts.js';

/** The rules of the plan for turning facts into a task. */
export interface Assembly {
  readonly benchmark: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** By field, the origin of the label that wins. */
  readonly trust: ReadonlyMap<string, string>;
  readonly taskDir: string | undefined;
  readonly contents?: TaskContents | undefined;
  /** Labels so far, each stored once, because large pools repeat the same few. */
  readonly labels?: Map<string, string> | undefined;
}

/** Turns facts into a task. If there are several labels for a field, one wins and the others are kept as conflicts. */
export function assembleTask(facts: TaskFacts, assembly: Assembly): Task {
  const { benchmark, fields, trust, taskDir, contents, labels } = assembly;
  const values: Record<string, FieldValue> = {};
  let provenance: Record<string, Provenance> | undefined;
  let conflicts: readonly LabelConflict[] | undefined;
  for (const reading of facts.numbers) {
    if (values[reading.field] === undefined && fields.has(reading.field)) take(reading);
  }
  // By index, and without lists for a field with one reading, as in most rows of large tables.
  for (let index = 0; index < facts.labels.length; index++) {
    const reading = normalised(at(facts.labels, index));
    const { field } = reading;
    if (!fields.has(field) || hasField(facts.labels, field, 0, index)) continue;
    const isAlone = !hasField(facts.labels, field, index + 1, facts.labels.length);
    const readings = isAlone ? noReadings : facts.labels.filter((each) => each.field === field).map(normalised);
    const taken = readings.find(({ origin }) => origin === trust.get(field)) ?? reading;
    values[field] = labels === undefined ? taken.value : keptOnce(taken.value, labels);
    if (taken.origin === workedOut) mark(field, 'derived');
    if (readings.length > 1) conflicts = [...(conflicts ?? []), ...conflictsOf(taken, readings)];
  }
  addLinesChanged(values, (field) => provenance?.[field] === 'measured', mark);
  // All keys at once: spreading or adding keys would give each object its own hidden class, which is slow.
  const task = {
    benchmark,
    id: facts.id,
    aliases: aliasesOf(facts),
    fields: values,
    lists: facts.lists === undefined ? undefined : listsOf(facts.lists, fields),
    provenance: provenance ?? noProvenance,
    conflicts: conflicts ?? noConflicts,
    taskDir,
    digest: facts.digest,
    contents,
  };
  const { statement, findings } = facts;
  if (statement === undefined && findings === undefined) return task;
  return {
    ...task,
    ...(statement === undefined ? {} : { statement }),
    ...(findings === undefined ? {} : { findings }),
  };

  function take({ field, value, measured }: NumberFact): void {
    values[field] = value;
    if (measured) mark(field, 'measured');
  }

  function mark(field: string, from: Provenance): void {
    provenance ??= {};
    provenance[field] = from;
  }
}

function hasField(readings: readonly LabelFact[], field: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (readings[i]?.field === field) return true;
  return false;
}

/** The other names, and the id trimmed, as plans and results write it. */
function aliasesOf({ id, aliases }: TaskFacts): readonly string[] {
  const plain = id.trim();
  if (aliases.length === 0 && plain === id) return noNames;
  return [...new Set([...aliases, plain])].filter((alias) => alias !== id);
}

// Shared: one per task would take much memory.
const noNames: readonly string[] = [];
const noReadings: readonly LabelFact[] = [];
const noProvenance: Task['provenance'] = {};
const noConflicts: readonly LabelConflict[] = [];
const mostLabels = 10_000;

function keptOnce(label: string, labels: Map<string, string>): string {
  const known = labels.get(label);
  if (known === undefined && labels.size < mostLabels) labels.set(label, label);
  return known ?? label;
}

/** The origin of derived labels: the language of a patch is derived from its file names. */
const workedOut = 'patch';

/** The lists that are fields of the plan; the first reading wins. */
function listsOf(readings: readonly ListFact[], fields: Assembly['fields']): Task['lists'] {
  const lists: Record<string, readonly string[]> = {};
  for (const { field, values } of readings) if (fields.get(field)?.kind === 'list') lists[field] ??= values;
  return Object.keys(lists).length === 0 ? undefined : lists;
}

/** `lines_changed` is additions + deletions unless it was given; it is measured if both are. */
function addLinesChanged(
  values: Record<string, FieldValue>,
  isMeasured: (field: string) => boolean,
  mark: (field: string, from: Provenance) => void,
): void {
  const { additions, deletions } = values;
  if (values['lines_changed'] !== undefined || typeof additions !== 'number' || typeof deletions !== 'number') return;
  if (!Number.isFinite(additions + deletions)) return;
  values['lines_changed'] = additions + deletions;
  if (isMeasured('additions') && isMeasured('deletions')) mark('lines_changed', 'measured');
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

/** The contents of a task with its earlier results as another part, so that changes to them are reported. */
export function withPriorContents(
  { fields: { prior_results, prior_solved, prior_rate } }: Task,
  contents: TaskContents | undefined,
): TaskContents | undefined {
  if (contents === undefined || prior_results === undefined) return contents;
  const { names, marks } = contents;
  const mark = JSON.stringify({ prior_results, prior_solved, prior_rate });
  return { names: [...names, 'prior results'], marks: `${marks}\n${mark}` };
}
