import type { LineCursor } from './line-cursor.js';
import type { PatchChange, PatchFile } from './patch-facts.js';
import { readHunks } from './read-hunks.js';
import { type NamePair, readName, splitNamePair, stripPrefixes } from './read-name.js';

/** Reads one section that starts with a `diff --git` line, or with the `diff --cc` of a merge. */
export function readGitFile(cursor: LineCursor, faults: string[]): PatchFile | undefined {
  const start = cursor.number;
  const named = namesInFirstLine(cursor.line);
  cursor.advance();
  const header = readGitHeader(cursor);
  const binary = skipBinary(cursor, faults);
  const { hunks, additions, deletions } = readHunks(cursor, faults);
  const empty = hunks === 0 && !binary;
  if (empty && !cursor.startsWith('@@@ ') && !changesWithoutHunks(header)) {
    faults.push(`line ${start}: no change follows the file header`);
    if (header.lines === 0) return undefined;
  }
  const [before, after] = pathsOf(header, named);
  const change = changeOf(header, before !== after, empty);
  const path = change === 'deleted' ? before : after;
  const moved = before !== after && change !== 'added' && change !== 'deleted';
  return { path, ...(moved ? { oldPath: before } : {}), change, binary, additions, deletions, hunks };
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
  const from = header.renamedFrom ?? header.copiedFrom;
  if (from !== undefined && header.movedTo !== undefined) return [from, header.movedTo];
  // The first line names both sides even where one is /dev/null, and so shows whether there are prefixes.
  const before = header.before === '/dev/null' ? named[0] : (header.before ?? named[0]);
  const after = header.after === '/dev/null' ? named[1] : (header.after ?? named[1]);
  return stripPrefixes([before, after]);
}

function changeOf(header: GitHeader, moved: boolean, empty: boolean): PatchChange {
  if (header.created) return 'added';
  if (header.deleted) return 'deleted';
  if (header.renamedFrom !== undefined) return 'renamed';
  if (header.copiedFrom !== undefined) return 'copied';
  if (moved) return 'renamed';
  return header.modeChanged && empty ? 'mode' : 'modified';
}

/** The lines under a `diff --git` line, each as the text after its keyword. */
interface GitHeader {
  /** 0 for a `diff --git` line that stands alone. */
  readonly lines: number;
  readonly created: boolean;
  readonly deleted: boolean;
  readonly modeChanged: boolean;
  readonly before?: string;
  readonly after?: string;
  readonly copiedFrom?: string;
  readonly renamedFrom?: string;
  /** The target of a copy or a rename. */
  readonly movedTo?: string;
}

const keywords = [
  '--- ',
  '+++ ',
  'old mode ',
  'new mode ',
  'new file mode ',
  'deleted file mode ',
  'copy from ',
  'copy to ',
  'rename from ',
  'rename to ',
  'rename old ',
  'rename new ',
  'similarity index ',
  'dissimilarity index ',
  'index ',
  'mode ',
] as const;

/** Reads the extended header lines of git from the cursor on and stops at the first other line. */
function readGitHeader(cursor: LineCursor): GitHeader {
  const found = new Map<(typeof keywords)[number], string>();
  let lines = 0;
  for (; !cursor.done; cursor.advance(), lines += 1) {
    const keyword = keywords.find((word) => cursor.startsWith(word));
    if (keyword === undefined) break;
    found.set(keyword, readName(cursor.line.slice(keyword.length)).name);
  }
  const before = found.get('--- ');
  const after = found.get('+++ ');
  const copiedFrom = found.get('copy from ');
  const renamedFrom = found.get('rename from ') ?? found.get('rename old ');
  const movedTo = found.get('rename to ') ?? found.get('rename new ') ?? found.get('copy to ');
  return {
    lines,
    created: found.has('new file mode ') || before === '/dev/null',
    deleted: found.has('deleted file mode ') || after === '/dev/null',
    modeChanged: found.has('new mode ') || found.has('mode '),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(copiedFrom === undefined ? {} : { copiedFrom }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(movedTo === undefined ? {} : { movedTo }),
  };
}

const base85Line = /[A-Za-z][!-~]{5,65}\r?(?:\n|$)/y;
const blockStart = /(?:literal|delta) \d{1,15}\r?(?:\n|$)/y;

/** Moves past a binary change at the cursor, a `Binary files` line or a `GIT binary patch`; false where none stands. */
export function skipBinary(cursor: LineCursor, faults: string[]): boolean {
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
