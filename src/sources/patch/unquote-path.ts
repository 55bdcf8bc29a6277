const letterEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

// A path may start with a byte order mark of its own; ignoreBOM keeps it.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** A path and what stands after its closing quote. */
export interface UnquotedPath {
  readonly path: string;
  readonly rest: string;
}

/** Reads the C string that git writes for an unusual path: escapes, and octal bytes of UTF-8. */
export function unquotePath(text: string): UnquotedPath | undefined {
  const pieces: string[] = [];
  let bytes: number[] = [];
  let at = 1;
  while (at < text.length && text[at] !== '"') {
    const octal = octalAt(text, at);
    if (octal !== undefined) {
      bytes.push(octal);
      at += 4;
      continue;
    }
    if (bytes.length > 0) pieces.push(decode(bytes));
    bytes = [];
    const escaped = text[at] === '\\';
    const letter = text[escaped ? at + 1 : at] ?? '';
    pieces.push(escaped ? (letterEscapes[letter] ?? letter) : letter);
    at += escaped ? 2 : 1;
  }
  if (at >= text.length) return undefined;
  if (bytes.length > 0) pieces.push(decode(bytes));
  return { path: pieces.join(''), rest: text.slice(at + 1) };
}

function octalAt(text: string, at: number): number | undefined {
  if (text[at] !== '\\') return undefined;
  const digits = text.slice(at + 1, at + 4);
  return /^[0-3][0-7]{2}$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

function decode(bytes: readonly number[]): string {
  return utf8.decode(Uint8Array.from(bytes));
}
