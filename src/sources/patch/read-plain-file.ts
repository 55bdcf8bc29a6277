import type { LineCursor } from './line-cursor.js';
import type { PatchFile } from './patch-facts.js';
import { readHunks } from './read-hunks.js';
import { type HeaderName, readName } from './read-name.js';
import { stripPrefixes } from './strip-prefixes.js';

const endingDate = / (\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: [-+]\d{4})?)$/;
const longestDate = 40;

/** Reads one section that starts with a `---` and a `+++` line, as diff -u writes it. */
export function readPlainFile(cursor: LineCursor, faults: string[]): PatchFile {
  const old = readDatedName(cursor);
  const next = readDatedName(cursor);
  const { hunks, additions, deletions, context } = readHunks(cursor, faults);
  const [before, after] = stripPrefixes([old.name, next.name]);
  const counts = { binary: false, additions, deletions, hunks };
  const added = before === '/dev/null' || (isEpoch(old.note) && deletions + context === 0);
  if (added) return { path: after, change: 'added', ...counts };
  const deleted = after === '/dev/null' || (isEpoch(next.note) && additions + context === 0);
  if (deleted) return { path: before, change: 'deleted', ...counts };
  // "x.orig" to "x" and "x" to "x.new" are both a change of x.
  return { path: after.startsWith(before) ? before : after, change: 'modified', ...counts };
}

function readDatedName(cursor: LineCursor): HeaderName {
  const read = readName(cursor.line.slice('--- '.length));
  cursor.advance();
  if (read.note !== '') return read;
  // Only the end is searched: a long run of spaces must not be searched again from each of them.
  const date = endingDate.exec(read.name.slice(-longestDate))?.[1];
  if (date === undefined) return read;
  return { name: read.name.slice(0, -date.length).trimEnd(), note: date };
}

/** diff -N dates a file that is not there to the first second of 1970, in local time. */
function isEpoch(note: string): boolean {
  const date = /^(?:1969-12-31|1970-01-01) \d\d:\d\d(?::\d\d(?:\.0{1,9})?)? [-+]\d{4}$/.exec(note.trim());
  return date !== null && Date.parse(note.trim().replace(/\.0+/, '').replace(' ', 'T').replace(' ', '')) === 0;
}
