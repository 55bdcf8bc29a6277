import type { LineCursor } from './line-cursor.js';
import type { PatchChange, PatchFile } from './patch-facts.js';
import { type GitHeader, readGitHeader } from './read-git-header.js';
import { readHunks } from './read-hunks.js';
import { readName } from './read-name.js';
import { skipBinary } from './skip-binary.js';
import { type NamePair, splitNamePair } from './split-name-pair.js';
import { stripPrefixes } from './strip-prefixes.js';

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
