import * as z from 'zod/mini';
import type { Fault } from '../model/errors.js';
import { isRecord } from '../model/record.js';
import { didYouMean } from '../text/nearest-name.js';
import { countOf } from '../text/words.js';
import type { PlanDocument, PlanPath } from './plan-document.js';
import { isUnknownName } from './schema/name-schemas.js';

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

type Context = { readonly schema: Schema; readonly document: PlanDocument };

export function schemaFaults(issues: readonly Issue[], schema: Schema, document: PlanDocument): Fault[] {
  return issues.flatMap((issue) => issueFaults(issue, [], { schema, document }));
}

function issueFaults(issue: Issue, prefix: PlanPath, context: Context): Fault[] {
  const path = [...prefix, ...(issue.path as (string | number)[])];
  const { schema, document } = context;
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = objectKeys(formOf(schemaAt(schema, document.data, path), valueAt(document.data, path)));
      return issue.keys.map((key) => ({
        code: 'plan/unknown-key',
        message: `unknown key "${key}".${didYouMean(key, known)} Allowed here: ${known.join(', ')}.`,
        place: document.keyPlace([...path, key]),
        ...partOfNumber(key),
      }));
    }
    case 'invalid_union':
      return unionFaults(path, context);
    case 'invalid_key': {
      const key = String(path[path.length - 1]);
      return issue.issues.map((inner) => ({
        code: inner.code === 'custom' ? 'plan/unknown-name' : 'plan/invalid',
        message: inner.code === 'custom' ? inner.message : `key "${key}" ${inner.message}.`,
        place: document.keyPlace(path),
      }));
    }
    case 'custom':
      return isUnknownName(issue)
        ? [fault('plan/unknown-name', issue.message)]
        : [fault('plan/invalid', `${document.nameAt(path) ?? 'the plan'} ${issue.message}.`)];
    default:
      return [fault('plan/invalid', issueMessage(issue, path, valueAt(document.data, path)))];
  }

  function fault(code: string, message: string): Fault {
    return { code, message, place: document.valuePlace(path) };
  }
}

/** Advice for a key that is the rest of a number with thousands: { budget: $3,000 } has the keys "budget" and "000". */
function partOfNumber(key: string): { readonly hint?: string } {
  if (!/^\d{3}(?:\.\d+)?$/.test(key)) return {};
  return { hint: 'Inside braces, a comma ends a value. Write numbers without commas: 3000, not 3,000.' };
}

/** Reports errors only for the option of a union that the author meant: the one whose first key is present. */
function unionFaults(path: PlanPath, context: Context): Fault[] {
  const { schema, document } = context;
  const value = valueAt(document.data, path);
  const union = schemaAt(schema, document.data, path);
  const options = optionsOf(union);
  const option = chosenOption(options, value);
  if (option !== undefined) {
    const result = z.safeParse(option, value);
    const issues = result.success ? [] : result.error.issues;
    return issues.flatMap((issue) => issueFaults(issue, path, context));
  }
  const keys = options.map((each) => objectKeys(each)[0]).filter((key) => key !== undefined);
  const given = isRecord(value) ? Object.keys(value) : [];
  const guess = given.map((key) => didYouMean(key, keys)).find((text) => text !== '') ?? '';
  const isText = options.some((each) => defOf(each)?.type === 'string');
  const message =
    value === undefined
      ? missing(path)
      : isRecord(value) && keys.length > 0
        ? `expected one of ${quotedList(keys)}; found ${given.length === 0 ? 'nothing' : quotedList(given)}.${guess}`
        : `expected ${[...new Set(options.map(expectedText))].join(' or ')}; found ${foundText(value)}.${quotesFor(isText, value)}`;
  return [{ code: 'plan/invalid', message, place: document.valuePlace(path) }];
}

