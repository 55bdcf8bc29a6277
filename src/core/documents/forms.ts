import * as z from 'zod/mini';
import { joinWords, roundTo } from '../text/words.js';

/**
 * The shape of a document, declared once. A form defines the type of the data in the program (`DataOf`), the type of
 * the JSON document (`DocumentOf`), the zod schema of the document (`schemaOf`), and the conversion from data to
 * document (`documentOf`). The program and the document differ in only three ways. Keys are camelCase in the program
 * and snake_case in the document. An unknown value is `undefined` in the program; in the document it is null (`orNull`)
 * or its key is left out (`maybe`). A `figure` is rounded in the document, to six decimals unless stated. Zod schemas
 * are built only to read a document or publish its schema, not to write one.
 */
export interface Form<Data> {
  /** The schema; `expected` is the text for errors. */
  readonly schema: (expected?: string) => z.ZodMiniType;
  /** Converts data to JSON. A method, so that a form of an entry is assignable to a form of an object. */
  write(data: Data): unknown;
  /** The alternatives for the expected value, in words, for errors; undefined if zod describes it. */
  readonly expected?: readonly string[] | undefined;
  /** Whether the document omits the key if the value is undefined. */
  readonly isLeftOut?: boolean;
  /** The forms of an entry, by their keys in the program; below, the options of a `word`. */
  readonly keys?: Keys;
  readonly words?: readonly string[];
}

/** A key that the document omits if its value is undefined. */
export type MaybeForm<Data> = Form<Data> & { readonly isMaybe?: true };

export type DataOf<Schema> = Schema extends (...args: never[]) => infer Made
  ? DataOf<Made>
  : Schema extends Form<infer Data>
    ? Data
    : never;

// biome-ignore lint/suspicious/noExplicitAny: the data of a form in a list of forms is of any type
type AnyForm = Form<any>;
type Keys = Readonly<Record<string, AnyForm>>;
type OptionalKeys<Shape extends Keys> = {
  [Key in keyof Shape]: 'isMaybe' extends keyof Shape[Key] ? Key : never;
}[keyof Shape];
type EntryData<Shape extends Keys> = Flat<
  { readonly [Key in Exclude<keyof Shape, OptionalKeys<Shape>>]: DataOf<Shape[Key]> } & {
    readonly [Key in OptionalKeys<Shape>]?: DataOf<Shape[Key]> | undefined;
  }
>;
type Flat<Type> = { readonly [Key in keyof Type]: Type[Key] };

export type DocumentOf<Schema> = InDocument<DataOf<Schema>>;

type InDocument<Data> = unknown extends Data
  ? unknown
  : Data extends undefined | null
    ? null
    : Data extends string | number | boolean
      ? Data
      : Data extends readonly unknown[]
        ? { readonly [Index in keyof Data]: InDocument<Data[Index]> }
        : Data extends ReadonlyMap<string, unknown>
          ? never
          : string extends keyof Data
            ? { readonly [Name in keyof Data]: InDocument<Data[Name]> }
            : { readonly [Key in keyof Data as SnakeCase<Key>]: InDocument<Known<Data, Key>> };
type Known<Data, Key extends keyof Data> =
  Record<never, never> extends Pick<Data, Key> ? Exclude<Data[Key], undefined> : Data[Key];
type SnakeCase<Key> = Key extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : Key;

/** Each form describes the expected value, for errors such as `tasks.2.rank is "first"; it must be a number`. */
export const text = (description?: string): Form<string> => plain(['text'], z.string, description);
/** An unrounded number: a count, a setting, a value from the input. */
export const number = (description?: string): Form<number> => ({
  ...plain(['a number'], z.number, description),
  write: finiteNumber,
});
/** A computed number, rounded in the document. */
export const figure = (description?: string, decimals = 6): Form<number> => ({
  ...plain(['a number'], z.number, description),
  write: (value) => finiteNumber(typeof value === 'number' ? roundTo(value, decimals) : value),
});
export const flag = (description?: string): Form<boolean> => plain(['true', 'false'], z.boolean, description);
export const label = (description?: string): Form<string | number> => ({
  ...plain(['text', 'a number'], (expected) => z.union([z.string(), z.number()], expected), description),
  write: (value) => (typeof value === 'number' ? finiteNumber(value) : value),
});
export const numberOrAll = (description?: string): Form<number | 'all'> =>
  plain(['a number', '"all"'], (expected) => z.union([z.number(), z.literal('all')], expected), description);
export const anything = (description?: string): Form<unknown> => plain(undefined, z.unknown, description);

