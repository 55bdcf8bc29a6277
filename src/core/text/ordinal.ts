/** 1 → "1st", 2 → "2nd", 11 → "11th". */
export function ordinal(rank: number): string {
  const tens = rank % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (suffixes[rank % 10] ?? 'th');
  return `${rank}${suffix}`;
}

const suffixes: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
