/** YYYY-MM-DD. */
export const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const written =
  /^([1-9]\d{3})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
/** With the month in words, as Jira and spreadsheets write it: "04/Jan/25 4:00 PM", "4 January 2025". */
const inWords =
  /^(\d{1,2})[/ -](\p{L}{3,9})\.?[/ -](\d{2}|[1-9]\d{3})(?:,? \d{1,2}:\d{2}(?::\d{2})? ?(?:[ap]\.? ?m\.?)?)?$/iu;
/** With the month first, as Bugzilla and C write it: "May 3, 2017", "Mon Nov 12 08:02:55 2007". */
const monthFirst =
  /^(?:\p{L}{3,9},? )?(\p{L}{3,9})\.? {1,2}(\d{1,2})(?:,? ([1-9]\d{3})(?:,? \d{1,2}:\d{2}(?::\d{2})? ?(?:[ap]m)?)?| \d{2}:\d{2}(?::\d{2})? (?:(?:UTC|GMT) )?([1-9]\d{3}))$/iu;
/** With the month as a number after or before the day: "16.02.2025", "8/26/2025 4:00 PM". */
const inNumbers = /^(\d{1,2})([./-])(\d{1,2})\2([1-9]\d{3})(?:,? \d{1,2}:\d{2}(?::\d{2})? ?(?:[ap]\.? ?m\.?)?)?$/i;
/** Names and abbreviations in English, plus abbreviations in Spanish, Portuguese, German and French. */
const months = [
  'january jan ene janv',
  'february feb fev févr',
  'march mar mär mrz mars',
  'april apr abr avr',
  'may mai',
  'june jun juin',
  'july jul juil',
  'august aug ago août',
  'september sep set sept',
  'october oct out okt',
  'november nov',
  'december dec dic dez déc',
].map((words) => words.split(' '));
// No date is longer. Longer texts could take the patterns a long time.
const mostCharacters = 60;

/**
 * Converts a date to YYYY-MM-DD: ISO 8601 ("2024-05-01", "2024-05-01T23:30:00Z", "2024/5/1 9:00"), or with the month
 * in words. A time with an offset gives its day in UTC; without an offset, the day as written. Returns undefined for
 * other forms, such as 04/05/2025 (see `numericDays`), and for days that don't exist.
 */
export function dayOf(text: string): string | undefined {
  if (text.length > mostCharacters) return undefined;
  const named = inWords.exec(text.trim());
  if (named !== null) return namedDay(named[1], named[2], named[3]);
  const [, word, date, year1, year2] = monthFirst.exec(text.trim()) ?? [];
  if (word !== undefined) return namedDay(date, word, year1 ?? year2);
  const [, year, month, day, hours = '0', minutes = '0', , zone = 'Z'] = written.exec(text.trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return undefined;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const time = Number(hours) * 60 + Number(minutes) - offsetMinutes(zone);
  const shift = time < 0 ? -1 : time >= minutesOfDay ? 1 : 0;
  return shifted(Number(year), Number(month), Number(day), shift);
}

/** The days that a date in numbers may mean, by the part that comes first. Between dots, the day comes first if it can. */
export function numericDays(text: string): { readonly day?: string; readonly month?: string } {
  const [, first, sign, second, year] = (text.length > mostCharacters ? null : inNumbers.exec(text.trim())) ?? [];
  if (year === undefined) return {};
  const at = (day: number, month: number) =>
    day < 1 || day > daysIn(Number(year), month) ? undefined : shifted(Number(year), month, day, 0);
  const [day, month] = [at(Number(first), Number(second)), at(Number(second), Number(first))];
  return {
    ...(day === undefined ? {} : { day }),
    ...(month === undefined || (sign === '.' && day !== undefined) ? {} : { month }),
  };
}

/** Two-digit years are 1970 to 2069. */
function namedDay(day = '', word = '', year = ''): string | undefined {
  const month = 1 + months.findIndex((words) => words.includes(word.toLowerCase()));
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  if (month === 0 || Number(day) < 1 || Number(day) > daysIn(full, month)) return undefined;
  return shifted(full, month, Number(day), 0);
}

const minutesOfDay = 24 * 60;

/** Returns 0 if the month is not 1 to 12. */
function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return month < 1 || month > 12 ? 0 : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function shifted(year: number, month: number, day: number, by: -1 | 0 | 1): string {
  const [toYear, toMonth] =
    by < 0 && day === 1
      ? [month === 1 ? year - 1 : year, month === 1 ? 12 : month - 1]
      : by > 0 && day === daysIn(year, month)
        ? [month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1]
        : [year, month];
  const isMoved = toMonth !== month;
  const toDay = isMoved ? (by < 0 ? daysIn(toYear, toMonth) : 1) : day + by;
  const [y, m, d] = [String(toYear).padStart(4, '0'), ...[toMonth, toDay].map((part) => String(part).padStart(2, '0'))];
  return `${y}-${m}-${d}`;
}

function offsetMinutes(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return sign === undefined
    ? 0
    : (sign === '-' ? -1 : 1) * Math.min(minutesOfDay, Number(hours) * 60 + Number(minutes));
}
