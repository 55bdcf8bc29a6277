import { quotedWord } from '../../core/text/words.js';

/** JSON in ASCII, because some readers split lines at Unicode breaks or read in the machine's encoding. */
export function asciiJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, plain, indent) ?? 'null';
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** 64-bit integers, which occur in tables but have no type in JSON. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** YAML in ASCII: JSON, except for surrogate pairs, which YAML reads as two characters. */
export function asciiYaml(value: unknown): string {
  return asciiJson(value, 2).replace(
    /\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/g,
    (_, high: string, low: string) => {
      const code = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0;
      return `\\U${code.toString(16).padStart(8, '0')}`;
    },
  );
}

/** A pattern for Python's `fnmatch` that matches only this text: special characters go in brackets. */
export function globLiteral(text: string): string {
  return text.replace(/[*?[]/g, '[$&]');
}

/** A Python regular expression that matches only this text; unprintable characters are escaped. */
export function regexLiteral(text: string): string {
  return Array.from(text, (character) => {
    if (unprintable.test(character)) return escapeOf(character.codePointAt(0) ?? 0);
    return special.test(character) ? `\\${character}` : character;
  }).join('');
}

/** An expression that `re.match` matches only with exactly these texts. `$` would also allow a trailing line feed. */
export function regexOfTexts(texts: readonly string[]): string {
  return `^(?:${texts.map(regexLiteral).join('|')})\\Z`;
}

const special = /[()[\]{}?*+\-|^$\\.&~# ]/;
// Control, separator, invisible and direction characters; lone surrogates can't be written at all.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

function escapeOf(code: number): string {
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}

/** A word of a command: text that is quoted as needed, or text for the shell to read, such as `"$MODEL"`. */
export type Word = string | { readonly raw: string };

/** One word, quoted so that a POSIX shell reads the same text. The caller must exclude control characters. */
export function shellWord(word: Word): string {
  return typeof word === 'string' ? quotedWord(word) : word.raw;
}

/** A command as text: each group of words on its own line. */
export function commandText(lines: readonly (readonly Word[])[]): string {
  return lines.map((words) => words.map(shellWord).join(' ')).join(' \\\n  ');
}

// The longest single argument Linux takes is 128 KiB with its end; a whole command may take at least 2 MiB less
// the environment.
const longestWordBytes = 131_071;
const longestCommandBytes = 1_500_000;

/** Why a command is too long, in words; undefined if it is not. */
export function tooLong(lines: readonly (readonly Word[])[]): string | undefined {
  const encoder = new TextEncoder();
  const sizes = lines.flat().map((word) => encoder.encode(typeof word === 'string' ? word : word.raw).length + 1);
  if (sizes.some((size) => size > longestWordBytes)) return 'an argument is longer than 128 KiB';
  const total = sizes.reduce((sum, size) => sum + size + 8, 0);
  return total > longestCommandBytes ? 'its arguments are longer than 1.5 MB in total' : undefined;
}

/**
 * Why a text cannot be a word of a command that people read and a shell runs, as the end of a sentence; undefined if
 * it can.
 */
export function unsayableWord(text: string): string | undefined {
  if (isBroken(text)) return 'has an incomplete character';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return 'contains a control character, which is not allowed in a command';
  return turning.test(text) ? 'contains a character that reverses the direction of text' : undefined;
}

/**
 * Why a text can't be a line in a list that a reader splits and trims, as the end of a sentence; undefined if it can.
 */
export function unsayableLine(text: string): string | undefined {
  if (isBroken(text)) return 'has an incomplete character';
  if (/[\n\r\p{Zl}\p{Zp}]/u.test(text)) return 'has a line break';
  // Python treats some of the others as line ends too.
  if (/\p{Cc}/u.test(text)) return 'has a control character';
  if (text === '') return 'is empty';
  return hasEdgeSpace(text) ? 'begins or ends with white space, which would be trimmed' : undefined;
}

/** Whether trimming would change a text. */
export function hasEdgeSpace(text: string): boolean {
  return text.trim() !== text;
}

/** Whether a text contains a lone surrogate, which no encoding can write. */
export function isBroken(text: string): boolean {
  return /\p{Cs}/u.test(text);
}

// Marks, embeddings, overrides and isolates: a reader would see another command than the shell.
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
