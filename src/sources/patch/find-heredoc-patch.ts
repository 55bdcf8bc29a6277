import { atPlainHeader } from './at-plain-header.js';
import { DelimiterLines } from './delimiter-lines.js';
import { endsInBackslash } from './ends-in-backslash.js';
import { findHeredocs, type Heredoc } from './find-heredocs.js';
import { LineCursor } from './line-cursor.js';
import { readHeredocBody } from './read-heredoc-body.js';

/** Finds the patches in the heredocs of a shell script, as text; runs nothing. */
export function findHeredocPatches(script: string): readonly string[] {
  const patches: string[] = [];
  const keepPatch = (body: string) => holdsDiff(body) && patches.push(body) > 0;
  const lines = linesOf(script);
  const ends = new DelimiterLines(lines);
  let waiting: Heredoc[] = [];
  let endless: { readonly heredoc: Heredoc; readonly at: number } | undefined;
  let at = 0;
  while (at < lines.length) {
    const command = lines[at] ?? '';
    at += 1;
    for (const heredoc of findHeredocs(command)) waiting.push(heredoc);
    // Bodies start after the whole command, which a backslash takes on to the next line.
    if (endsInBackslash(command)) continue;
    for (const heredoc of waiting) {
      const end = ends.find(heredoc, at);
      if (end === undefined) endless ??= { heredoc, at };
      // What has no end was no heredoc, if a whole one with a patch comes after it.
      else if (keepPatch(readHeredocBody(lines.slice(at, end), heredoc))) endless = undefined;
      at = end === undefined ? at : end + 1;
    }
    waiting = [];
  }
  if (endless !== undefined) keepPatch(readHeredocBody(lines.slice(endless.at), endless.heredoc));
  return patches;
}

/** Only in a script written with CRLF throughout is the CR of a body line no part of the patch. */
function linesOf(script: string): readonly string[] {
  const lines = script.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines[0]?.endsWith('\r') !== true) return lines;
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function holdsDiff(text: string): boolean {
  for (const cursor = new LineCursor(text); !cursor.done; cursor.advance()) {
    if (cursor.startsWith('diff --git ') || atPlainHeader(cursor)) return true;
  }
  return false;
}
