/** Matches the ids of rows of totals and averages, in any letter case; SQL uses the same pattern. */
export const totalsPattern =
  '(.*[ ])?((sub-?|grand-?|gesamt)?(totals?|summe|ergebnis)|zwischensumme|gesamt):?|(totals?|summe|gesamt)[ :].*|sum|(average|avg|mean|median|durchschnitt|mittelwert):?';
const totals = new RegExp(`^(?:${totalsPattern})$`, 'i');

/** Whether an id looks like the label of a row of totals or averages. */
export function isTotalsName(id: string): boolean {
  return totals.test(id);
}
