/** What a cell says as text; undefined for an empty one and for what is not text. CSV gives text only, Parquet also bigints. */
export function cellText(value: unknown): string | undefined {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}
