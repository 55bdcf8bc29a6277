/** Why a text cannot be a word of a command that a person reads and a shell runs, in words; undefined when it can. */
export function unsayableWord(text: string): string | undefined {
  if (isBroken(text)) return 'it holds half a character';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return 'it holds a control character, which has no place in a command';
  return turning.test(text) ? 'it holds a character that turns the direction of text around' : undefined;
}

/**
 * Why a text cannot be a line of its own in a list that a reader splits at line ends and trims, in words; undefined when
 * it can.
 */
export function unsayableLine(text: string): string | undefined {
  if (isBroken(text)) return 'it holds half a character';
  if (/[\n\r\p{Zl}\p{Zp}]/u.test(text)) return 'it holds a line break';
  // Some of the others are line ends to Python as well.
  if (/\p{Cc}/u.test(text)) return 'it holds a control character';
  if (text === '') return 'it is empty';
  return hasEdgeSpace(text) ? 'it begins or ends with white space, which readers trim' : undefined;
}

/** Whether trimming would change a text. */
export function hasEdgeSpace(text: string): boolean {
  return text.trim() !== text;
}

/** Whether a text holds a lone surrogate, which no encoding can write. */
export function isBroken(text: string): boolean {
  return /\p{Cs}/u.test(text);
}

// Marks, embeddings, overrides and isolates: a reader would see another command than the shell.
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
