/** For tests: Python's `fnmatch.fnmatchcase`, after its documentation and source. */
export function fnmatch(name: string, pattern: string): boolean {
  return new RegExp(`^(?:${translated(pattern)})$`, 'su').test(name);
}

function translated(pattern: string): string {
  const characters = Array.from(pattern);
  let result = '';
  for (let i = 0; i < characters.length; ) {
    const character = characters[i++] as string;
    if (character === '*') result += '.*';
    else if (character === '?') result += '.';
    else if (character === '[') {
      let end = i;
      if (characters[end] === '!') end++;
      if (characters[end] === ']') end++;
      while (end < characters.length && characters[end] !== ']') end++;
      if (end >= characters.length) result += '\\[';
      else {
        const inside = characters.slice(i, end);
        const isNegated = inside[0] === '!';
        const set = (isNegated ? inside.slice(1) : inside).map((each) => (/[\\\]^[]/.test(each) ? `\\${each}` : each));
        result += `[${isNegated ? '^' : ''}${set.join('')}]`;
        i = end + 1;
      }
    } else result += character.replace(/[.*+?^${}()|[\]\\/]/u, '\\$&');
  }
  return result;
}

/** For tests: whether `re.match(pattern, text)` finds something; for the patterns that are written here, not for all of Python's. */
export function reMatch(pattern: string, text: string): boolean {
  const script = pattern
    .replace(/\\U([0-9a-f]{8})/g, (_, hex: string) => `\\u{${hex.replace(/^0+/, '')}}`)
    .replace(/\\Z$/, '(?![\\s\\S])')
    // Python's dollar also stands before a line feed at the end.
    .replace(/(?<!\\)\$$/, '(?=\\n?(?![\\s\\S]))')
    // In Python these may be escaped; in a script with the u flag they may not.
    .replace(/\\([ #&~-])/g, (_, character: string) => (character === '-' ? '\\x2d' : character));
  return new RegExp(`^(?:${script.replace(/^\^/, '')})`, 'u').test(text);
}

/** For tests: Python's `str.splitlines()`, which splits at more than line feeds. */
export function splitLines(text: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  const lines = text.split(/\r\n|[\n\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
