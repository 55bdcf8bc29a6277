/** A column of values that often repeat: each value once, and for every row the place of its own. */
export interface Coded<Value> {
  readonly values: readonly Value[];
  readonly codes: Uint32Array;
}

/** Codes a column; values with the same key count as one. */
export function coded<Value>(
  count: number,
  valueAt: (row: number) => Value,
  keyOf: (value: Value) => unknown = (value) => value,
): Coded<Value> {
  const values: Value[] = [];
  const places = new Map<unknown, number>();
  const codes = Uint32Array.from({ length: count }, (_, row) => {
    const value = valueAt(row);
    const key = keyOf(value);
    const known = places.get(key) ?? values.push(value) - 1;
    places.set(key, known);
    return known;
  });
  return { values, codes };
}

/** The value of a row. */
export function decoded<Value>({ values, codes }: Coded<Value>, row: number): Value {
  const code = codes[row];
  if (code === undefined || code >= values.length) throw new RangeError(`Row ${row} of ${codes.length} has no value.`);
  return values[code] as Value;
}

/** Plain data as JSON, with maps, sets, typed arrays and every number. */
export function packedJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'number')
      return isPlain(each) ? each : { $: 'number', of: Object.is(each, -0) ? '-0' : String(each) };
    if (each instanceof Map) return { $: 'map', of: [...each] };
    if (each instanceof Set) return { $: 'set', of: [...each] };
    const typed = Object.entries(typedArrays).find(([, Of]) => each instanceof Of);
    return typed === undefined ? each : { $: typed[0], of: base64Of(each as Uint8Array) };
  });
}

/** The data that `packedJson` wrote. */
export function parsePacked(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    // A task has lists or words under names from strangers, never both in one object.
    if (typeof value !== 'object' || value === null || !('$' in value) || !('of' in value)) return value;
    const { $: kind, of } = value;
    if (kind === 'number') return Number(of);
    if (Array.isArray(of)) return kind === 'map' ? new Map(of) : kind === 'set' ? new Set(of) : value;
    const Of = typedArrays[kind as keyof typeof typedArrays];
    return Of === undefined
      ? value
      : new Of(Uint8Array.from(atob(String(of)), (character) => character.charCodeAt(0)).buffer);
  });
}

const typedArrays = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array } as const;

function isPlain(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

function base64Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
