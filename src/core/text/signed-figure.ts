/** A figure with a sign and three decimals: "+0.028", and "0.000" for what rounds to nothing. */
export function signedFigure(value: number): string {
  const text = value.toFixed(3);
  return Number(text) === 0 ? '0.000' : value > 0 ? `+${text}` : text;
}
