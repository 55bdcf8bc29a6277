import type { Field, FieldValue } from '../core/model/field.js';
import type { Task } from '../core/model/task.js';
import { visibleText } from '../core/text/visible-text.js';

/** A record read as a task, or what is wrong with it. */
export type ReadRecord = { readonly task: Task } | { readonly faults: readonly string[] };

/**
 * Reads one record. Its keys are the names of fields; keys that the plan does not know are passed over. A field that is
 * null or an empty string is not known. `lines_changed` is additions + deletions unless the record gives it.
 */
export function taskFromRecord(record: unknown, benchmark: string, fields: ReadonlyMap<string, Field>): ReadRecord {
  if (record instanceof Error) return { faults: [`the line is not JSON: ${visibleText(record.message, 120)}.`] };
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    return { faults: [`expected a JSON object; found ${found(record)}.`] };
  }
  const { id, benchmark: _owner, task_dir: taskDir, ...rest } = record as Record<string, unknown>;
  const faults: string[] = [];
  if (typeof id !== 'string' || id.trim() === '') faults.push(`"id" must be text; found ${found(id)}.`);
  if (taskDir !== undefined && typeof taskDir !== 'string')
    faults.push(`"task_dir" must be text; found ${found(taskDir)}.`);
  const values: Record<string, FieldValue> = {};
  for (const [name, value] of Object.entries(rest)) {
    const field = fields.get(name);
    if (field === undefined || value === null || value === '') continue;
    const read = field.kind === 'number' ? readNumber(value) : readLabel(value);
    if (read === undefined) faults.push(`"${name}" must be ${wanted[field.kind]}; found ${found(value)}.`);
    else values[name] = read;
  }
  if (faults.length > 0) return { faults };
  const { additions, deletions } = values;
  if (values['lines_changed'] === undefined && typeof additions === 'number' && typeof deletions === 'number') {
    values['lines_changed'] = additions + deletions;
  }
  return { task: { benchmark, id: id as string, fields: values, ...(typeof taskDir === 'string' ? { taskDir } : {}) } };
}

const wanted = { number: 'a number, zero or more', label: 'text' } as const;

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function readLabel(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  return visibleText(JSON.stringify(value) ?? typeof value, 60);
}
