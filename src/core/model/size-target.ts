import type { SizeTarget } from './select-rule.js';

/** "4 points", also "4.5 points". */
export const pointsPattern = /^\s*(\d{1,2}(?:\.\d{1,4})?) ?points?\s*$/;

/** "$300", "300 USD", "6 hours", "90 minutes". */
export const budgetPattern = /^\s*(?:\$ ?(\d{1,9}(?:\.\d{1,2})?)|(\d{1,9}(?:\.\d{1,2})?) ?(USD|hours?|minutes?))\s*$/;

/** What a number of tasks follows from, as a plan writes it; undefined where it gives none. */
export function readTarget(written: {
  readonly precision?: string | undefined;
  readonly detect?: string | undefined;
  readonly budget?: string | undefined;
}): SizeTarget | undefined {
  for (const kind of ['precision', 'detect'] as const) {
    const [, points] = pointsPattern.exec(written[kind] ?? '') ?? [];
    if (points !== undefined) return { kind, size: Number(points) / 100 };
  }
  const [, dollars, amount, unit = ''] = budgetPattern.exec(written.budget ?? '') ?? [];
  const value = dollars ?? amount;
  if (value === undefined) return undefined;
  if (dollars !== undefined || unit === 'USD') return { kind: 'budget', unit: 'usd', most: Number(value) };
  return { kind: 'budget', unit: 'seconds', most: Number(value) * (unit.startsWith('hour') ? 3600 : 60) };
}
