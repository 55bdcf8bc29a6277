/** The type of a document whose data has this type: snake_case keys, null for undefined. */
export type InDocument<Data> = Data extends readonly (infer Item)[]
  ? readonly InDocument<Item>[]
  : Data extends object
    ? { readonly [Key in keyof Data as SnakeCase<Key & string>]: InDocument<Data[Key]> }
    : Data extends undefined
      ? null
      : Data;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;
