import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { OutputError } from '../core/model/errors.js';
import { errorCode, reasonOf } from './reason-of.js';
import { claimStage } from './stage.js';

/** A file to write: its name within the folder and its text, or its bytes where it is none. */
export interface OutputFile {
  readonly name: string;
  readonly text: string | Uint8Array;
}

/**
 * Writes all the files into a folder, or none. They are written and synced beside their places first, then renamed into
 * them, so that a full disk or a kill leaves every file either as it was or whole; a failure part-way puts back what was
 * there, and two runs at once do not mix.
 *
 * @throws OutputError when something cannot be written; the folder then holds what it held before.
 */
export function writeTogether(directory: string, files: readonly OutputFile[]): void {
  const made = guarded(directory, () => makeFolders(directory));
  let stage: string | undefined;
  try {
    stage = guarded(directory, () => claimStage(directory));
    stageFiles(directory, stage, files);
    placeFiles(directory, stage, files);
  } catch (error) {
    const left = stage;
    if (left !== undefined) succeeds(() => rmSync(left, { recursive: true, force: true }));
    removeEmptyFolders(made);
    throw error;
  }
  // The files are in their places; what is left of the stage is cleared by the next run.
  succeeds(() => rmSync(stage, { recursive: true, force: true }));
}

function stageFiles(directory: string, stage: string, files: readonly OutputFile[]): void {
  for (const { name, text } of files) {
    const target = join(directory, name);
    guarded(target, () => {
      if (isThere(target) && !lstatSync(target).isFile())
        throw new Error('something that is not a file is in its place');
      const handle = openSync(join(stage, name), 'wx');
      try {
        writeFileSync(handle, text);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    });
  }
}

function placeFiles(directory: string, stage: string, files: readonly OutputFile[]): void {
  const backup = (name: string) => join(stage, `${name}.before`);
  const replaced: string[] = [];
  const added: string[] = [];
  for (const { name } of files) {
    const target = join(directory, name);
    try {
      guarded(target, () => {
        if (existsSync(target)) {
          keepBackup(target, backup(name));
          renameSync(join(stage, name), target);
          replaced.push(name);
        } else {
          renameSync(join(stage, name), target);
          added.push(name);
        }
      });
    } catch (error) {
      const lost = [
        ...replaced.filter((done) => !succeeds(() => renameSync(backup(done), join(directory, done)))),
        ...added.filter((done) => !succeeds(() => rmSync(join(directory, done), { force: true }))),
      ];
      throw lost.length === 0 ? error : notPutBack(directory, lost, error);
    }
  }
}

/** A second name for the old file costs nothing; where the disk has no such names, a copy. */
function keepBackup(file: string, backup: string): void {
  if (!succeeds(() => linkSync(file, backup))) copyFileSync(file, backup);
}

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function notPutBack(directory: string, names: readonly string[], cause: unknown): OutputError {
  const faults = names.map((name) => ({
    code: 'output/not-put-back',
    message: 'was replaced before the write failed, and could not be put back.',
    place: { file: join(directory, name) },
  }));
  return new OutputError([...(cause instanceof OutputError ? cause.faults : []), ...faults], { cause });
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const message = `cannot be written: ${reasonOf(cause)}. Nothing was changed.`;
    throw new OutputError([{ code: 'output/unwritable', message, place: { file: path === '' ? '""' : path } }], {
      cause,
    });
  }
}

/**
 * Makes a folder and those above it that are missing; gives the ones it made, outermost first. One by one, because the
 * system call's own recursion never ends below some virtual file systems.
 */
function makeFolders(directory: string): readonly string[] {
  if (directory === '') throw new Error('no folder is named');
  const missing: string[] = [];
  let path = resolve(directory);
  for (let status = statOf(path); status === undefined; status = statOf(path)) {
    missing.unshift(path);
    path = dirname(path);
  }
  if (!statSync(path).isDirectory()) throw new Error(`${path} is not a folder`);
  for (const folder of missing) mkdirSync(folder);
  return missing;
}

/** Removes folders that were made for files that never came, unless something else has come to lie in them. */
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

/**
 * Writes one file, whole or not at all; a file that is there is replaced, anything else is not.
 *
 * @throws OutputError when it cannot be written; what was there is then untouched.
 */
export function writeFile(file: string, text: string): void {
  if (file === '' || /[/\\]$/.test(file)) {
    const message = 'cannot be written: the name of a file is expected. Nothing was changed.';
    throw new OutputError([{ code: 'output/unwritable', message, place: { file: file === '' ? '""' : file } }]);
  }
  writeTogether(dirname(file), [{ name: basename(file), text }]);
}

/**
 * Writes charts into a folder, all or none; gives their paths.
 *
 * @throws OutputError when they cannot be written.
 */
export function writePictureFiles(folder: string, files: readonly OutputFile[]): readonly string[] {
  writeTogether(folder, files);
  return files.map(({ name }) => join(folder, name));
}
