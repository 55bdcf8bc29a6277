const arrays = { Uint8Array, Uint32Array, Float64Array } as const;

/** Plain data as JSON, with maps, sets, typed arrays and every number. */
export function packedJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'number' && (!Number.isFinite(each) || Object.is(each, -0)))
      return { $: 'number', of: Object.is(each, -0) ? '-0' : String(each) };
    if (each instanceof Map) return { $: 'map', of: [...each] };
    if (each instanceof Set) return { $: 'set', of: [...each] };
    return ArrayBuffer.isView(each) ? { $: each.constructor.name, of: String(each) } : each;
  });
}

export function parsePacked(text: string): unknown {
  // Most texts need no reviver, and parse much faster without one.
  if (!text.includes('"$":')) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown) => {
    // Task data from outside may use these keys too, but not with these values.
    if (typeof value !== 'object' || value === null || !('$' in value) || !('of' in value)) return value;
    const { $: kind, of } = value;
    if (Array.isArray(of)) return kind === 'map' ? new Map(of) : kind === 'set' ? new Set(of) : value;
    if (typeof of !== 'string') return value;
    if (kind === 'number') return Number(of);
    const array = Object.entries(arrays).find(([name]) => name === kind)?.[1];
    return array === undefined ? value : array.from(of === '' ? [] : of.split(',').map(Number));
  });
}
