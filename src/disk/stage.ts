import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './reason-of.js';

const stageName = '.winnow-writing';
const claimPattern = /^\.winnow-claim-(\d+)-/;

/**
 * Claims the folder in which files are made ready before they take their places. There is one for each output folder, so
 * that two runs cannot place theirs by turns; what killed runs left is cleared away.
 *
 * @throws Error when another run is at work there.
 */
export function claimStage(directory: string): string {
  const stage = join(directory, stageName);
  clearLeft(directory, stage);
  // A folder with its owner's name in it takes the place in one step, or finds it taken.
  const claim = mkdtempSync(join(directory, `.winnow-claim-${process.pid}-`));
  try {
    writeFileSync(join(claim, 'owner'), String(process.pid));
    renameSync(claim, stage);
    return stage;
  } catch (cause) {
    rmSync(claim, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(cause))) throw cause;
    throw new Error('another run is writing there; try again when it is done', { cause });
  }
}

/** Clears what killed runs left: what has no owner, one that no longer runs, or, as nothing else could be, our own number. */
function clearLeft(directory: string, stage: string): void {
  for (const name of readdirSync(directory)) {
    const [, claimant] = claimPattern.exec(name) ?? [];
    if (name !== stageName && claimant === undefined) continue;
    const owner = name === stageName ? ownerOf(stage) : Number(claimant);
    if (owner !== undefined && owner !== process.pid && isRunning(owner)) continue;
    // Set aside first: of two runs that find it left, one moves it, and neither removes what the other has claimed since.
    const aside = join(directory, `.winnow-claim-${process.pid}-left-${name.slice(1)}`);
    try {
      renameSync(join(directory, name), aside);
    } catch {
      continue;
    }
    rmSync(aside, { recursive: true, force: true });
  }
}

function ownerOf(stage: string): number | undefined {
  try {
    return Number(readFileSync(join(stage, 'owner'), 'utf8'));
  } catch {
    return undefined;
  }
}

function isRunning(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (cause) {
    return errorCode(cause) === 'EPERM';
  }
}
