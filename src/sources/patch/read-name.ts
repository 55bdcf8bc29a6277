/** A file name in a header line and the note after it, such as a timestamp. */
export interface HeaderName {
  readonly name: string;
  readonly note: string;
}

/** Reads a name that is quoted, or else runs to a tab or the end of the line. */
export function readName(text: string): HeaderName {
  const quoted = text.startsWith('"') ? unquotePath(text) : undefined;
  if (quoted !== undefined) return { name: quoted.path, note: quoted.rest.trim() };
  const tab = text.indexOf('\t');
  return tab === -1 ? { name: text, note: '' } : { name: text.slice(0, tab), note: text.slice(tab + 1) };
}

/** The name before a change and the name after it, prefixes included. */
export type NamePair = readonly [before: string, after: string];

/** Splits `a/x b/x` if both sides name one path, so that a name may itself contain the separator or ` b/`. */
export function splitNamePair(text: string, separator: string): NamePair {
  return quotedPair(text, separator) ?? halves(text, separator) ?? samePath(text, separator) ?? guess(text, separator);
}

function quotedPair(text: string, separator: string): NamePair | undefined {
  if (text.startsWith('"')) {
    const first = unquotePath(text);
    if (first === undefined || !first.rest.startsWith(separator)) return undefined;
    return [first.path, readName(first.rest.slice(separator.length)).name];
  }
  // A name with a quote is itself quoted, so this quote can only open the second name.
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

// Git's prefixes for the sides: a b, and with diff.mnemonicPrefix c i o w and 1 2.
const sideMark = /^[abciow12]\//;
const upward = /^(?:\.{1,2}\/){1,20}/;

/** Removes the prefixes that only distinguish the two sides of a diff; `/dev/null` stays. */
export function stripPrefixes(names: NamePair): NamePair {
  const before = names[0].replace(upward, '');
  const after = names[1].replace(upward, '');
  if (before === '/dev/null') return [before, after.replace(sideMark, '')];
  if (after === '/dev/null') return [before.replace(sideMark, ''), after];
  const beforeSlash = before.indexOf('/');
  const afterSlash = after.indexOf('/');
  if (beforeSlash === -1 || afterSlash === -1) return [before, after];
  // Equal first folders are folders: a diff made with --no-prefix.
  if (before.slice(0, beforeSlash) === after.slice(0, afterSlash)) return [before, after];
  const stripped: NamePair = [before.slice(beforeSlash + 1), after.slice(afterSlash + 1)];
  const marked = sideMark.test(before) && sideMark.test(after);
  return marked || stripped[0] === stripped[1] ? stripped : [before, after];
}

const backslash = 0x5c;
const encoder = new TextEncoder();
// A path may itself start with a byte order mark; ignoreBOM keeps it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const letterEscapes: ReadonlyMap<number | undefined, number> = new Map(
  Object.entries({ a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }).map(([key, code]) => [key.charCodeAt(0), code]),
);

/** A path and the text after its closing quote. */
interface UnquotedPath {
  readonly path: string;
  readonly rest: string;
}

/** Reads the C string git writes for an unusual path, escapes and octal UTF-8; undefined if it isn't closed. */
function unquotePath(text: string): UnquotedPath | undefined {
  let end = 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length) return undefined;
  return { path: readEscapes(text.slice(1, end)), rest: text.slice(end + 1) };
}

/** Works on bytes, since one character may be spread over several octal escapes. */
function readEscapes(body: string): string {
  if (!body.includes('\\')) return body;
  const bytes = encoder.encode(body);
  let length = 0;
  for (let at = 0; at < bytes.length; length += 1) {
    if (bytes[at] !== backslash) {
      bytes[length] = bytes[at] ?? 0;
      at += 1;
      continue;
    }
    const octal = octalAt(bytes, at + 1);
    const next = bytes[at + 1];
    bytes[length] = octal ?? letterEscapes.get(next) ?? next ?? backslash;
    at += octal === undefined ? 2 : 4;
  }
  return decoder.decode(bytes.subarray(0, length));
}

function octalAt(bytes: Uint8Array, at: number): number | undefined {
  let value = 0;
  for (let place = at; place < at + 3; place += 1) {
    const digit = (bytes[place] ?? 0) - 0x30;
    if (digit < 0 || digit > (place === at ? 3 : 7)) return undefined;
    value = value * 8 + digit;
  }
  return value;
}
