/** What two ids must not share: spaces at the ends, letter case and the spelling of accents do not tell tasks apart. */
export function foldedId(id: string): string {
  const lower = id.trim().toLowerCase();
  // Most ids are plain ASCII, which has one spelling.
  return /^[\u0020-\u007e]*$/.test(lower) ? lower : lower.normalize('NFC');
}
