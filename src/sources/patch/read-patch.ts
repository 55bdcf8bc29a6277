import { atPlainHeader, LineCursor, readHunks } from './read-hunks.js';
import { type HeaderName, type NamePair, readName, splitNamePair, stripPrefixes } from './read-name.js';

/** Reads a unified diff or git patch, or several with mail text around them; never throws. */
export function readPatch(text: string): PatchFacts {
  const files: PatchFile[] = [];
  const faults: string[] = [];
  const cursor = new LineCursor(text);
  while (!cursor.done) {
    const file = readSection(cursor, faults);
    if (file !== undefined) files.push(file);
  }
  if (files.length === 0 && faults.length === 0 && /\S/.test(text)) faults.push('line 1: the text contains no diff');
  return {
    files,
    filesChanged: files.length > 1 ? new Set(files.map((file) => file.path)).size : files.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    faults,
  };
}

/** Reads the file section at the cursor, or moves past one line outside all sections. */
function readSection(cursor: LineCursor, faults: string[]): PatchFile | undefined {
  if (cursor.startsWith('diff --git ')) return readGitFile(cursor, faults);
  if (cursor.startsWith('diff --cc ') || cursor.startsWith('diff --combined ')) return readGitFile(cursor, faults);
  if (atPlainHeader(cursor)) return readPlainFile(cursor, faults);
  const { number } = cursor;
  if (cursor.startsWith('Binary files ')) return readBinaryLine(cursor, faults);
  if (cursor.startsWith('@@@ ')) faults.push(`line ${number}: hunks of merges are not counted`);
  if (cursor.startsWith('@@ -')) {
    faults.push(`line ${number}: a hunk without a file header, or a hunk header without counts`);
    // Its lines are still content, and must not be read as headers.
    readHunks(cursor, faults);
  }
  const headed = cursor.startsWith('+++ ');
  if (cursor.number === number) cursor.advance();
  if (headed && cursor.done) faults.push(`line ${number}: the file header is not followed by a change`);
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
  return { path: after === '/dev/null' ? before : after, additions: 0, deletions: 0 };
}

const endingDate = / (\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: [-+]\d{4})?)$/;
const longestDate = 40;

