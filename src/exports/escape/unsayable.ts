/** Why a text cannot be a word of a command, in words; undefined when it can. */
export function unsayableWord(text: string): string | undefined {
  if (isBroken(text)) return 'it holds half a character';
  return control.test(text) ? 'it holds a control character, which has no place in a command' : undefined;
}

/**
 * Why a text cannot be a line of its own in a list that a reader splits at line ends and trims; undefined when it can.
 * Python's own idea of white space and of line ends decides.
 */
export function unsayableLine(text: string): string | undefined {
  if (isBroken(text)) return 'it holds half a character';
  if (lineEnd.test(text)) return 'it holds a line break';
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) return 'it holds a control character';
  return edgeSpace.test(text) ? 'it begins or ends with white space, which readers trim' : undefined;
}

/** Whether a text holds a lone surrogate, which no encoding can write. */
export function isBroken(text: string): boolean {
  return !text.isWellFormed();
}

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const lineEnd = /[\n\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/;
const edgeSpace = /^[\s\u001c-\u001f\u0085]|[\s\u001c-\u001f\u0085]$/;
