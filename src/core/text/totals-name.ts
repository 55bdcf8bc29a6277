/** Matches the ids of totals rows, in any letter case; SQL uses the same pattern. */
export const totalsPattern =
  '(.*[ ])?((sub-?|grand-?|gesamt)?(totals?|summe|ergebnis)|zwischensumme|gesamt):?|(totals?|summe|gesamt)[ :].*|sum';
const totals = new RegExp(`^(?:${totalsPattern})$`, 'i');

/** Whether an id looks like the label of a totals row. */
export function isTotalsName(id: string): boolean {
  return totals.test(id);
}
