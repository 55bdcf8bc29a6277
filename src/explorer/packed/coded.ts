/** A column of values of which many are alike: each that there is, once, and for every row the place of its own. */
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
  const codes = new Uint32Array(count);
  const values: Value[] = [];
  const places = new Map<unknown, number>();
  for (let row = 0; row < count; row++) {
    const value = valueAt(row);
    const key = keyOf(value);
    let code = places.get(key);
    if (code === undefined) {
      code = values.push(value) - 1;
      places.set(key, code);
    }
    codes[row] = code;
  }
  return { values, codes };
}

/** The value of a row. */
export function decoded<Value>({ values, codes }: Coded<Value>, row: number): Value {
  const code = codes[row];
  if (code === undefined || code >= values.length) throw new RangeError(`Row ${row} of ${codes.length} has no value.`);
  return values[code] as Value;
}
