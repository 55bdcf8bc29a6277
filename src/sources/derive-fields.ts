import type { Field } from '../core/model/field.js';
import type { DerivationRule } from '../core/model/plan.js';
import { fieldValue, type Task } from '../core/model/task.js';
import { languageName } from './facts/language-name.js';

/** The task with the fields that a plan cuts out of others, where its source does not give them; they are marked as derived. */
export function deriveFields(task: Task, rules: readonly DerivationRule[], fields: ReadonlyMap<string, Field>): Task {
  let derived = task;
  for (const { field, from, pattern, value } of rules) {
    const text = fieldValue(derived, from);
    if (derived.fields[field] !== undefined || text === undefined) continue;
    const parts = matchPattern(pattern, String(text));
    const cut = parts && cutValue(value, parts, fields.get(field));
    if (cut === undefined) continue;
    derived = {
      ...derived,
      fields: { ...derived.fields, [field]: field === 'language' && typeof cut === 'string' ? languageName(cut) : cut },
      provenance: { ...derived.provenance, [field]: 'derived' },
    };
  }
  return derived;
}

const names = /\{(\w+)\}/g;

/**
 * What the names of a pattern stand for in a text; undefined when it does not match as a whole. Each name takes as many
 * characters as it can, the first before the others, at least one. One pass over the text for each name, whatever it holds.
 */
export function matchPattern(pattern: string, text: string): ReadonlyMap<string, string> | undefined {
  const keys = [...pattern.matchAll(names)].map(([, name = '']) => name);
  const literals = pattern.split(/\{\w+\}/);
  const found = new Map<string, string>();
  let end = text.length;
  // From the right: the last place that leaves something for the name after it is the one that leaves most before it.
  for (let i = keys.length; i > 0; i -= 1) {
    const literal = literals[i] ?? '';
    const isLast = i === keys.length;
    const at = isLast ? end - literal.length : text.lastIndexOf(literal, end - literal.length - 1);
    if (at < 1 || !text.startsWith(literal, at)) return undefined;
    if (!isLast) found.set(keys[i] ?? '', text.slice(at + literal.length, end));
    end = at;
  }
  const head = literals[0] ?? '';
  if (keys.length === 0) return undefined;
  if (!text.startsWith(head) || head.length >= end) return undefined;
  found.set(keys[0] ?? '', text.slice(head.length, end));
  return found;
}

function cutValue(
  template: string,
  parts: ReadonlyMap<string, string>,
  field: Field | undefined,
): string | number | undefined {
  const text = template.replaceAll(names, (_, name: string) => parts.get(name) ?? '').trim();
  if (text === '') return undefined;
  if (field?.kind !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) && (number >= 0 || field.negative === true) ? number : undefined;
}
