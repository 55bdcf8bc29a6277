import { constants as bufferConstants } from 'node:buffer';
import { basename, dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { SelectionTexts } from '../core/compare/check-text.js';
import { hasFingerprint } from '../core/fingerprint/fingerprint-pool.js';
import { ManifestError } from '../core/model/errors.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { type LongText, TextPieces } from '../core/text/text-pieces.js';
import { quotedWord } from '../core/text/words.js';
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from './file-access.js';
import { madeBy } from './find-plan.js';
import { isLocked, leftoversIn } from './folder-lock.js';
import { embeddedPlans, isPlanText } from './load-plan.js';
import { blocksOf, isFolder } from './open-regular.js';
import { errorCode, reasonOf } from './reason-of.js';

/** A selection on disk: its path and the contents of its files. */
export interface SelectionOnDisk {
  readonly folder: string;
  readonly file: string;
  readonly texts: {
    readonly manifest: string;
    readonly methodology: string | undefined;
    readonly table: string | undefined;
  };
}

/** A selection on disk whose large files are read on demand, in pieces. */
export type OpenSelection = Omit<SelectionOnDisk, 'texts'> & { readonly texts: SelectionTexts };

export const manifestName = 'selection.json';
const largestBytes = bufferConstants.MAX_STRING_LENGTH;
/** Longer files are read in pieces. */
const wholeBytes = 32 * 1024 * 1024;

/**
 * Reads the files of a selection; default: the folder `selection`, or else this one.
 * @throws ManifestError if there is none, or a file is too long for a string.
 */
export function readSelection(path?: string): SelectionOnDisk {
  return selectionAt(path, readText);
}

/** Like `readSelection`, for files of any length. @throws ManifestError if there is none. */
export function openSelection(path?: string): OpenSelection {
  return selectionAt(path, openText);
}

function selectionAt<Text extends LongText>(path: string | undefined, read: (file: string) => Text | undefined) {
  const file = path === undefined ? (usualSelection()?.file ?? join('selection', manifestName)) : manifestFile(path);
  const folder = dirname(file);
  const { manifest, ...others } = whenSettled(file, () => ({
    manifest: read(file),
    methodology: readText(join(folder, siblingNames[0])),
    table: read(join(folder, siblingNames[1])),
  }));
  if (manifest === undefined) throw noSelection(file);
  return { folder, file, texts: { manifest, ...others } };
}

const patienceMs = 5000;
const pauseMs = 20;

/** Reads a manifest and its files; retries briefly while a run is replacing them. */
function whenSettled<Found extends { readonly manifest: LongText | undefined }>(
  file: string,
  read: () => Found,
): Found {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const version = versionOf(file);
    const found = read();
    const isMixed = found.manifest !== undefined && otherSibling(file, found.manifest) !== undefined;
    const isReplaced = versionOf(file) !== version;
    if (waitedMs >= patienceMs || !(isReplaced || (isMixed && isLocked(dirname(file))))) return found;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

/** The files that are written before a manifest, which records their hashes. */
const siblingNames = ['METHODOLOGY.md', 'selection.csv'] as const;

/**
 * The first file that was not written with its manifest, if temporary files show that a run was killed or is writing.
 * Without temporary files, a person edited it, which does not affect readers of the manifest.
 */
function otherSibling(file: string, manifest: LongText): string | undefined {
  const folder = dirname(file);
  if (basename(file) !== manifestName || leftoversIn(folder).length === 0) return undefined;
  const recorded = madeBy(manifest)?.files;
  return siblingNames.find((name) => {
    const sha256 = recorded?.get(name);
    const text = sha256 === undefined ? undefined : openText(join(folder, name));
    return sha256 !== undefined && text !== undefined && !hasFingerprint(text, sha256);
  });
}

/** @throws ManifestError if a run was killed after replacing some of a selection's files. */
function refuseInterrupted(file: string, manifest: LongText): void {
  const sibling = otherSibling(file, manifest);
  if (sibling === undefined) return;
  const message = `a run was interrupted while writing this selection, before it wrote ${sibling}.`;
  const hint = `To finish it, run "winnow select --out ${quotedWord(dirname(file))}".`;
  throw new ManifestError([{ code: 'selection/interrupted', message, place: { file }, hint }]);
}

/** A stamp that changes whenever a file is written or replaced. */
function versionOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** The meaning of a selection argument: the text of a manifest, or a plan to run. */
export type SelectionSource =
  | { readonly kind: 'manifest'; readonly file: string; readonly text: LongText }
  | { readonly kind: 'plan'; readonly plan: string };

/**
 * Finds a selection: a `selection.json` or its folder, a plan, or `REV:PATH` in git.
 * @throws ManifestError if there is none.
 */
export async function findSelection(argument: string): Promise<SelectionSource> {
  if (embeddedPlans().includes(argument)) return { kind: 'plan', plan: argument };
  if (isPlanText(argument)) {
    const isManifest = argument.trimStart().startsWith('{') && !isJsonPlan(argument);
    return isManifest ? { kind: 'manifest', file: inMemory, text: argument } : { kind: 'plan', plan: argument };
  }
  const file = manifestFile(argument);
  const { manifest: text } = whenSettled(file, () => ({ manifest: openText(file) }));
  if (text === undefined) {
    const isRevision = file === argument && /^[^:]+:./.test(argument);
    // Loaded on demand: the main command also looks for a selection, but without git.
    if (isRevision) {
      const { readGitFile } = await import('./safe-git.js');
      return { kind: 'manifest', file, text: await readGitFile(argument) };
    }
    if (basename(file) === manifestName && leftoversIn(dirname(file)).length > 0) throw noSelection(file);
    const usual = usualSelection();
    const near = didYouMean(argument, embeddedPlans());
    const message = `no such selection, plan or revision.${near}${usual === undefined ? '' : ` There is a selection in ${dirname(usual.file)}.`}`;
    const hint = `Give a selection.json, its folder, a plan file, REVISION:path/selection.json, or a built-in plan (${embeddedPlans().join(', ')}). To make a selection, run "winnow select".`;
    throw new ManifestError([{ code: 'selection/not-found', message, place: { file }, hint }]);
  }
  refuseInterrupted(file, text);
  const isPlan = /\.ya?ml$/i.test(file) || (basename(file) !== manifestName && isJsonPlan(text));
  return isPlan ? { kind: 'plan', plan: file } : { kind: 'manifest', file, text };
}

const inMemory = 'selection in memory';

/** A plan may also be JSON. Unlike a manifest, it has top-level phases. */
function isJsonPlan(text: LongText): boolean {
  if (typeof text !== 'string') return false;
  try {
    return Object.hasOwn((JSON.parse(text) ?? {}) as object, 'phases');
  } catch {
    return false;
  }
}

const usualFolders = ['selection', '.'] as const;

/** The default selection and its text: the one in `first`, if any. */
export function usualSelection(first?: string): { readonly file: string; readonly text: LongText } | undefined {
  for (const folder of new Set([...(first === undefined ? [] : [first]), ...usualFolders])) {
    if (!isFolder(folder)) continue;
    const file = join(folder, manifestName);
    const text = openText(file);
    if (text !== undefined) return { file, text };
  }
  return undefined;
}

function manifestFile(path: string): string {
  return isFolder(path) ? join(path, manifestName) : path;
}

function noSelection(file: string): ManifestError {
  const folder = dirname(file);
  const wasInterrupted = leftoversIn(folder).length > 0;
  const message = `no selection found${wasInterrupted ? ', because a run was interrupted before it wrote one' : ''}.`;
  const hint = wasInterrupted
    ? `Run the interrupted command again, such as "winnow select PLAN --out ${quotedWord(folder)}".`
    : 'Give the path of a selection.json or its folder, or make one with "winnow select".';
  return new ManifestError([{ code: 'selection/not-found', message, place: { file }, hint }]);
}

/** The text of a file; undefined if it does not exist. Invalid UTF-8 becomes replacement characters. */
function readText(file: string): string | undefined {
  return withOpen(file, (handle, { size }) => {
    if (size > largestBytes)
      throw new Error(
        `the file has ${size} bytes, but Winnow reads at most ${largestBytes}; select fewer tasks, or split the pool into several plans`,
      );
    return readFileSync(handle, 'utf8');
  });
}

/** The text of a file; a long file in pieces, each read from disk on demand. */
function openText(file: string): LongText | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= wholeBytes) return readText(file);
  const version = versionOf(file);
  return withOpen(file, () => new TextPieces(() => piecesIn(file, version)));
}

function* piecesIn(file: string, version: string): Generator<string> {
  const decoder = new StringDecoder('utf8');
  try {
    for (const block of blocksOf(file)) {
      if (versionOf(file) !== version)
        throw new Error('the file changed while Winnow was reading it; run the command again');
      yield decoder.write(block);
    }
  } catch (cause) {
    throw unreadable(file, cause);
  }
  yield decoder.end();
}

function withOpen<Result>(file: string, read: (handle: number, status: Stats) => Result): Result | undefined {
  let handle: number | undefined;
  try {
    // Non-blocking, so that a pipe without a writer is an error, not a wait.
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = fstatSync(handle);
    if (!status.isFile()) throw new Error('not a file');
    return read(handle, status);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(cause))) return undefined;
    throw unreadable(file, cause);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function unreadable(file: string, cause: unknown): ManifestError {
  const message = `cannot be read: ${reasonOf(cause)}.`;
  return new ManifestError([{ code: 'selection/unreadable', message, place: { file } }], { cause });
}
