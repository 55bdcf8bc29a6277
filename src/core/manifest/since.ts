/** A key that came with a later minor form, or within one: it is always written, and may be missing from what is read. */
export function since<Entry>(entry: Entry): Partial<Entry> {
  return entry;
}
