import { isRecord, part as ownValue } from '../../core/model/record.js';
import { visibleText } from '../../core/text/words.js';
import { readSafely } from '../../files/task-folder.js';
import { parseJson } from './parse-json.js';

export { entriesOf, part as ownValue } from '../../core/model/record.js';

/** The JSON of a file in the folder of results; undefined if it is missing or unreadable. */
export function documentAt(path: string): unknown {
  try {
    return parseJson(readSafely(path));
  } catch {
    // If it contains results, it is read again and the error is reported there.
    return undefined;
  }
}

/** The text at a path of a record's own keys; undefined if missing or empty. */
export function ownText(record: unknown, ...path: readonly string[]): string | undefined {
  const value = ownValue(record, ...path);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Whether a value is a record that has all of these keys. */
export function hasKeys(value: unknown, ...keys: readonly string[]): boolean {
  return isRecord(value) && keys.every((key) => Object.hasOwn(value, key));
}

/** Whether a value is a record that has one of these keys. */
export function hasSomeKey(value: unknown, ...keys: readonly string[]): boolean {
  return isRecord(value) && keys.some((key) => Object.hasOwn(value, key));
}

/** Whether a value is a record with a text under each of these keys. */
export function hasTexts(value: unknown, ...keys: readonly string[]): boolean {
  return keys.every((key) => ownText(value, key) !== undefined);
}

/** The list of ids under a key; undefined if it isn't one. */
export function idList(record: unknown, key: string): readonly string[] | undefined {
  const value = ownValue(record, key);
  return Array.isArray(value) && value.every((id): id is string => typeof id === 'string') ? value : undefined;
}

/** The values of a record, or none. */
export function valuesOf(record: unknown): readonly unknown[] {
  return isRecord(record) ? Object.values(record) : [];
}

/** The list at a path of a record, or none. */
export function listAt(record: unknown, ...path: string[]): readonly unknown[] {
  const value = ownValue(record, ...path);
  return Array.isArray(value) ? value : [];
}

/** The texts that are given, with a separator between them. */
export function joined(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(separator);
}

/** Whether a value is present. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

const written = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
// No number is longer, so megabytes of text are not parsed.
const mostCharacters = 40;

/** The number in a cell, even if written as text, as in CSV files; undefined if there is none. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const text = value.trim();
  const number = written.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** A number of at least 0. */
export function amountOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number === undefined || number < 0 ? undefined : number;
}

/** The sum of the amounts among values; undefined if there is none. */
export function sumKnown(values: readonly unknown[]): number | undefined {
  const amounts = values.flatMap((value) => amountOf(value) ?? []);
  return amounts.length === 0 ? undefined : amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Milliseconds of a number of seconds. */
export function millisecondsOf(seconds: unknown): number | undefined {
  const number = amountOf(seconds);
  return number === undefined ? undefined : Math.round(number * 1000);
}

const yesWords = new Set(['true', 't', 'yes', 'y', '✓', '✔', '✅']);
const noWords = new Set(['false', 'f', 'no', 'n', '✗', '✘', '❌']);

/** The reward in a value that is a word or a percentage; undefined for any other value. */
export function saidReward(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const text = value.trim().toLowerCase();
  if (yesWords.has(text)) return 1;
  if (noWords.has(text)) return 0;
  const percent = text.endsWith('%') ? numberOf(text.slice(0, -1)) : undefined;
  return percent === undefined ? undefined : percent / 100;
}

/** The reward in a value, in any range; undefined if there is none. */
export function bareReward(value: unknown): number | undefined {
  return saidReward(value) ?? numberOf(value);
}

// A dollar sign or a second separator shows that a comma separates thousands; "1,234" by itself may be a fraction.
const dollars = /^\$\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d*)?$/;
const grouped = /^\d{1,3}(?:,\d{3})+\.\d*$|^\d{1,3}(?:,\d{3}){2,}$/;

/** An amount in US dollars, as written by programs and spreadsheets: "1.58", "$1.58", "$1,234", "1,234.50". */
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

const time = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/;

/** Milliseconds from one ISO 8601 time to another; undefined if one is missing or the second is earlier. */
export function timeBetween(start: unknown, end: unknown): number | undefined {
  const from = instant(start);
  const to = instant(end);
  return from === undefined || to === undefined || to < from ? undefined : Math.round(to - from);
}

/** Times without a zone are UTC: this machine's zone must not change a result. */
function instant(value: unknown): number | undefined {
  const parts = typeof value === 'string' ? time.exec(value.trim()) : null;
  if (parts === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const zone = parts[8] ?? 'Z';
  const offset =
    zone === 'Z' ? 0 : (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)));
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number(parts[7] ?? 0) * 1000 - offset * 60_000;
}

/** A hint for a value that looks like a number; undefined if it does not. */
export function numberHint(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  return /^\D{0,3}\d[\d.]*,\d+\D{0,3}$/.test(value.trim())
    ? 'Write decimals with a point (0.5) and thousands without a comma.'
    : undefined;
}

/** A value, quoted for an error. */
export function quotedValue(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return `"${visibleText(text ?? String(value), 60)}"`;
}

/** The first line of a message that is not empty, shortened; undefined if there is none. */
export function inOneLine(text: string | undefined): string | undefined {
  const first = text?.split('\n').find((line) => line.trim() !== '');
  return first === undefined ? undefined : visibleText(first.trim(), 300);
}
