/** Text on one line: every run of white space that contains a line break becomes a space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));
}
