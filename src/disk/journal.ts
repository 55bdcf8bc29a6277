import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { TextPieces } from '../core/text/text-pieces.js';
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from './file-access.js';
import { blocksOf } from './file-blocks.js';
import { makeFolders } from './make-folders.js';

/** What happens to one file of a folder: the SHA-256 of what it holds before and after, null where it is not there. */
export interface Step {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Once it is there, the steps are taken to their end, by whoever comes next if need be. */
const journalName = 'journal';
/** What the journal is renamed to when a step fails: from then on the steps are taken back. */
const undoName = 'undo';

/** What a file is to hold: a text, bytes where it is none, or a text that comes piece by piece. */
export type FileContent = string | Uint8Array | TextPieces;

/** The pieces of a content, in order. */
export function piecesOf(content: FileContent): Iterable<string | Uint8Array> {
  return content instanceof TextPieces ? content : [content];
}

/** Writes and syncs what is to take the place of a step's file; gives its SHA-256. */
export function stageNew(stage: string, index: number, content: FileContent, isExecutable = false): string {
  return writeSynced(join(stage, `new-${index}`), content, isExecutable ? 0o777 : 0o666);
}

/** Keeps what a step's file holds, under a second name or, where the disk has no such names, as a copy; gives its SHA-256. */
export function keepOld(target: string, stage: string, index: number): string {
  const backup = join(stage, `old-${index}`);
  try {
    linkSync(target, backup);
  } catch {
    copyFileSync(target, backup);
  }
  return hashOf(backup) ?? '';
}

/** Writes down the steps: whole, or as if nothing had been written. */
export function writeJournal(stage: string, steps: readonly Step[]): void {
  const file = join(stage, 'journal-new');
  writeSynced(file, JSON.stringify(steps));
  renameSync(file, join(stage, journalName));
}

/** Says that the steps are to be taken back. */
export function turnBack(stage: string): void {
  renameSync(join(stage, journalName), join(stage, undoName));
}

/** Takes one step, unless it is done; the folders that a file needs come and go with it. */
export function takeStep(directory: string, stage: string, { name, after }: Step, index: number): void {
  if (after === null) remove(directory, name);
  else if (isStaged(stage, index)) place(directory, name, join(stage, `new-${index}`));
}

/** Takes one step back, unless it was not taken. */
export function undoStep(directory: string, stage: string, { name, before, after }: Step, index: number): void {
  // What was about to be placed may have got its folder already.
  if (after !== null && isStaged(stage, index)) removeEmptied(directory, name);
  else if (before === null) remove(directory, name);
  else if (isFile(join(stage, `old-${index}`))) place(directory, name, join(stage, `old-${index}`));
}

function place(directory: string, name: string, from: string): void {
  const target = join(directory, name);
  makeFolders(dirname(target));
  renameSync(from, target);
}

function remove(directory: string, name: string): void {
  if (lstatSync(join(directory, name), { throwIfNoEntry: false }) !== undefined) rmSync(join(directory, name));
  removeEmptied(directory, name);
}

/** Removes the folders below the directory that a name leads through, as far as nothing is left in them. */
function removeEmptied(directory: string, name: string): void {
  const folders = name.split('/').slice(0, -1);
  for (let depth = folders.length; depth > 0; depth--) {
    const folder = join(directory, ...folders.slice(0, depth));
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) continue;
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

/** Whether a stage holds steps that are to be taken, or taken back. */
export function hasJournal(stage: string): boolean {
  return isFile(join(stage, journalName)) || isFile(join(stage, undoName));
}

/**
 * Brings to its end what a killed run began: all steps taken, or all taken back. Where somebody has changed a file since,
 * all are left as they are: what a person did counts for more.
 */
export function finishSteps(directory: string, stage: string): void {
  const steps = readSteps(join(stage, journalName));
  const taken = steps === undefined ? readSteps(join(stage, undoName)) : undefined;
  const isAsLeft = ({ name, before, after }: Step, index: number) => {
    if (!isReached(directory, name)) return false;
    const state = stateOf(join(directory, name));
    if (state === before && (isStaged(stage, index) || after === null || taken !== undefined)) return true;
    return state === after && !isStaged(stage, index);
  };
  if (steps?.every(isAsLeft) === true) {
    for (const [index, step] of steps.entries()) takeStep(directory, stage, step, index);
  }
  if (taken?.every(isAsLeft) === true) {
    for (const [index, step] of taken.entries()) undoStep(directory, stage, step, index);
  }
}

/** The steps in a file; undefined when it is not there or not of Winnow's making, such as one that leads out of the folder. */
function readSteps(file: string): readonly Step[] | undefined {
  if (!isFile(file)) return undefined;
  try {
    const steps: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(steps) && steps.every(isStep) ? steps : undefined;
  } catch {
    return undefined;
  }
}

function isStep(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null) return false;
  const { name, before, after } = value as Partial<Record<keyof Step, unknown>>;
  const isState = (state: unknown) => state === null || typeof state === 'string';
  return typeof name === 'string' && isBelow(name) && isState(before) && isState(after);
}

/** Whether a name stays in its folder or in one below it. */
function isBelow(name: string): boolean {
  return name.split('/').every((part) => /^(?!\.{1,2}$)[^/\\\0]+$/.test(part));
}

/** Whether the folders that a name leads through are folders, as far as they are there, and no links to elsewhere. */
function isReached(directory: string, name: string): boolean {
  const folders = name.split('/').slice(0, -1);
  return folders.every((_, i) => isFolderOrNone(join(directory, ...folders.slice(0, i + 1))));
}

function isFolderOrNone(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== false;
}

function isStaged(stage: string, index: number): boolean {
  return isFile(join(stage, `new-${index}`));
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** The SHA-256 of a file, null when nothing is there, undefined when it is not a file. */
function stateOf(path: string): string | null | undefined {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? null : hashOf(path);
}

/** The SHA-256 of a file; undefined when it is none. */
export function hashOf(file: string): string | undefined {
  if (!isFile(file)) return undefined;
  const hash = createHash('sha256');
  for (const block of blocksOf(file)) hash.update(block);
  return hash.digest('hex');
}

/** Writes and syncs a new file; gives its SHA-256. */
function writeSynced(file: string, content: FileContent, mode = 0o666): string {
  const handle = openSync(file, 'wx', mode);
  const hash = createHash('sha256');
  try {
    for (const piece of piecesOf(content)) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      hash.update(bytes);
      writeFileSync(handle, bytes);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}
