import { createHash } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import { OutputError } from '../core/model/errors.js';
import { TextPieces } from '../core/text/text-pieces.js';
import {
  closeSync,
  copyFileSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from './file-access.js';
import { clearLeftovers, createFile, FolderLock, temporaryName } from './folder-lock.js';
import { sha256OfFile } from './open-regular.js';
import { type FileKind, refuseInputs, refuseOtherKind } from './protect-files.js';
import { errorCode, reasonOf } from './reason-of.js';

/** The content of a file: a text, bytes, or a text that comes piece by piece. */
type FileContent = string | Uint8Array | TextPieces;

/** A file to write: its name within the folder, with slashes below it, and its content. */
export interface OutputFile {
  readonly name: string;
  readonly text: FileContent;
  readonly isExecutable?: boolean | undefined;
}

/**
 * Checks a folder while no other run can write into it; returns the files to remove.
 * @throws OutputError if it must not change.
 */
export type LookAtFolder = () => readonly string[];

/**
 * Writes files into a folder and removes others. Each file is written and flushed under a temporary name in its own folder,
 * and then renamed, in the order given; the files to remove go before the last file is renamed. So a kill leaves every file
 * whole, and the last file, which records the hashes of the other files, shows whether all of them were written.
 * @param locked The folders that no other run may write into meanwhile.
 * @throws OutputError if something cannot be written. The folder is then as it was before, or the error names the
 *   files that could not be restored.
 */
export function writeTogether(
  directory: string,
  files: readonly OutputFile[],
  look: LookAtFolder = () => [],
  locked: readonly string[] = [directory],
): void {
  const made: string[] = [];
  const locks: FolderLock[] = [];
  try {
    const real = new Set<string>();
    for (const folder of locked) {
      guarded(folder, () => {
        made.push(...makeFolders(folder));
        if (real.size < real.add(realpathSync(folder)).size) locks.push(new FolderLock(folder));
      });
    }
    const removed = look();
    const names = [...files.map(({ name }) => name), ...removed];
    for (const folder of new Set([directory, ...names.map((name) => dirname(join(directory, name)))]))
      clearLeftovers(folder);
    // An unchanged file keeps its time.
    const changed = files.filter((file) => !isThere(directory, file));
    if (changed.length + removed.length > 0) new Write(directory, locks).run(changed, removed);
  } catch (error) {
    for (const lock of locks.splice(0)) lock.release();
    removeEmptyFolders(made);
    throw error;
  }
  for (const lock of locks) lock.release();
  if (files.length === 0) removeEmptyFolders(made);
}

function isThere(directory: string, { name, text, isExecutable = false }: OutputFile): boolean {
  const target = join(directory, name);
  try {
    const status = lstatSync(target);
    if (isExecutable && (status.mode & 0o100) === 0) return false;
    return status.isFile() && holds(target, status.size, text);
  } catch {
    return false;
  }
}

/** Whether a file has this size and content; stops at the first difference. */
function holds(file: string, size: number, content: FileContent): boolean {
  const handle = openSync(file, 'r');
  try {
    let at = 0;
    for (const piece of piecesOf(content)) {
      const bytes = Buffer.from(piece);
      if (at + bytes.length > size) return false;
      const found = Buffer.alloc(bytes.length);
      if (readSync(handle, found, 0, found.length, at) !== bytes.length || !found.equals(bytes)) return false;
      at += bytes.length;
    }
    return at === size;
  } finally {
    closeSync(handle);
  }
}

function piecesOf(content: FileContent): Iterable<string | Uint8Array> {
  return content instanceof TextPieces ? content : [content];
}

/** A file as this run wrote it: a file that replaced it is left alone. */
interface Identity {
  readonly device: bigint;
  readonly node: bigint;
  readonly sha256: string;
}

interface Step {
  readonly target: string;
  /** The new file under its temporary name; undefined for one that is removed. */
  readonly staged?: { readonly file: string; readonly identity: Identity };
  /** A second name of the old file, to restore it. */
  backup?: string;
  isTaken?: true;
}

/** One write of several files: staged first, then placed; undone if a step fails. */
class Write {
  readonly #directory: string;
  readonly #locks: readonly FolderLock[];
  readonly #temporary: string[] = [];
  readonly #made: string[] = [];

  constructor(directory: string, locks: readonly FolderLock[]) {
    this.#directory = directory;
    this.#locks = locks;
  }

  run(files: readonly OutputFile[], removed: readonly string[]): void {
    let steps: readonly Step[] = [];
    try {
      const staged = files.map((file) => this.#stage(file));
      const gone = removed.map((name): Step => ({ target: join(this.#directory, name) }));
      steps = [...staged.slice(0, -1), ...gone, ...staged.slice(-1)];
      // A single rename needs no backup: it happens or it does not.
      if (steps.length > 1) for (const step of steps) guarded(step.target, () => this.#keep(step));
      for (const step of steps) guarded(step.target, () => this.#take(step));
    } catch (error) {
      const lost = steps.toReversed().filter((step) => step.isTaken === true && !succeeds(() => undo(step)));
      removeEmptyFolders(this.#made);
      throw lost.length === 0 ? error : notRestored(lost, error);
    } finally {
      for (const file of this.#temporary) succeeds(() => rmSync(file, { force: true }));
    }
  }

  #stage({ name, text, isExecutable = false }: OutputFile): Step {
    const target = join(this.#directory, name);
    return guarded(target, () => {
      const there = lstatSync(target, { throwIfNoEntry: false });
      if (there?.isFile() === false) throw new Error('the path exists and is not a file');
      this.#made.push(...makeFolders(dirname(target)));
      const file = this.#temporaryIn(dirname(target));
      return { target, staged: { file, identity: this.#write(file, text, isExecutable ? 0o777 : 0o666) } };
    });
  }

  #temporaryIn(folder: string): string {
    const file = join(folder, temporaryName(this.#locks[0]?.token ?? '', this.#temporary.length + 1));
    this.#temporary.push(file);
    return file;
  }

  #write(file: string, content: FileContent, mode: number): Identity {
    const handle = createFile(file, mode);
    const hash = createHash('sha256');
    try {
      for (const piece of piecesOf(content)) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
        hash.update(bytes);
        writeFileSync(handle, bytes);
        for (const lock of this.#locks) lock.renew();
      }
      fsyncSync(handle);
      const { dev: device, ino: node } = fstatSync(handle, { bigint: true });
      return { device, node, sha256: hash.digest('hex') };
    } finally {
      closeSync(handle);
    }
  }

  /** Gives the existing file a second name or, on a disk without hard links, copies it. */
  #keep(step: Step): void {
    if (lstatSync(step.target, { throwIfNoEntry: false }) === undefined) return;
    const backup = this.#temporaryIn(this.#directory);
    try {
      linkSync(step.target, backup);
    } catch {
      copyFileSync(step.target, backup);
    }
    step.backup = backup;
  }

  #take(step: Step): void {
    for (const lock of this.#locks) lock.assertHeld();
    if (step.staged !== undefined) renameSync(step.staged.file, step.target);
    else rmSync(step.target, { force: true });
    step.isTaken = true;
    if (step.staged === undefined) removeEmptyFolders(foldersBelow(this.#directory, step.target));
  }
}

/** Restores the state before a step, unless another run or a person has changed it since. */
function undo({ target, staged, backup }: Step): void {
  if (staged === undefined) {
    if (backup === undefined || lstatSync(target, { throwIfNoEntry: false }) !== undefined) return;
    makeFolders(dirname(target));
    renameSync(backup, target);
  } else if (isStill(target, staged.identity)) {
    if (backup === undefined) rmSync(target);
    else renameSync(backup, target);
  }
}

function isStill(file: string, { device, node, sha256 }: Identity): boolean {
  const there = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return there?.isFile() === true && there.dev === device && there.ino === node && sha256OfFile(file) === sha256;
}

/** The folders between a directory and a file below it, outermost first. */
function foldersBelow(directory: string, file: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); folder.length > join(directory).length; folder = dirname(folder)) {
    folders.unshift(folder);
  }
  return folders;
}

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function notRestored(steps: readonly Step[], cause: unknown): OutputError {
  const reasons = cause instanceof OutputError ? cause.faults : [];
  const faults = steps.map(({ target: file }) => ({
    code: 'output/not-put-back',
    message: 'the file was replaced before writing failed, and could not be restored.',
    place: { file },
    hint: 'Run the command again once the folder is writable.',
  }));
  const plain = reasons.map((fault) => ({ ...fault, message: fault.message.replace(` ${unchanged}`, '') }));
  return new OutputError([...plain, ...faults], { cause });
}

const unchanged = 'Nothing was changed.';

function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof OutputError) throw cause;
    const message = `cannot be written: ${reasonOf(cause)}. ${unchanged}`;
    throw new OutputError([{ code: 'output/unwritable', message, place: { file: path === '' ? '""' : path } }], {
      cause,
    });
  }
}

/**
 * Writes one file, completely or not at all, unless `look` throws.
 * @throws OutputError if it cannot; an existing file is then untouched.
 */
export function writeFile(file: string, text: string | Uint8Array, look?: () => void): void {
  if (file === '' || /[/\\]$/.test(file)) {
    const message = 'cannot be written: expected a file name. Nothing was changed.';
    throw new OutputError([{ code: 'output/unwritable', message, place: { file: file === '' ? '""' : file } }]);
  }
  writeTogether(dirname(file), [{ name: basename(file), text }], () => {
    look?.();
    return [];
  });
}

/**
 * Writes charts into a folder and returns their paths. Replaces only pictures, and no input.
 * @throws OutputError otherwise.
 */
export function writePictureFiles(
  folder: string,
  files: readonly OutputFile[],
  inputs: readonly string[],
): readonly string[] {
  const isText = (text: string) => /^\s*<(?:svg|\?xml)\b/.test(text);
  return writeOneKind(folder, files, inputs, { name: 'an SVG picture', isText });
}

/** Writes records of results into a folder. Replaces only such records, and no input. @throws OutputError otherwise. */
export function writeEvalRecords(folder: string, files: readonly OutputFile[], inputs: readonly string[]): void {
  const isText = (text: string) => /^\s*\{\s*"schema_version"/.test(text);
  writeOneKind(folder, files, inputs, { name: 'an Every Eval Ever record', isText });
}

function writeOneKind(
  folder: string,
  files: readonly OutputFile[],
  inputs: readonly string[],
  kind: FileKind,
): readonly string[] {
  const paths = files.map(({ name }) => join(folder, name));
  writeTogether(folder, files, () => {
    refuseInputs(paths, inputs);
    refuseOtherKind(paths, kind);
    return [];
  });
  return paths;
}

/**
 * Makes a folder and those above it that are missing; returns new ones, outermost first. One by one, because the
 * system call's own recursion never ends below some virtual file systems.
 */
function makeFolders(directory: string): readonly string[] {
  if (directory === '') throw new Error('the folder name is empty');
  const missing: string[] = [];
  let path = resolve(directory);
  for (let status = statOf(path); status === undefined; status = statOf(path)) {
    missing.unshift(path);
    path = dirname(path);
  }
  // A file is in the way: the system reports its path.
  if (!statSync(path).isDirectory()) mkdirSync(missing[0] ?? path);
  return missing.filter(make);
}

/** Makes a folder; false if another run was faster. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (cause) {
    if (errorCode(cause) !== 'EEXIST' || statOf(folder)?.isDirectory() !== true) throw cause;
    return false;
  }
}

/** Removes folders made for files that were never written, unless something else is in them. */
function removeEmptyFolders(made: readonly string[]): void {
  for (const folder of made.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    if (errorCode(cause) === 'ENOTDIR') return undefined;
    throw cause;
  }
}