export function word<const Words extends readonly string[]>(words: Words, description?: string): Form<Words[number]> {
  const expected = words.map((each) => `"${each}"`);
  return { ...plain(expected, (message) => z.enum(words, message), description), words };
}

/** A value that is written unchanged. */
export function plain<Data>(
  expected: readonly string[] | undefined,
  schema: (expected?: string) => z.ZodMiniType,
  description?: string,
): Form<Data> {
  return {
    expected,
    schema: (message = expected && joinWords(expected, 'or')) => described(schema(message), description),
    write: (data) => data,
  };
}

export function list<Data>(item: Form<Data>, description?: string): Form<readonly Data[]> {
  return {
    ...plain(['a list'], (expected) => z.array(item.schema(), expected), description),
    write: (items: Iterable<Data>) => Array.from(items, item.write),
  };
}

/** An object whose keys come from the data, which may also be a Map. */
export function record<Data>(
  each: Form<Data>,
  description?: string,
): Form<Readonly<Record<string, Data>> | ReadonlyMap<string, Data>> {
  return {
    ...plain(['an object'], (expected) => z.record(z.string(), each.schema(), expected), description),
    write: (data) => {
      const pairs: readonly (readonly [string, Data])[] = data instanceof Map ? [...data] : Object.entries(data);
      return Object.fromEntries(pairs.map(([key, value]) => [key, each.write(value)]));
    },
  };
}

/** An object with these keys, named as in the program; other keys of the data are ignored. */
export function entry<const Shape extends Keys>(keys: Shape, description?: string): Form<EntryData<Shape>> {
  const inDocument = Object.entries(keys).map(([key, form]) => ({ key, name: documentKey(key), form }));
  const shape = () => Object.fromEntries(inDocument.map(({ name, form }) => [name, form.schema()]));
  return {
    ...plain(['an object'], (expected) => z.object(shape(), expected), description),
    keys,
    write: (data) => {
      const document: Record<string, unknown> = {};
      for (const { key, name, form } of inDocument) {
        const value = (data as Readonly<Record<string, unknown>>)[key];
        if (value !== undefined || form.isLeftOut !== true) document[name] = form.write(value);
      }
      return document;
    },
  };
}

/** One of several entries, distinguished by a key whose form in each is a `word`. */
export function oneOf<const Options extends readonly AnyForm[]>(
  key: string,
  options: Options,
): Form<DataOf<Options[number]>> {
  const formOf = (data: Readonly<Record<string, string>>) =>
    options.find(({ keys }) => keys?.[key]?.words?.includes(data[key] ?? '')) ?? options[0];
  return {
    schema: () => z.discriminatedUnion(documentKey(key), options.map((option) => option.schema()) as never),
    write: (data) => formOf(data as Readonly<Record<string, string>>)?.write(data),
  };
}

/** A value that is undefined in the program and null in the document if it is unknown. */
export function orNull<Data>(form: Form<Data>, description?: string): Form<Data | undefined> {
  return nullable(form, description) as Form<Data | undefined>;
}

/** A value that is null in both the program and the document if it is unknown. */
export function nullable<Data>(form: Form<Data>, description?: string): Form<Data | null> {
  const { expected } = form;
  return {
    schema: () => described(z.nullable(form.schema(expected && joinWords([...expected, 'null'], 'or'))), description),
    write: (data) => (data === undefined || data === null ? null : form.write(data)),
  };
}

/** A value whose key the document omits if it is undefined in the program. */
export function maybe<Data>(form: Form<Data>, description?: string): MaybeForm<Data> {
  return { ...form, schema: () => z.exactOptional(described(form.schema(), description)), isLeftOut: true };
}

/** A value that documents of earlier versions may lack. */
export function later<Data>(form: Form<Data>): Form<Data> {
  return { ...form, schema: () => z.exactOptional(form.schema()) };
}

function described<Schema extends z.ZodMiniType>(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : (schema.check(z.describe(description)) as Schema);
}

function documentKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts data to a JSON document: snake_case keys, rounded figures, and null or no key for undefined values. */
export function documentOf<Schema extends Form<object>>(form: Schema, data: DataOf<Schema>): DocumentOf<Schema> {
  return form.write(data) as DocumentOf<Schema>;
}

/** The zod schema of a form, for reading and publishing. */
export function schemaOf(form: AnyForm): z.ZodMiniType {
  return form.schema();
}

/** NaN and infinities become null, because JSON lacks them; negative zero becomes zero. */
function finiteNumber(value: number): number | null {
  if (typeof value !== 'number') return value;
  return Number.isFinite(value) ? value + 0 : null;
}
