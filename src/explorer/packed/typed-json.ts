const kinds = { u8: Uint8Array, u32: Uint32Array, f64: Float64Array } as const;
type Kind = keyof typeof kinds;

/** A value in which every typed array is an object that JSON can hold: its kind, and its bytes as base64. */
export function typedJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const [typed, Of] of Object.entries(kinds)) if (value instanceof Of) return { typed, bytes: base64Of(value) };
  if (Array.isArray(value)) return value.map(typedJson);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typedJson(each)]));
}

/** For `JSON.parse`: turns what `typedJson` made back into typed arrays. */
export function typedValue(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('typed' in value) || !('bytes' in value)) return value;
  const { typed, bytes } = value;
  if (typeof typed !== 'string' || !(typed in kinds) || typeof bytes !== 'string') return value;
  const binary = atob(bytes);
  const buffer = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) buffer[i] = binary.charCodeAt(i);
  return new kinds[typed as Kind](buffer.buffer);
}

function base64Of({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Float64Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let binary = '';
  // In parts: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