function chosenOption(options: readonly Schema[], value: unknown): Schema | undefined {
  if (isRecord(value)) {
    const mappings = options.filter((option) => ['object', 'record'].includes(defOf(option)?.type ?? ''));
    const meant = mappings.find((option) => (objectKeys(option)[0] ?? '') in value);
    // A single mapping among the options must be the intended one.
    return meant ?? (mappings.length === 1 ? mappings[0] : undefined);
  }
  if (value === null) return undefined;
  const type = Array.isArray(value) ? 'array' : typeof value;
  return options.find((option) => defOf(option)?.type === type);
}

function expectedText(option: Schema): string {
  const def = defOf(option);
  if (def?.type === 'literal') return def.values.map((value) => `"${String(value)}"`).join(' or ');
  const [firstKey] = objectKeys(option);
  return firstKey === undefined ? (typeWords[def?.type ?? ''] ?? 'something else') : `a mapping with "${firstKey}"`;
}

function issueMessage(issue: Issue, path: PlanPath, value: unknown): string {
  if (value === undefined) return missing(path);
  const found = `found ${foundText(value)}`;
  switch (issue.code) {
    case 'invalid_type':
      // The schema has a custom message; Zod's default message is longer once its English locale is loaded.
      if (!issue.message.startsWith('Invalid input')) return `${issue.message}; ${found}.`;
      return `expected ${typeWords[issue.expected] ?? issue.expected}; ${found}.${quotesFor(issue.expected === 'string', value)}`;
    case 'invalid_value': {
      const known = issue.values.map(String);
      return `unknown ${String(path[path.length - 1])} "${String(value)}".${didYouMean(String(value), known)} Known: ${known.join(', ')}.`;
    }
    case 'too_small':
      if (issue.message.startsWith('is empty')) return `${issue.message}.`;
      if (issue.origin === 'string' || issue.origin === 'array') return `is empty.`;
      return `must be ${issue.inclusive === false ? 'greater than' : 'at least'} ${issue.minimum}; ${found}.`;
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}; ${found}.`;
    default:
      return `${issue.message}; ${found}.`;
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

function missing(path: PlanPath): string {
  return `"${String(path[path.length - 1])}" is missing.`;
}

function foundText(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return `text "${value.slice(0, 60)}"`;
  if (typeof value === 'number') return Number.isNaN(value) ? 'NaN, which is not a number' : `the number ${value}`;
  if (Array.isArray(value)) return `a list with ${countOf(value.length, 'item')}`;
  if (isRecord(value)) return `a mapping with ${countOf(Object.keys(value).length, 'key')}`;
  return String(value);
}

function quotesFor(isText: boolean, value: unknown): string {
  return isText && typeof value === 'number' ? ` Put it in quotes: "${value}".` : '';
}

function quotedList(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

function valueAt(data: unknown, path: PlanPath): unknown {
  let value = data;
  for (const step of path) value = (value as Record<string | number, unknown> | undefined | null)?.[step];
  return value;
}

function schemaAt(schema: Schema, data: unknown, path: PlanPath): Schema | undefined {
  let current: Schema | undefined = schema;
  let value = data;
  for (const step of path) {
    const def = defOf(formOf(current, value));
    if (def?.type === 'object') current = def.shape[String(step)];
    else if (def?.type === 'record') current = def.valueType;
    else if (def?.type === 'array') current = def.element;
    else return undefined;
    value = valueAt(value, [step]);
  }
  return current;
}

function formOf(schema: Schema | undefined, value: unknown): Schema | undefined {
  return defOf(schema)?.type === 'union' ? chosenOption(optionsOf(schema), value) : schema;
}

function optionsOf(schema: Schema | undefined): readonly Schema[] {
  const def = defOf(schema);
  return def?.type === 'union' ? def.options : [];
}

function objectKeys(schema: Schema | undefined): string[] {
  const def = defOf(schema);
  return def?.type === 'object' ? Object.keys(def.shape) : [];
}

function defOf(schema: Schema | undefined): Def | undefined {
  const def = (schema as z.core.$ZodTypes | undefined)?._zod.def;
  return def?.type === 'optional' ? defOf(def.innerType) : def;
}

type Def = z.core.$ZodTypes['_zod']['def'];
