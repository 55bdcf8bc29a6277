import type * as z from 'zod/mini';
import { roundTo } from '../text/round-to.js';
import { type DataOf, type DocumentOf, decimalsOf, type Form, programKey } from './forms.js';

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
    if (value !== undefined || each.def.type !== 'optional') document[key] = inDocument(each, value);
  }
  return document;
}

/** A number without an end is not known: null in the document. No document has a negative zero. */
function numberOf(form: z.ZodMiniType, value: number): number | null {
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value)) return null;
  const decimals = decimalsOf(form);
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
