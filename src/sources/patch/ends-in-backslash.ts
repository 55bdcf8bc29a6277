/** True where an odd number of backslashes ends the line, so that the shell joins it with the next. */
export function endsInBackslash(line: string): boolean {
  let start = line.length;
  while (start > 0 && line[start - 1] === '\\') start -= 1;
  return (line.length - start) % 2 === 1;
}
