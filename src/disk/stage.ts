import { dirname, join } from 'node:path';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from './file-access.js';
import { errorCode } from './reason-of.js';

/** The folder, within the one that is written into, in which files are made ready before they take their places. */
export const stageName = '.winnow-writing';
const claimPattern = /^\.winnow-claim-(\d+)-(?:(\d+)-)?/;
const ownerPattern = /^owner-(\d+)-(\d+)$/;
let released = 0;
let own: string | undefined;

/** Whether a name within a folder is one that Winnow uses for itself while it writes. */
export function isOwnName(name: string): boolean {
  return name === stageName || claimPattern.test(name);
}

/**
 * Whose the stage of a folder is: nobody's, a running process's, or `left` by one that runs no more. Our own number can
 * only be an earlier process's, or that of a write of ours that is over.
 */
export function stageState(directory: string): 'none' | 'busy' | 'left' {
  const stage = join(directory, stageName);
  if (lstatSync(stage, { throwIfNoEntry: false })?.isDirectory() !== true) return 'none';
  const owner = ownerIn(stage);
  return owner !== undefined && isRunning(owner.processId, owner.start) ? 'busy' : 'left';
}

/**
 * Claims the stage of a folder, which has none or an empty one. There is one for each folder, so that two runs cannot
 * place their files by turns.
 *
 * @throws Error when another run was first.
 */
export function claimStage(directory: string): string {
  const stage = join(directory, stageName);
  // A folder with its owner's name in it takes the place in one step, or finds it taken.
  const claim = mkdtempSync(join(directory, `.winnow-claim-${ownNumber()}-`));
  try {
    writeFileSync(join(claim, `owner-${ownNumber()}`), '');
    renameSync(claim, stage);
    return stage;
  } catch (cause) {
    rmSync(claim, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(cause))) throw cause;
    throw new Error('another run is writing there; try again when it is done', { cause });
  }
}

/** Makes the stage that another process left our own; false when someone else was faster. */
export function takeOver(stage: string): boolean {
  const owner = ownerIn(stage);
  try {
    // In one step, which of two runs only one can do. A stage without an owner never came to placing anything.
    if (owner === undefined) releaseStage(stage);
    else renameSync(join(stage, owner.file), join(stage, `owner-${ownNumber()}`));
    return owner !== undefined;
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return false;
    throw cause;
  }
}

/** Gives the stage back, in one step, and clears it away; what a kill leaves of that means nothing to anybody. */
export function releaseStage(stage: string): void {
  released += 1;
  const aside = join(dirname(stage), `.winnow-claim-${ownNumber()}-done-${released}`);
  renameSync(stage, aside);
  rmSync(aside, { recursive: true, force: true });
}

/** Clears what killed runs left beside the stage; nothing depends on it. */
export function clearClaims(directory: string): void {
  try {
    for (const name of readdirSync(join(directory, '.'))) {
      const [claim, processId, start = '0'] = claimPattern.exec(name) ?? [];
      if (claim === undefined || isRunning(Number(processId), start)) continue;
      rmSync(join(directory, name), { recursive: true, force: true });
    }
  } catch {
    // There is no such folder, it cannot be written, or another run clears it too.
  }
}

function ownerIn(stage: string): { file: string; processId: number; start: string } | undefined {
  try {
    for (const file of readdirSync(stage)) {
      const [, processId, start] = ownerPattern.exec(file) ?? [];
      if (start !== undefined) return { file, processId: Number(processId), start };
    }
  } catch {
    // As good as none: it is gone, or nobody's.
  }
  return undefined;
}

/** The number of this process and when it started: the number alone is given to another one some day. */
function ownNumber(): string {
  own ??= `${process.pid}-${startOf(process.pid) ?? 0}`;
  return own;
}

/** Whether another process runs that has this number and, where the system tells, started then. */
function isRunning(processId: number, start: string): boolean {
  if (!Number.isInteger(processId) || processId <= 0 || processId === process.pid) return false;
  try {
    process.kill(processId, 0);
  } catch (cause) {
    if (errorCode(cause) !== 'EPERM') return false;
  }
  return start === '0' || (startOf(processId) ?? start) === start;
}

/** When a process started, in ticks since the system did; undefined where the system does not tell. */
function startOf(processId: number): string | undefined {
  const file = `/proc/${processId}/stat`;
  if (!existsSync(file)) return undefined;
  try {
    // The name of the program, in brackets, may hold anything; the start is the 20th field after it.
    const fields = readFileSync(file, 'latin1').split(') ').at(-1)?.split(' ');
    return fields?.[19];
  } catch {
    return undefined;
  }
}