/** Reads one section that starts with a `---` and a `+++` line, as diff -u writes it. */
function readPlainFile(cursor: LineCursor, faults: string[]): PatchFile {
  const old = readDatedName(cursor);
  const next = readDatedName(cursor);
  const { additions, deletions, context } = readHunks(cursor, faults);
  const [before, after] = stripPrefixes([old.name, next.name]);
  const isAdded = before === '/dev/null' || (isEpoch(old.note) && deletions + context === 0);
  const isDeleted = after === '/dev/null' || (isEpoch(next.note) && additions + context === 0);
  // "x.orig" to "x" and "x" to "x.new" are both a change of x.
  const path = !isAdded && (isDeleted || after.startsWith(before)) ? before : after;
  return { path, additions, deletions };
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

/** diff -N dates a missing file to the first second of 1970, in local time. */
function isEpoch(note: string): boolean {
  const date = /^(?:1969-12-31|1970-01-01) \d\d:\d\d(?::\d\d(?:\.0{1,9})?)? [-+]\d{4}$/.exec(note.trim());
  return date !== null && Date.parse(note.trim().replace(/\.0+/, '').replace(' ', 'T').replace(' ', '')) === 0;
}

/** Reads one section that starts with a `diff --git` line, or with the `diff --cc` of a merge. */
function readGitFile(cursor: LineCursor, faults: string[]): PatchFile | undefined {
  const start = cursor.number;
  const named = namesInFirstLine(cursor.line);
  cursor.advance();
  const header = readGitHeader(cursor);
  const binary = skipBinary(cursor, faults);
  const { hunks, additions, deletions } = readHunks(cursor, faults);
  if (hunks === 0 && !binary && !cursor.startsWith('@@@ ') && !changesWithoutHunks(header)) {
    faults.push(`line ${start}: the file header is not followed by a change`);
    if (header.lines === 0) return undefined;
  }
  const [before, after] = pathsOf(header, named);
  return { path: header.deleted && !header.created ? before : after, additions, deletions };
}

function namesInFirstLine(line: string): NamePair {
  const git = 'diff --git ';
  if (line.startsWith(git)) return splitNamePair(line.slice(git.length), ' ');
  const { name } = readName(line.slice(line.indexOf(' ', 'diff '.length) + 1));
  return [name, name];
}

function changesWithoutHunks(header: GitHeader): boolean {
  if (header.before !== undefined || header.after !== undefined) return false;
  return header.created || header.deleted || header.modeChanged || header.movedTo !== undefined;
}

function pathsOf(header: GitHeader, named: NamePair): NamePair {
  if (header.movedFrom !== undefined && header.movedTo !== undefined) return [header.movedFrom, header.movedTo];
  // The first line names both sides even if one is /dev/null, and so shows whether there are prefixes.
  const before = header.before === '/dev/null' ? named[0] : (header.before ?? named[0]);
  const after = header.after === '/dev/null' ? named[1] : (header.after ?? named[1]);
  return stripPrefixes([before, after]);
}

/** One of the keywords of git's extended header lines; the text after one is a name or a mode. */
const keyword =
  /--- |\+\+\+ |(?:old|new|new file|deleted file) mode |copy (?:from|to) |rename (?:from|to|old|new) |(?:dis)?similarity index |index |mode /y;

/** Reads the extended header lines of git from the cursor on and stops at the first other line. */
function readGitHeader(cursor: LineCursor) {
  const found: Record<string, string | undefined> = {};
  let lines = 0;
  for (; !cursor.done; cursor.advance(), lines += 1) {
    const [met] = cursor.match(keyword) ?? [];
    if (met === undefined) break;
    found[met] = readName(cursor.line.slice(met.length)).name;
  }
  const [before, after] = [found['--- '], found['+++ ']];
  return {
    /** 0 for a `diff --git` line without any. */
    lines,
    before,
    after,
    created: found['new file mode '] !== undefined || before === '/dev/null',
    deleted: found['deleted file mode '] !== undefined || after === '/dev/null',
    modeChanged: found['new mode '] !== undefined || found['mode '] !== undefined,
    /** The source and the target of a copy or a rename. */
    movedFrom: found['rename from '] ?? found['rename old '] ?? found['copy from '],
    movedTo: found['rename to '] ?? found['rename new '] ?? found['copy to '],
  };
}

type GitHeader = ReturnType<typeof readGitHeader>;

const base85Line = /[A-Za-z][!-~]{5,65}\r?(?:\n|$)/y;
const blockStart = /(?:literal|delta) \d{1,15}\r?(?:\n|$)/y;

/** Moves past a binary change at the cursor, a `Binary files` line or a `GIT binary patch`; false if there is none. */
function skipBinary(cursor: LineCursor, faults: string[]): boolean {
  if (cursor.startsWith('GIT binary patch')) {
    skipBlocks(cursor, faults);
    return true;
  }
  if (!cursor.startsWith('Binary files ') && !cursor.startsWith('Files ')) return false;
  if (!cursor.line.endsWith(' differ')) return false;
  cursor.advance();
  return true;
}

function skipBlocks(cursor: LineCursor, faults: string[]): void {
  const start = cursor.number;
  let blocks = 0;
  cursor.advance();
  for (; cursor.match(blockStart) !== null; blocks += 1) {
    cursor.advance();
    while (cursor.match(base85Line) !== null) cursor.advance();
    if (!cursor.blank) {
      faults.push(`line ${start}: the binary patch stops at line ${cursor.number} without a blank line`);
      return;
    }
    cursor.advance();
  }
  if (blocks === 0) faults.push(`line ${start}: the binary patch has no literal or delta block`);
}

/** One file section of a patch. */
export interface PatchFile {
  /** The path after the change; for a deleted file, the one before. */
  readonly path: string;
  readonly additions: number;
  readonly deletions: number;
}

/** The changes in a patch, read without applying it. */
export interface PatchFacts {
  /** The sections in the order of the patch; a series may repeat a path. */
  readonly files: readonly PatchFile[];
  /** The number of different paths. */
  readonly filesChanged: number;
  readonly additions: number;
  readonly deletions: number;
  /** Parts that could not be read, with line numbers. */
  readonly faults: readonly string[];
}
