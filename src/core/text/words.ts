/** Text with a capital letter at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Text on one line: every run of white space that contains a line break becomes a space. */
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

/** A value as a sentence quotes it: JSON, cut when it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1)}…`;
}

/** Names in a sentence, at most ten of them: `a, b and 3 more`. */
export function namesOf(names: readonly string[]): string {
  const listed = names.slice(0, mostNames);
  if (names.length > mostNames) return `${listed.join(', ')} and ${names.length - mostNames} more`;
  return listed.join(', ');
}

/** One word of a command as a POSIX shell reads it back; control characters must be kept out by the caller. */
export function quotedWord(word: string): string {
  // A tilde or an equals sign at the start, and all that is not listed here, may mean something to some shell.
  return /^[\w./:@%+,-][\w./:@%+,=~-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
