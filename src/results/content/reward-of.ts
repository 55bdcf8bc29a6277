import { visibleText } from '../../core/text/visible-text.js';

const written = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
// No number is longer; a text of megabytes is not even looked at.
const mostCharacters = 40;

/** The number in a cell, also when it is written as text, as all cells of a CSV file are; undefined when it is none. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const text = value.trim();
  const number = written.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** What a value says as a reward: a number, true or false, yes or no; undefined when it is none of them. Its range is not checked. */
export function rewardOf(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && value.length <= mostCharacters) {
    const text = value.trim().toLowerCase();
    if (text === 'true' || text === 'yes') return 1;
    if (text === 'false' || text === 'no') return 0;
  }
  return numberOf(value);
}

/** Whether a reward can be one. */
export function inRange(reward: number): boolean {
  return reward >= 0 && reward <= 1;
}

/** A value as it is quoted in a fault. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return `"${visibleText(text ?? String(value), 60)}"`;
}
