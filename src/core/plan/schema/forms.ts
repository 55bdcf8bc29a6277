import * as z from 'zod/mini';
import { dayOf, dayPattern } from '../../model/date.js';

/** Adds a description for people who edit plans. */
export function said<Schema extends z.ZodMiniType>(schema: Schema, sentence: string): Schema {
  return schema.check(z.describe(sentence)) as Schema;
}

export function optional<Schema extends z.ZodMiniType>(schema: Schema, sentence: string) {
  return z.optional(said(schema, sentence));
}

export function text(sentence: string) {
  return said(z.string().check(z.trim(), z.minLength(1)), sentence);
}

export function ratio() {
  return z.number().check(z.minimum(0), z.maximum(1));
}

export function day(message = 'must have the form YYYY-MM-DD') {
  return z.string().check(
    z.regex(dayPattern, message),
    z.refine((given) => !dayPattern.test(given) || dayOf(given) === given, 'is not a calendar date'),
  );
}

/** A text that matches a pattern. Values of other types get the same message. */
export function formed(pattern: RegExp, message: string) {
  return z.string(message).check(z.regex(pattern, message));
}

export function wholeNumber(least: number) {
  return z.int().check(z.minimum(least));
}

/** An issue whose message continues after the key's name; `path` is relative to the checked value. */
export function issueAt(input: unknown, message: string, ...path: string[]) {
  return { code: 'custom', input, path, message, continue: true } as const;
}

export function list<Schema extends z.ZodMiniType>(item: Schema) {
  return z.array(item).check(z.minLength(1));
}

export function distinct<Schema extends z.ZodMiniType>(item: Schema) {
  return list(item).check(z.refine((given) => new Set(given).size === given.length, 'lists a value twice'));
}

export function oneOrMore<Schema extends z.ZodMiniType>(item: Schema) {
  return z.union([item, distinct(item)]);
}

export function paths() {
  return z.union([text('A path.'), list(text('A path.'))]);
}

export function mapping<Key extends z.core.$ZodRecordKey, Value extends z.ZodMiniType>(
  key: Key,
  value: Value,
  ifEmpty: string,
) {
  return z.record(key, value).check(z.refine((given) => Object.keys(given).length > 0, `is empty: ${ifEmpty}`));
}
