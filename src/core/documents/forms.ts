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
 * Every form is a zod schema. The type does not name zod, so that the published types need no other package.
 */
export interface Form<Data> {
  readonly _zod: { readonly output: Data };
}

/** A key that the document leaves out if its value is undefined. */
export type MaybeForm<Data> = Form<Data> & { readonly isMaybe?: true };

/** The data of a form, as the program has it. */
export type DataOf<Schema> = Schema extends (...args: never[]) => infer Made
  ? DataOf<Made>
  : Schema extends Form<infer Data>
    ? Data
    : never;

type Keys = Readonly<Record<string, Form<unknown>>>;
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

const rounded = z.registry<{ readonly decimals: number }>();
const programKeys = z.registry<{ readonly names: ReadonlyMap<string, string> }>();

/** Text. The message of each form says what is expected, for errors such as `tasks.2.rank is "first"; it must be a number`. */
export const text = (description?: string): Form<string> => described(z.string('a text'), description);
/** A number as it is: a count, a setting, a value from the input. */
export const number = (description?: string): Form<number> => described(z.number('a number'), description);
/** A computed number, rounded in the document. */
export function figure(description?: string, decimals = 6): Form<number> {
  return described(z.number('a number'), description).register(rounded, { decimals });
}
export const flag = (description?: string): Form<boolean> => described(z.boolean('true or false'), description);
/** A value of a task's field. */
export const label = (description?: string): Form<string | number> =>
  described(z.union([z.string(), z.number()], 'a text or a number'), description);
/** Any JSON value, written as it is. */
export const anything = (description?: string): Form<unknown> => described(z.unknown(), description);

/** One of a closed set of words. */
export function word<const Words extends readonly string[]>(words: Words, description?: string): Form<Words[number]> {
  const list = words.map((each) => `"${each}"`);
  const expected = [list.slice(0, -1).join(', '), list.at(-1)].filter(Boolean).join(' or ');
  return described(z.enum(words, expected), description);
}

export function list<Data>(item: Form<Data>, description?: string): Form<readonly Data[]> {
  return described(z.array(item as z.ZodMiniType, 'a list'), description) as unknown as Form<readonly Data[]>;
}

/** An object whose keys are names from the data; in the program it may be a Map too. */
export function record<Data>(
  each: Form<Data>,
  description?: string,
): Form<Readonly<Record<string, Data>> | ReadonlyMap<string, Data>> {
  return described(z.record(z.string(), each as z.ZodMiniType, 'an object'), description) as never;
}

/** An object with these keys, given as the program has them; other keys of the data are ignored. */
export function entry<const Shape extends Keys>(keys: Shape, description?: string): Form<EntryData<Shape>> {
  const inDocument = Object.fromEntries(
    Object.entries(keys).map(([key, form]) => [documentKey(key), form as z.ZodMiniType]),
  );
  const names = new Map(Object.keys(keys).map((key) => [documentKey(key), key]));
  const schema = described(z.object(inDocument, 'an object'), description).register(programKeys, { names });
  return schema as unknown as Form<EntryData<Shape>>;
}

/** The key of an entry in the program, by its key in the document. */
function programKey(form: Form<unknown>, key: string): string {
  return programKeys.get(form as z.ZodMiniType)?.names.get(key) ?? key;
}

/** One of several entries, told apart by a key whose value is a `word` of one. */
export function oneOf<const Options extends readonly Form<object>[]>(
  key: string,
  options: Options,
): Form<DataOf<Options[number]>> {
  return z.discriminatedUnion(documentKey(key), options as never) as never;
}

/** A value that is null in the document if it is undefined in the program. */
export function orNull<Data>(form: Form<Data>, description?: string): Form<Data | undefined> {
  return described(z.nullable(withNull(form as z.ZodMiniType)), description) as unknown as Form<Data | undefined>;
}

