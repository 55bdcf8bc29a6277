export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Replaces each run of white space that contains a line break with a space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));
}

/** "a", "a and b", "a, b and c". */
export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words[words.length - 1]}`;
}

const mostNames = 10;
const longestValue = 200;

export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** A value as quoted in a sentence: JSON, cut if it is long. */
export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : cutText(JSON.stringify(value), longestValue);
}

/** At most ten names: `a, b and 3 more`. */
export function namesOf(names: readonly string[]): string {
  const listed = names.slice(0, mostNames);
  if (names.length > mostNames) return `${listed.join(', ')} and ${names.length - mostNames} more`;
  return listed.join(', ');
}

/** Quotes one word for a POSIX shell. The caller must remove control characters. */
export function quotedWord(word: string): string {
  // Some shells interpret a leading tilde or equals sign, or any character not listed here.
  return /^[\w./:@%+,-][\w./:@%+,=~-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** For example "+0.028"; "0.000" if it rounds to zero. */
export function signed(value: number, decimals = 3): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : value > 0 ? `+${text}` : text;
}

/** A share in percentage points with one decimal: 0.042 → "4.2". */
export function inPoints(share: number): string {
  const text = (100 * share).toFixed(1);
  return text === '-0.0' ? '0.0' : text;
}

/** A share in percent with up to six digits: 0.01 → "1%". */
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

/** For example "1 task" or "2 tasks". Pass irregular plurals. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** "once", "twice" or "3 times". */
export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

/** A number with commas as thousands separators, whatever the locale: 4026 → "4,026". */
export function formatCount(count: number): string {
  const text = String(count);
  if (text.includes('e')) return text;
  const point = text.indexOf('.');
  const end = point === -1 ? text.length : point;
  const start = text.startsWith('-') ? 1 : 0;
  // Not a regular expression: compiling a lookahead takes too long for a short run.
  let grouped = text.slice(end);
  for (let at = end; at > start; at -= 3) {
    const from = Math.max(start, at - 3);
    grouped = `${from > start ? ',' : ''}${text.slice(from, at)}${grouped}`;
  }
  return `${text.slice(0, start)}${grouped}`;
}

/** US dollars, with cents below $10. */
export function dollars(value: number): string {
  return `$${value < 10 ? value.toFixed(2) : formatCount(Math.round(value))}`;
}

/** Rounds half away from zero, by decimal digits: roundTo(1.005, 2) is 1.01. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = Math.abs(value) * scale;
  // The slack treats a half that floating point stored slightly too low as a half. It is far below any published digit.
  // In larger numbers, the slack itself would change the last digit, and still larger ones have no digit to round.
  if (scaled >= 2 ** 52) return value;
  const slack = scaled < 2 ** 48 ? 1 + 2 ** -50 : 1;
  return (Math.sign(value) * Math.round(scaled * slack)) / scale;
}

/** Makes untrusted text safe to show on one line: escapes control characters and cuts long text. */
export function visibleText(text: string, most = 300): string {
  const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  return cutText(text.replace(unsafe, escaped), most);
}

// C0 and C1 controls, line and paragraph separators, zero-width and bidirectional characters, lone surrogates.
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Orders by UTF-16 code unit, so the order does not depend on the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Escapes untrusted text so that it produces no Markdown markup, links, tables or HTML. */
export function markdownText(text: string): string {
  return visibleText(text, 1000)
    .replace(/[\\`*[\]<>|~$]/g, (character) => `\\${character}`)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .trim()
    .replace(/^(#+|[-+=]+)/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/(https?|ftp):\/\/|www\./gi, (start) => start.replace(/[:.]/, '\\$&'));
}

/** Cells must already be Markdown. A column whose name ends in `:` is right-aligned. */
export function markdownTable(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const names = header.map((name) => name.replace(/:$/, ''));
  const rule = header.map((name) => (name.endsWith(':') ? '---:' : '---'));
  const odd = rows.find((row) => row.length !== header.length);
  if (odd !== undefined)
    throw new Error(`a row of ${odd.length} cells under ${header.length} headings: ${odd.join(', ')}`);
  return [names, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
