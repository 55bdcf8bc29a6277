const backslash = 0x5c;
const encoder = new TextEncoder();
// A path may start with a byte order mark of its own; ignoreBOM keeps it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const letterEscapes: ReadonlyMap<number | undefined, number> = new Map(
  Object.entries({ a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }).map(([key, code]) => [key.charCodeAt(0), code]),
);

/** A path and what stands after its closing quote. */
export interface UnquotedPath {
  readonly path: string;
  readonly rest: string;
}

/** Reads the C string git writes for an unusual path, escapes and octal UTF-8; undefined where no quote closes it. */
export function unquotePath(text: string): UnquotedPath | undefined {
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