/** The form with an error message that allows null too. */
function withNull(form: z.ZodMiniType): z.ZodMiniType {
  const { error } = form.def as { readonly error?: (issue: never) => unknown };
  const expected = error?.(undefined as never);
  if (typeof expected !== 'string') return form;
  const words = expected === 'a text or a number' ? 'a text, a number or null' : `${expected} or null`;
  return z.core.clone(form, { ...form.def, error: () => words }, { parent: true }) as z.ZodMiniType;
}

/** A value that is null in the program too if it is null in the document. */
export function nullable<Data>(form: Form<Data>): Form<Data | null> {
  return z.nullable(form as z.ZodMiniType) as unknown as Form<Data | null>;
}

/** A value whose key is left out of the document if it is undefined in the program. */
export function maybe<Data>(form: Form<Data>, description?: string): MaybeForm<Data> {
  return z.exactOptional(described(form as z.ZodMiniType, description)) as unknown as MaybeForm<Data>;
}

const laterKeys = z.registry<{ readonly isLater: true }>();

/** A value that every document has now, and that those of earlier versions may lack. */
export function later<Data>(form: Form<Data>): Form<Data> {
  return z.exactOptional(form as z.ZodMiniType).register(laterKeys, { isLater: true }) as unknown as Form<Data>;
}

/** Whether a key that may be missing is one that only earlier versions lack. */
function isLater(form: z.ZodMiniType): boolean {
  return laterKeys.get(form) !== undefined;
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
  return inDocument(schemaOf(form), data) as DocumentOf<Schema>;
}

/** The zod schema that a form is, to parse documents with and to publish. */
export function schemaOf(form: Form<unknown>): z.ZodMiniType {
  return form as z.ZodMiniType;
}

// biome-ignore lint/suspicious/noExplicitAny: zod's definitions are a union that has no common type for what is read here.
type Definition = any;

function inDocument(form: z.ZodMiniType, data: unknown): unknown {
  const definition: Definition = form.def;
  switch (definition.type) {
    case 'object':
      return entryOf(form, data as Readonly<Record<string, unknown>>);
    case 'array':
      return Array.from(data as Iterable<unknown>, (item) => inDocument(definition.element, item));
    case 'record': {
      const pairs = data instanceof Map ? [...data] : Object.entries(data as object);
      return Object.fromEntries(pairs.map(([key, value]) => [key, inDocument(definition.valueType, value)]));
    }
    case 'nullable':
      return data === undefined || data === null ? null : inDocument(definition.innerType, data);
    case 'optional':
      return inDocument(definition.innerType, data);
    case 'union':
      return inDocument(optionFor(definition, data) ?? definition.options[0], data);
    case 'number':
      return numberOf(form, data as number);
    default:
      return data;
  }
}

function entryOf(form: z.ZodMiniType, data: Readonly<Record<string, unknown>>): object {
  const { shape }: Definition = form.def;
  const document: Record<string, unknown> = {};
  for (const [key, each] of Object.entries<z.ZodMiniType>(shape)) {
    const value = data[programKey(form, key)];
    if (value !== undefined || each.def.type !== 'optional' || isLater(each)) document[key] = inDocument(each, value);
  }
  return document;
}

/** A number without an end is not known: null in the document. No document has a negative zero. */
function numberOf(form: z.ZodMiniType, value: number): number | null {
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value)) return null;
  const decimals = rounded.get(form)?.decimals;
  return (decimals === undefined ? value : roundTo(value, decimals)) + 0;
}

/** The entry of a `oneOf` that the data belongs to; undefined for a union of plain values. */
function optionFor({ discriminator, options }: Definition, data: unknown): z.ZodMiniType | undefined {
  if (discriminator === undefined) return undefined;
  return options.find((option: Definition) => {
    const value = (data as Readonly<Record<string, unknown>>)[programKey(option, discriminator)];
    return option.def.shape[discriminator]._zod.values?.has(value);
  });
}
