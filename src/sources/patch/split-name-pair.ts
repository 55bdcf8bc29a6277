import { readName } from './read-name.js';
import { unquotePath } from './unquote-path.js';

/** The name before a change and the name after it, prefixes included. */
export type NamePair = readonly [before: string, after: string];

/** Splits `a/x b/x` where both sides name one path, so that a name may itself hold the separator or ` b/`. */
export function splitNamePair(text: string, separator: string): NamePair {
  return quotedPair(text, separator) ?? halves(text, separator) ?? samePath(text, separator) ?? guess(text, separator);
}

function quotedPair(text: string, separator: string): NamePair | undefined {
  if (text.startsWith('"')) {
    const first = unquotePath(text);
    if (first === undefined || !first.rest.startsWith(separator)) return undefined;
    return [first.path, readName(first.rest.slice(separator.length)).name];
  }
  // A name that holds a quote is itself quoted, so this quote can only open the second name.
  const at = text.indexOf(`${separator}"`);
  if (at === -1) return undefined;
  const second = unquotePath(text.slice(at + separator.length));
  return second?.rest === '' ? [text.slice(0, at), second.path] : undefined;
}

function halves(text: string, separator: string): NamePair | undefined {
  const middle = (text.length - separator.length) / 2;
  if (!Number.isInteger(middle) || !text.startsWith(separator, middle)) return undefined;
  const before = text.slice(0, middle);
  const after = text.slice(middle + separator.length);
  return before === after || afterSlash(before) === afterSlash(after) ? [before, after] : undefined;
}

/** Prefixes of different lengths: as the first name grows the second shrinks, so at most one place fits. */
function samePath(text: string, separator: string): NamePair | undefined {
  const firstSlash = text.indexOf('/');
  let slash = firstSlash;
  for (
    let at = text.indexOf(separator, firstSlash);
    at !== -1 && firstSlash !== -1;
    at = text.indexOf(separator, at + 1)
  ) {
    const start = at + separator.length;
    if (slash < start) slash = text.indexOf('/', start);
    if (slash === -1) return undefined;
    if (at - firstSlash !== text.length - slash) continue;
    if (text.slice(firstSlash, at) === text.slice(slash)) return [text.slice(0, at), text.slice(start)];
  }
  return undefined;
}

function guess(text: string, separator: string): NamePair {
  const marked = text.indexOf(`${separator}b/`);
  const at = marked === -1 ? text.indexOf(separator) : marked;
  return at === -1 ? [text, text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function afterSlash(name: string): string {
  return name.slice(Math.max(0, name.indexOf('/')));
}
