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

const yesWords = new Set(['true', 't', 'yes', 'y', '✓', '✔', '✅']);
const noWords = new Set(['false', 'f', 'no', 'n', '✗', '✘', '❌']);

/** What a value says as a reward: a number, a percentage, true or false, yes or no; undefined when it is none of them. Its range is not checked. */
export function rewardOf(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && value.length <= mostCharacters) {
    const text = value.trim().toLowerCase();
    if (yesWords.has(text)) return 1;
    if (noWords.has(text)) return 0;
    if (text.endsWith('%')) {
      const percent = numberOf(text.slice(0, -1));
      return percent === undefined ? undefined : percent / 100;
    }
  }
  return numberOf(value);
}

// A dollar sign, or a second separator, tells that a comma is one of thousands; "1,234" alone may be a fraction.
const dollars = /^\$\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d*)?$/;
const grouped = /^\d{1,3}(?:,\d{3})+\.\d*$|^\d{1,3}(?:,\d{3}){2,}$/;

/** An amount of US dollars, as numbers and spreadsheets write it: "1.58", "$1.58", "$1,234", "1,234.50". */
export function moneyOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return numberOf(value);
  const text = value.trim();
  return dollars.test(text) || grouped.test(text) ? numberOf(text.replace(/[$,\s]/g, '')) : numberOf(text);
}

/** The seconds of a duration that is written as mm:ss or h:mm:ss; undefined for anything else. */
export function clockSeconds(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const [found, hours, minutes, seconds] = /^(?:(\d+):(?=\d\d:))?(\d+):([0-5]\d(?:\.\d+)?)$/.exec(value.trim()) ?? [];
  if (found === undefined || (hours !== undefined && Number(minutes) > 59)) return undefined;
  return 3600 * Number(hours ?? 0) + 60 * Number(minutes) + Number(seconds);
}

/** What to do about a value that may be a number, and may be another; undefined where it is none. */
export function numberHint(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  return /^\D{0,3}\d[\d.]*,\d+\D{0,3}$/.test(value.trim())
    ? 'Write decimals with a point, as in 0.5, and no comma between thousands.'
    : undefined;
}

/** What to do about a reward that is none. */
export function rewardHint(value: unknown): string | undefined {
  const number = numberOf(value);
  if (number === undefined) return numberHint(value);
  return number > 1 && number <= 100
    ? 'If rewards are percentages, divide them by 100, or write 50 as 50%. If they are points, divide them by the most that a task can have.'
    : undefined;
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
