import type { Heredoc } from './find-heredocs.js';

/** The text a shell would hand on for the lines of a heredoc, with variables and commands left as written. */
export function readHeredocBody(lines: readonly string[], { literal, stripsTabs }: Heredoc): string {
  const written = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
  // Pairs are matched whole, so that the second backslash of a pair joins no lines.
  const joined = literal ? written : written.replace(/(\\[^\n])|\\\n/g, '$1');
  const text = stripsTabs ? joined.replace(/(^|\n)\t+/g, '$1') : joined;
  return literal ? text : text.replace(/\\([\\$`])/g, '$1');
}
