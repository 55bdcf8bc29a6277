export const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const written =
  /^([1-9]\d{3})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
/** With the month in words, as Jira and spreadsheets write it: "04/Jan/25 4:00 PM", "4 January 2025". */
const inWords =
  /^(\d{1,2})[/ -](\p{L}{3,9})\.?[/ -](\d{2}|[1-9]\d{3})(?:,? \d{1,2}:\d{2}(?::\d{2})? ?(?:[ap]\.? ?m\.?)?)?$/iu;
/** With the month first, as Bugzilla and C write it: "May 3, 2017", "Mon Nov 12 08:02:55 2007". */
const monthFirst =
  /^(?:\p{L}{3,9},? )?(\p{L}{3,9})\.? {1,2}(\d{1,2})(?:,? ([1-9]\d{3})(?:,? \d{1,2}:\d{2}(?::\d{2})? ?(?:[ap]m)?)?| \d{2}:\d{2}(?::\d{2})? (?:(?:UTC|GMT) )?([1-9]\d{3}))$/iu;
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
 * Converts a date to YYYY-MM-DD: ISO 8601 ("2024-05-01", "2024-05-01T23:30:00Z", "2024/05/01 12:00"), or with the month
 * in words. A time with an offset gives its day in UTC; without an offset, the day as written. Returns undefined for
 * other forms, such as the ambiguous 04/05/2025, and for days that don't exist.
 */
export function dayOf(text: string): string | undefined {
  if (text.length > mostCharacters) return undefined;
  const named = inWords.exec(text.trim());
  if (named !== null) return namedDay(named[1], named[2], named[3]);
  const [, word, date, year1, year2] = monthFirst.exec(text.trim()) ?? [];
  if (word !== undefined) return namedDay(date, word, year1 ?? year2);
  const [, year, month, day, hours = '0', minutes = '0', , zone = 'Z'] = written.exec(text.trim()) ?? [];
  if (year === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const time = Number(hours) * 60 + Number(minutes) - offsetMinutes(zone);
  return dayText(Number(year), Number(month), Number(day), Math.floor(time / minutesOfDay));
}

/** Two-digit years are 1970 to 2069. */
function namedDay(day = '', word = '', year = ''): string | undefined {
  const month = 1 + months.findIndex((words) => words.includes(word.toLowerCase()));
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  return dayText(full, month, Number(day), 0);
}

const minutesOfDay = 24 * 60;

/** A day, shifted by some days; undefined if it doesn't exist. */
function dayText(year: number, month: number, day: number, shift: number): string | undefined {
  // A day that doesn't exist becomes a day of another month.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCMonth() !== month - 1) return undefined;
  return new Date(Date.UTC(year, month - 1, day + shift)).toISOString().slice(0, 10);
}

function offsetMinutes(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return sign === undefined
    ? 0
    : (sign === '-' ? -1 : 1) * Math.min(minutesOfDay, Number(hours) * 60 + Number(minutes));
}
