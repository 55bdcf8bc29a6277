/**
 * A pattern that matches one text and no other, where a runner reads names as globs (Python's `fnmatch`): each character
 * that could match something else stands in brackets. A backslash is an ordinary character there and escapes nothing.
 */
export function globLiteral(text: string): string {
  return text.replace(/[*?[]/g, '[$&]');
}
