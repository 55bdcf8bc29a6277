import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { OutputError } from '../core/model/errors.js';
import { makeFolders, removeEmptyFolders } from './make-folders.js';
import { reasonOf } from './reason-of.js';
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
