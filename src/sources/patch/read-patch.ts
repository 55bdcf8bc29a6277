import { LineCursor } from './line-cursor.js';
import type { PatchFacts, PatchFile } from './patch-facts.js';
import { readGitFile, skipBinary } from './read-git-file.js';
import { atPlainHeader, readHunks } from './read-hunks.js';
import { type HeaderName, readName, splitNamePair, stripPrefixes } from './read-name.js';

/** Reads a unified diff or git patch, or several in a row with mail around them; never throws. */
export function readPatch(text: string): PatchFacts {
  const files: PatchFile[] = [];
  const faults: string[] = [];
  const cursor = new LineCursor(text);
  while (!cursor.done) {
    const file = readSection(cursor, faults);
    if (file !== undefined) files.push(file);
  }
  if (files.length === 0 && faults.length === 0 && /\S/.test(text)) faults.push('line 1: no diff is in the text');
  return {
    files,
    filesChanged: new Set(files.map((file) => file.path)).size,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    faults,
  };
}

/** Reads the file section at the cursor, or moves past one line that belongs to none. */
function readSection(cursor: LineCursor, faults: string[]): PatchFile | undefined {
  if (cursor.startsWith('diff --git ')) return readGitFile(cursor, faults);
  if (cursor.startsWith('diff --cc ') || cursor.startsWith('diff --combined ')) return readGitFile(cursor, faults);
  if (atPlainHeader(cursor)) return readPlainFile(cursor, faults);
  const { number } = cursor;
  if (cursor.startsWith('Binary files ')) return readBinaryLine(cursor, faults);
  if (cursor.startsWith('@@@ ')) faults.push(`line ${number}: the hunk of a merge is not counted`);
  if (cursor.startsWith('@@ -')) {
    faults.push(`line ${number}: a hunk without a file header, or a hunk header without counts`);
    // Its lines are still content, and must not be read as headers.
    readHunks(cursor, faults);
  }
  const headed = cursor.startsWith('+++ ');
  if (cursor.number === number) cursor.advance();
  if (headed && cursor.done) faults.push(`line ${number}: no change follows the file header`);
  return undefined;
}

/** diff -r gives a binary file no header, only this line. */
function readBinaryLine(cursor: LineCursor, faults: string[]): PatchFile | undefined {
  const names = cursor.line.slice('Binary files '.length, -' differ'.length);
  if (!skipBinary(cursor, faults)) {
    cursor.advance();
    return undefined;
  }
  const [before, after] = stripPrefixes(splitNamePair(names, ' and '));
  const counts = { binary: true, additions: 0, deletions: 0, hunks: 0 };
  if (before === '/dev/null') return { path: after, change: 'added', ...counts };
  return after === '/dev/null'
    ? { path: before, change: 'deleted', ...counts }
    : { path: after, change: 'modified', ...counts };
}

const endingDate = / (\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: [-+]\d{4})?)$/;
const longestDate = 40;

/** Reads one section that starts with a `---` and a `+++` line, as diff -u writes it. */
function readPlainFile(cursor: LineCursor, faults: string[]): PatchFile {
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
