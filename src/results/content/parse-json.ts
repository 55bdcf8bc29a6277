import { deepestNesting, isNestedTooDeeply } from '../../core/model/record.js';

const constants = ['NaN', 'Infinity', '-Infinity'];

/** Parses JSON; Python's `NaN` and `Infinity` become null. @throws SyntaxError if the text isn't JSON or is cut off. */
export function parseJson(text: string): unknown {
  const data = parsed(text);
  if (isNestedTooDeeply(data)) throw new SyntaxError(`the JSON is nested more than ${deepestNesting} levels deep`);
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const fixed = withoutBareConstants(text);
    if (fixed === text) throw reasoned(cause, text);
    try {
      return JSON.parse(fixed);
    } catch (again) {
      throw reasoned(again, fixed);
    }
  }
}

/** By hand: a pattern that skips strings overflows the stack on long ones. */
function withoutBareConstants(text: string): string {
  if (!/NaN|Infinity/.test(text)) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === 'N' || character === 'I' || character === '-') {
      const found = constants.find((constant) => text.startsWith(constant, at));
      if (found === undefined) continue;
      parts.push(text.slice(from, at), 'null');
      from = at + found.length;
      at = from - 1;
    }
  }
  return parts.join('') + text.slice(from);
}

/** The end of the string that begins here. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** `JSON.parse` has no error codes; only its message has the error and its place. */
function reasoned(cause: unknown, text: string): SyntaxError {
  const message = (cause as Error).message;
  const position = / at position (\d+)/.exec(message)?.[1];
  const cut =
    message.startsWith('Unexpected end') ||
    message.startsWith('Unterminated') ||
    (position !== undefined && Number(position) >= text.trimEnd().length);
  if (cut) return new SyntaxError('the JSON is cut off; writing it may have been interrupted', { cause });
  const where = position === undefined ? '' : ` at ${lineAndColumn(text, Number(position))}`;
  return new SyntaxError(`not valid JSON${where}`, { cause });
}

function lineAndColumn(text: string, position: number): string {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  return `line ${line}, column ${position - before.lastIndexOf('\n')}`;
}
