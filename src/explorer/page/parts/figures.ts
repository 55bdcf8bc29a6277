/** A share as a percentage with one decimal. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** Up to so many decimals, without zeros at the end. */
export function short(value: number, decimals = 4): string {
  return String(Number(value.toFixed(decimals)));
}
