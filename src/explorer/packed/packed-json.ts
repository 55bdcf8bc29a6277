/** A column of values that often repeat: each value once, and for every row the index of its value. */
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
    if (each instanceof Uint8Array) return { $: 'u8', of: digitsOf(each) };
    if (each instanceof Uint32Array) return { $: 'u32', of: digitsOf(each) };
    if (each instanceof Float64Array) {
      const { values, codes } = coded(each.length, (row) => each[row] ?? 0);
      return { $: 'f64', of: [values, digitsOf(codes)] };
    }
    return each;
  });
}

/** The data that `packedJson` wrote. */
export function parsePacked(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    // A task has lists or words under names from strangers, never both in one object.
    if (typeof value !== 'object' || value === null || !('$' in value) || !('of' in value)) return value;
    const { $: kind, of } = value;
    if (kind === 'number') return Number(of);
    if (kind === 'f64' && Array.isArray(of)) {
      const [values, digits] = of as [readonly number[], string];
      return Float64Array.from(numbersOf(digits), (code) => values[code] ?? Number.NaN);
    }
    if (Array.isArray(of)) return kind === 'map' ? new Map(of) : kind === 'set' ? new Set(of) : value;
    if (kind === 'u8') return Uint8Array.from(numbersOf(String(of)));
    return kind === 'u32' ? numbersOf(String(of)) : value;
  });
}

/** The digits of numbers to the base 64. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digitValues = new Map([...digits].map((digit, value) => [digit, value]));

/** Whole numbers with as many digits each as the largest needs, after that number of digits. */
function digitsOf(numbers: Uint8Array | Uint32Array): string {
  let width = 1;
  for (const number of numbers) while (number >= 64 ** width) width++;
  const parts: string[] = [String(width)];
  for (const number of numbers) {
    for (let place = width - 1; place >= 0; place--) parts.push(digits[Math.floor(number / 64 ** place) % 64] ?? 'A');
  }
  return parts.join('');
}

function numbersOf(text: string): Uint32Array {
  const width = Number(text[0]);
  return Uint32Array.from({ length: (text.length - 1) / width }, (_, row) => {
    let number = 0;
    for (let i = 1 + row * width; i <= (row + 1) * width; i++)
      number = 64 * number + (digitValues.get(text[i] ?? '') ?? 0);
    return number;
  });
}

function isPlain(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}
