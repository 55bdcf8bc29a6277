/** A Python value as JSON that says of which Python type it is, see ask-python.py. */
export type TaggedValue =
  | null
  | boolean
  | string
  | { readonly int: string }
  | { readonly float: string }
  | { readonly bytes: string }
  | { readonly list: readonly TaggedValue[] }
  | { readonly tuple: readonly TaggedValue[] }
  | { readonly set: readonly TaggedValue[] }
  | { readonly dict: readonly (readonly [TaggedValue, TaggedValue])[] };
