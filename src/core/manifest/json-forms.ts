import * as z from 'zod/mini';

/*
 * What a JSON document may hold. The message of each form is what was expected, in words, so that a fault can say it after
 * what was found: `tasks.2.rank is "first"; it must be a number`.
 */

export const text = (sentence?: string) => said(z.string('a text'), sentence);
export const number = (sentence?: string) => said(z.number('a number'), sentence);
export const flag = (sentence?: string) => said(z.boolean('true or false'), sentence);
export const textOrNull = (sentence?: string) => said(z.nullable(z.string('a text or null')), sentence);
export const numberOrNull = (sentence?: string) => said(z.nullable(z.number('a number or null')), sentence);

/** One of a closed set of words. */
export function word<const Words extends readonly string[]>(words: Words, sentence?: string) {
  const list = words.map((each) => `"${each}"`);
  return said(z.enum(words, [list.slice(0, -1).join(', '), list.at(-1)].filter(Boolean).join(' or ')), sentence);
}

export function list<Item extends z.ZodMiniType>(item: Item, sentence?: string) {
  return said(z.array(item, 'a list'), sentence);
}

/** An object whose keys are names. */
export function record<Value extends z.ZodMiniType>(each: Value, sentence?: string) {
  return said(z.record(z.string(), each, 'an object'), sentence);
}

/** An object with these keys, and perhaps others, which are ignored. */
export function entry<Keys extends Readonly<Record<string, z.ZodMiniType>>>(keys: Keys, sentence?: string) {
  return said(z.object(keys, 'an object'), sentence);
}

export function orNull<Schema extends z.ZodMiniType>(schema: Schema, sentence?: string) {
  return said(z.nullable(schema), sentence);
}

/** A key that may be missing. */
export function maybe<Schema extends z.ZodMiniType>(schema: Schema, sentence?: string) {
  return z.exactOptional(said(schema, sentence));
}

function said<Schema extends z.ZodMiniType>(schema: Schema, sentence: string | undefined): Schema {
  return sentence === undefined ? schema : (schema.check(z.describe(sentence)) as Schema);
}

/** The data that a schema lets through, as whoever makes it may hold it: nothing of it need be mutable. */
export type DataOf<Schema extends () => z.ZodMiniType> = DeepReadonly<z.output<ReturnType<Schema>>>;

type DeepReadonly<Data> = Data extends object ? { readonly [Key in keyof Data]: DeepReadonly<Data[Key]> } : Data;
