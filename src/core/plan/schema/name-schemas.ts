import * as z from 'zod';
import { didYouMean } from '../../text/nearest-name.js';
import type { PlanNames } from '../plan-names.js';
import { preferencePattern } from '../read-preference.js';

/** Schemas for the names a plan declares itself and then uses; without `names` any text will do, as for an editor. */
export function nameSchemas(names: PlanNames | undefined) {
  const numbers = names && [...names.sourceFields.values()].filter((field) => field.kind === 'number');
  return {
    numberField: knownName('number field', numbers?.map((field) => field.name)).describe('A field that holds a number.'),
    sourceField: knownName('field', names && [...names.sourceFields.keys()]).describe('A field that the source gives.'),
    taskKey: knownName('field', names && ['id', ...names.sourceFields.keys()]).describe('A field that the source gives, or `id`.'),
    anyField: knownName('field', names && [...names.fields.keys()]).describe('A field, or `phase`, `score` or `id`.'),
    phase: knownName('phase', names?.phases).describe('One of the plan’s phases.'),
    component: knownName('component', names?.components).describe('A component that has a weight.'),
    preference: knownPreference(names && [...names.fields.keys()]).describe('A field and a direction: "score desc".'),
  };
}

/** What `nameSchemas` gives. */
export type NameSchemas = ReturnType<typeof nameSchemas>;

/** Text that must not be blank. */
export function text(description: string) {
  return z.string().trim().min(1).describe(description);
}

/** A number in [0, 1]. */
export function ratio(description: string) {
  return z.number().min(0).max(1).describe(description);
}

function knownName(kind: string, known: readonly string[] | undefined) {
  return z.string().check((context) => {
    if (known === undefined || known.includes(context.value)) return;
    context.issues.push(unknownName(kind, context.value, known));
  });
}

function knownPreference(known: readonly string[] | undefined) {
  return z
    .string()
    .regex(preferencePattern, 'must have the form "FIELD asc" or "FIELD desc"')
    .check((context) => {
      const field = preferencePattern.exec(context.value)?.[1];
      if (field === undefined || known === undefined || known.includes(field)) return;
      context.issues.push(unknownName('field', field, known));
    });
}

function unknownName(kind: string, name: string, known: readonly string[]) {
  const message = `unknown ${kind} "${name}".${didYouMean(name, known)} Known: ${known.join(', ')}.`;
  return { code: 'custom', input: name, message, continue: true } as const;
}
