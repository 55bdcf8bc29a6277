/** A number with its sign: "+0.028", and "0.000" if it rounds to zero. */
export function signed(value: number, decimals = 3): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : value > 0 ? `+${text}` : text;
}

/** A share in percentage points, to one decimal: 0.042 → "4.2". */
export function inPoints(share: number): string {
  return (100 * share).toFixed(1);
}

/** A share in percent, to six digits: 0.01 → "1%". */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(6))}%`;
}

/** 1 → "1st", 2 → "2nd", 11 → "11th". */
export function ordinal(rank: number): string {
  const tens = rank % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (suffixes[rank % 10] ?? 'th');
  return `${rank}${suffix}`;
}

const suffixes: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

/** "1 task", "2 tasks", "0 tasks"; an irregular plural is given. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** A whole number with thousands separated by commas, in every locale: 4026 → "4,026". */
export function formatCount(count: number): string {
  const text = String(count);
  if (text.includes('e')) return text;
  const point = text.indexOf('.');
  const end = point === -1 ? text.length : point;
  const start = text.startsWith('-') ? 1 : 0;
  // By hand: a pattern that looks ahead costs more to compile than a short run has to spare.
  let grouped = text.slice(end);
  for (let at = end; at > start; at -= 3) {
    const from = Math.max(start, at - 3);
    grouped = `${from > start ? ',' : ''}${text.slice(from, at)}${grouped}`;
  }
  return `${text.slice(0, start)}${grouped}`;
}

/** An amount in US dollars, with cents below $10. */
export function dollars(value: number): string {
  return `$${value < 10 ? value.toFixed(2) : formatCount(Math.round(value))}`;
}

/** Rounds half away from zero to so many decimals, as the decimal digits read: roundTo(1.005, 2) is 1.01. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Half a unit that floating point stored a hair too low is still a half: the slack is far below any published digit.
  return (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + 2 ** -50))) / scale;
}
