/** An id as text; undefined when a value is none. */
export function idText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const text = String(value).trim();
  return text === '' ? undefined : text;
}
