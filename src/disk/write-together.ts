import { basename, dirname, join } from 'node:path';
import { OutputError } from '../core/model/errors.js';
import { closeSync, existsSync, lstatSync, openSync, readSync } from './file-access.js';
import {
  type FileContent,
  keepOld,
  piecesOf,
  type Step,
  stageNew,
  takeStep,
  turnBack,
  undoStep,
  writeJournal,
} from './journal.js';
import { makeFolders, removeEmptyFolders } from './make-folders.js';
import { refuseInputs, refuseOtherKind } from './protect-files.js';
import { reasonOf } from './reason-of.js';
import { settleFolder } from './settle-folder.js';
import { claimStage, releaseStage } from './stage.js';

/** A file to write: its name within the folder, with slashes below it, and what it is to hold. */
export interface OutputFile {
  readonly name: string;
  readonly text: FileContent;
  readonly isExecutable?: boolean | undefined;
}

/**
 * Looks at a folder that nobody else writes into by now; gives the names of the files to remove. Throws an OutputError
 * where the folder must stay as it is.
 */
export type LookAtFolder = () => readonly string[];

/**
 * Writes all the files into a folder and removes others, or does nothing. New files are written and synced beside their
 * places, what they replace is kept, and a journal says what goes where; only then do they take their places. A kill
 * before the journal leaves all as it was; after it, the next run that reads or writes the folder goes on to the end. A
 * failure puts back what was there, and two runs at once do not mix.
 *
 * @throws OutputError when something cannot be written; the folder then holds what it held before.
 */
export function writeTogether(directory: string, files: readonly OutputFile[], look: LookAtFolder = () => []): void {
  const made = guarded(directory, () => makeFolders(directory));
  let stage: string | undefined;
  try {
    // One that is busy cannot be claimed.
    settleFolder(directory);
    stage = guarded(directory, () => claimStage(directory));
    const removed = look();
    // What is there already stays as it is, with its time.
    if (removed.length > 0 || !files.every((file) => isThere(directory, file))) {
      placeFiles(directory, stage, files, removed);
    }
  } catch (error) {
    const left = stage;
    // What could not be put back is left to the next run, with what belongs there.
    if (left !== undefined && !isNotPutBack(error)) succeeds(() => releaseStage(left));
    removeEmptyFolders(made);
    throw error;
  }
  // The files are in their places; what is left of the stage is cleared by the next run.
  const done = stage;
  succeeds(() => releaseStage(done));
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

/** Whether a file of so many bytes holds a content; goes no further than the first piece that differs. */
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

function placeFiles(directory: string, stage: string, files: readonly OutputFile[], removed: readonly string[]): void {
  const staged = stageFiles(directory, stage, files);
  // One file takes its place in one step, and needs no journal.
  if (staged.length + removed.length === 1) takeSteps(directory, stage, staged);
  else placeAll(directory, stage, withBackups(directory, stage, staged, removed));
}

function stageFiles(directory: string, stage: string, files: readonly OutputFile[]): readonly Step[] {
  return files.map(({ name, text, isExecutable = false }, index) => {
    const target = join(directory, name);
    return guarded(target, () => {
      const there = lstatSync(target, { throwIfNoEntry: false });
      if (there?.isFile() === false) throw new Error('something that is not a file is in its place');
      return { name, before: null, after: stageNew(stage, index, text, isExecutable) };
    });
  });
}

/** The steps that place files and those that remove others, with what is there now kept for each. */
function withBackups(
  directory: string,
  stage: string,
  staged: readonly Step[],
  removed: readonly string[],
): readonly Step[] {
  const steps = [...staged, ...removed.map((name): Step => ({ name, before: null, after: null }))];
  return steps.map((step, index) => {
    const target = join(directory, step.name);
    return guarded(target, () => (existsSync(target) ? { ...step, before: keepOld(target, stage, index) } : step));
  });
}

function takeSteps(directory: string, stage: string, steps: readonly Step[]): void {
  for (const [index, step] of steps.entries()) {
    guarded(join(directory, step.name), () => takeStep(directory, stage, step, index));
  }
}

function placeAll(directory: string, stage: string, steps: readonly Step[]): void {
  guarded(directory, () => writeJournal(stage, steps));
  try {
    takeSteps(directory, stage, steps);
  } catch (error) {
    succeeds(() => turnBack(stage));
    const lost = steps.filter((step, index) => !succeeds(() => undoStep(directory, stage, step, index)));
    throw lost.length === 0 ? error : notPutBack(directory, lost, error);
  }
}

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

const notPutBackCode = 'output/not-put-back';

function isNotPutBack(error: unknown): boolean {
  return error instanceof OutputError && error.faults.some(({ code }) => code === notPutBackCode);
}

function notPutBack(directory: string, steps: readonly Step[], cause: unknown): OutputError {
  const faults = steps.map(({ name }) => ({
    code: notPutBackCode,
    message: 'was replaced before the write failed, and could not be put back.',
    place: { file: join(directory, name) },
    hint: 'The next run of Winnow that reads or writes the folder tries again.',
  }));
  return new OutputError([...(cause instanceof OutputError ? cause.faults : []), ...faults], { cause });
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
 * Writes one file, whole or not at all; a file that is there is replaced, unless `look` throws, anything else is not.
 *
 * @throws OutputError when it cannot be written; what was there is then untouched.
 */
export function writeFile(file: string, text: string | Uint8Array, look?: () => void): void {
  if (file === '' || /[/\\]$/.test(file)) {
    const message = 'cannot be written: the name of a file is expected. Nothing was changed.';
    throw new OutputError([{ code: 'output/unwritable', message, place: { file: file === '' ? '""' : file } }]);
  }
  writeTogether(dirname(file), [{ name: basename(file), text }], () => {
    look?.();
    return [];
  });
}

/**
 * Writes charts into a folder, all or none; gives their paths. Only pictures are replaced, and no input.
 *
 * @throws OutputError when they cannot be written.
 */
export function writePictureFiles(
  folder: string,
  files: readonly OutputFile[],
  inputs: readonly string[],
): readonly string[] {
  const paths = files.map(({ name }) => join(folder, name));
  writeTogether(folder, files, () => {
    refuseInputs(paths, inputs);
    refuseOtherKind(paths, { name: 'an SVG picture', isText: (text) => /^\s*<(?:svg|\?xml)\b/.test(text) });
    return [];
  });
  return paths;
}

/**
 * Writes records of results into a folder, all or none. Only such records are replaced, and no input.
 *
 * @throws OutputError when they cannot be written.
 */
export function writeEvalRecords(folder: string, files: readonly OutputFile[], inputs: readonly string[]): void {
  const paths = files.map(({ name }) => join(folder, name));
  writeTogether(folder, files, () => {
    refuseInputs(paths, inputs);
    refuseOtherKind(paths, {
      name: 'a record of Every Eval Ever',
      isText: (text) => /^\s*\{\s*"schema_version"/.test(text),
    });
    return [];
  });
}
