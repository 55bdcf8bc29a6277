import * as z from 'zod/mini';
import { roundTo } from '../text/words.js';

/**
 * The shape of a document, declared once. A form gives four things: the TypeScript types of the data in the program
 * (`DataOf`) and of the JSON document (`DocumentOf`), the zod schema of the document (`schemaOf`), and, through
 * `documentOf`, the document for given data.
 *
 * The program and the document differ in three ways only. Keys are camelCase in the program and snake_case in the
 * document. A value that is not known is `undefined` in the program; in the document it is null (`orNull`) or its key is
 * left out (`maybe`). A `figure` is rounded in the document, to six decimals unless stated.
 *
 * A zod schema is made only when a document is read or its schema is published: writing one needs none.
 */
export interface Form<Data> {
  /** The schema, with what an error says was expected. */
  readonly schema: (expected?: string) => z.ZodMiniType;
  /** The JSON value for data. A method, so that a form of an entry is a form of an object. */
  write(data: Data): unknown;
  /** What an error says is expected; undefined if zod says it. */
  readonly expected?: string | undefined;
  /** Whether the document leaves its key out if the value is undefined. */
  readonly isLeftOut?: boolean;
  /** Of an entry: its forms by their keys in the program. Of a word: the words. */
  readonly keys?: Keys;
  readonly words?: readonly string[];
}

/** A key that the document leaves out if its value is undefined. */
export type MaybeForm<Data> = Form<Data> & { readonly isMaybe?: true };

/** The data of a form, as the program has it. */
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

/** The JSON document of a form, as it is written and read. */
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

/** Text. The words of each form say what is expected, for errors such as `tasks.2.rank is "first"; it must be a number`. */
export const text = (description?: string): Form<string> => plain('a text', z.string, description);
/** A number as it is: a count, a setting, a value from the input. */
export const number = (description?: string): Form<number> => ({
  ...plain('a number', z.number, description),
  write: finiteNumber,
});
/** A computed number, rounded in the document. */
export const figure = (description?: string, decimals = 6): Form<number> => ({
  ...plain('a number', z.number, description),
  write: (value) => finiteNumber(typeof value === 'number' ? roundTo(value, decimals) : value),
});
export const flag = (description?: string): Form<boolean> => plain('true or false', z.boolean, description);
/** A value of a task's field. */
export const label = (description?: string): Form<string | number> => ({
  ...plain('a text or a number', (expected) => z.union([z.string(), z.number()], expected), description),
  write: (value) => (typeof value === 'number' ? finiteNumber(value) : value),
});
/** A number of tasks, or all of them. */
export const numberOrAll = (description?: string): Form<number | 'all'> =>
  plain('a number or "all"', (expected) => z.union([z.number(), z.literal('all')], expected), description);
/** Any JSON value, written as it is. */
export const anything = (description?: string): Form<unknown> => plain(undefined, z.unknown, description);

/** One of a closed set of words. */
export function word<const Words extends readonly string[]>(words: Words, description?: string): Form<Words[number]> {
  const list = words.map((each) => `"${each}"`);
  const expected = [list.slice(0, -1).join(', '), list.at(-1)].filter(Boolean).join(' or ');
  return { ...plain(expected, (message) => z.enum(words, message), description), words };
}

/** A value that is written as it is, with a schema of zod's. */
export function plain<Data>(
  expected: string | undefined,
  schema: (expected?: string) => z.ZodMiniType,
  description?: string,
): Form<Data> {
  return {
    expected,
    schema: (message = expected) => described(schema(message), description),
    write: (data) => data,
  };
}

export function list<Data>(item: Form<Data>, description?: string): Form<readonly Data[]> {
  return {
    ...plain('a list', (expected) => z.array(item.schema(), expected), description),
    write: (items: Iterable<Data>) => Array.from(items, item.write),
  };
}

/** An object whose keys are names from the data; in the program it may be a Map too. */
export function record<Data>(
  each: Form<Data>,
  description?: string,
): Form<Readonly<Record<string, Data>> | ReadonlyMap<string, Data>> {
  return {
    ...plain('an object', (expected) => z.record(z.string(), each.schema(), expected), description),
    write: (data) => {
      const pairs: readonly (readonly [string, Data])[] = data instanceof Map ? [...data] : Object.entries(data);
      return Object.fromEntries(pairs.map(([key, value]) => [key, each.write(value)]));
    },
  };
}

/** An object with these keys, given as the program has them; other keys of the data are ignored. */
export function entry<const Shape extends Keys>(keys: Shape, description?: string): Form<EntryData<Shape>> {
  const inDocument = Object.entries(keys).map(([key, form]) => ({ key, name: documentKey(key), form }));
  const shape = () => Object.fromEntries(inDocument.map(({ name, form }) => [name, form.schema()]));
  return {
    ...plain('an object', (expected) => z.object(shape(), expected), description),
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

/** One of several entries, told apart by a key whose value is a `word` of one. */
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

/** A value that is null in the document if it is undefined in the program. */
export function orNull<Data>(form: Form<Data>, description?: string): Form<Data | undefined> {
  return nullable(form, description) as Form<Data | undefined>;
}

/** A value that is null in the program too if it is null in the document. */
export function nullable<Data>(form: Form<Data>, description?: string): Form<Data | null> {
  const { expected } = form;
  const orNothing = expected === 'a text or a number' ? 'a text, a number or null' : `${expected} or null`;
  return {
    schema: () => described(z.nullable(form.schema(expected && orNothing)), description),
    write: (data) => (data === undefined || data === null ? null : form.write(data)),
  };
}

/** A value whose key is left out of the document if it is undefined in the program. */
export function maybe<Data>(form: Form<Data>, description?: string): MaybeForm<Data> {
  return { ...form, schema: () => z.exactOptional(described(form.schema(), description)), isLeftOut: true };
}

/** A value that every document has now, and that those of earlier versions may lack. */
export function later<Data>(form: Form<Data>): Form<Data> {
  return { ...form, schema: () => z.exactOptional(form.schema()) };
}

function described<Schema extends z.ZodMiniType>(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : (schema.check(z.describe(description)) as Schema);
}

/** `notRun` is `not_run` in a document. */
function documentKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The JSON document for data of a form: snake_case keys, rounded figures, null or no key for what is undefined. */
export function documentOf<Schema extends Form<object>>(form: Schema, data: DataOf<Schema>): DocumentOf<Schema> {
  return form.write(data) as DocumentOf<Schema>;
}

/** The zod schema of a form, to parse documents with and to publish. */
export function schemaOf(form: AnyForm): z.ZodMiniType {
  return form.schema();
}

/** A number without an end is not known: null in the document. No document has a negative zero. */
function finiteNumber(value: number): number | null {
  if (typeof value !== 'number') return value;
  return Number.isFinite(value) ? value + 0 : null;
}
