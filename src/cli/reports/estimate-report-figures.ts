import type { PairedFigure, PoolFigure } from '../../core/estimate/pool-estimate.js';

/** How what is missing is read. */
export const readingWords = { absent: 'missing left out', failed: 'missing counted as failed' } as const;

/** "43.7% (38.1 to 49.5)"; of what was taken whole the figure alone, for there is nothing to be unsure of but the runs. */
export function rate({ mean, low, high }: PoolFigure): string {
  if (low === high) return `${points(mean)}, all taken`;
  return `${points(mean)} (${tenth(low)} to ${tenth(high)})`;
}

/** "+3.2 points (-1.0 to +7.4)". */
export function difference({ mean, low, high }: PairedFigure): string {
  return `${signed(mean)} (${signed(low, '')} to ${signed(high, '')})`;
}

/** "43.7%". */
export function points(value: number): string {
  return `${tenth(value)}%`;
}

/** A share in percent, without its sign. */
export function tenth(value: number): string {
  return (100 * value).toFixed(1);
}

/** "+3.2 points". */
export function signed(value: number, unit = ' points'): string {
  const text = tenth(value);
  return `${value > 0 && Number(text) !== 0 ? '+' : ''}${text}${unit}`;
}

/** "= 0.0312". */
export function pValue(value: number): string {
  return value < 0.0001 ? '< 0.0001' : `= ${value.toFixed(4)}`;
}
