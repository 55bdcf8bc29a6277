/** A word of a command: text that is quoted as needed, or what the shell itself is to read, such as `"$MODEL"`. */
export type Word = string | { readonly raw: string };

/** One word as a POSIX shell reads it back to the same text; control characters must be kept out by the caller. */
export function shellWord(word: Word): string {
  if (typeof word !== 'string') return word.raw;
  // A tilde or an equals sign at the start, and all that is not listed here, may mean something to some shell.
  return /^[\w./:@%+,-][\w./:@%+,=~-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command as text: each group of words on a line of its own. */
export function commandText(lines: readonly (readonly Word[])[]): string {
  return lines.map((words) => words.map(shellWord).join(' ')).join(' \\\n  ');
}

// The longest single argument Linux takes is 128 KiB with its end; what one command takes in all is at least 2 MiB less
// the environment.
const longestWordBytes = 131_071;
const longestCommandBytes = 1_500_000;

/** Why a command cannot be started, in words; undefined when it can. */
export function tooLong(lines: readonly (readonly Word[])[]): string | undefined {
  const sizes = lines.flat().map((word) => utf8Bytes(typeof word === 'string' ? word : word.raw) + 1);
  if (sizes.some((size) => size > longestWordBytes)) return 'one of its arguments is longer than 128 KiB';
  const total = sizes.reduce((sum, size) => sum + size + 8, 0);
  return total > longestCommandBytes ? 'its arguments are longer than 1.5 MB together' : undefined;
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
