import { atPlainHeader } from './at-plain-header.js';
import { LineCursor } from './line-cursor.js';
import type { PatchFacts, PatchFile } from './patch-facts.js';
import { readGitFile } from './read-git-file.js';
import { readHunks } from './read-hunks.js';
import { readPlainFile } from './read-plain-file.js';
import { skipBinary } from './skip-binary.js';
import { splitNamePair } from './split-name-pair.js';
import { stripPrefixes } from './strip-prefixes.js';

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
