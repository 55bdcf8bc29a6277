/** A number with its sign: "+0.028", and "0.000" if it rounds to zero. */
export function signed(value: number, decimals = 3): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : value > 0 ? `+${text}` : text;
}

/** A share in percentage points, to one decimal: 0.042 → "4.2". */
export function points(share: number): string {
  return (100 * share).toFixed(1);
}

/** 1 → "1st", 2 → "2nd", 11 → "11th". */
export function ordinal(rank: number): string {
  const tens = rank % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (suffixes[rank % 10] ?? 'th');
  return `${rank}${suffix}`;
}

const suffixes: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
