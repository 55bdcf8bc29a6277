import { join } from 'node:path';
import { OutputError } from '../core/model/errors.js';
import { finishSteps, hasJournal } from './journal.js';
import { reasonOf } from './reason-of.js';
import { clearClaims, releaseStage, stageName, stageState, takeOver } from './stage.js';

/**
 * Brings to its end what a run that was killed began in a folder, so that its files are all old or all new. A folder in
 * which nothing was left is not touched.
 *
 * @returns Whether another run is writing there.
 * @throws OutputError when files wait to take their places and cannot.
 */
export function settleFolder(directory: string): 'free' | 'busy' {
  const stage = join(directory, stageName);
  for (let state = stageState(directory); state !== 'none'; state = stageState(directory)) {
    if (state === 'busy') return 'busy';
    try {
      if (!takeOver(stage)) continue;
      finishSteps(directory, stage);
      releaseStage(stage);
    } catch (cause) {
      // Nothing had taken its place yet: what is left is in nobody's way.
      if (!hasJournal(stage)) return 'free';
      throw unfinished(directory, cause);
    }
  }
  clearClaims(directory);
  return 'free';
}

// Placing files takes milliseconds; writing large ones before that, seconds.
const patienceMs = 5000;
const pauseMs = 20;

/**
 * Settles a folder before it is read; waits a little for a run that is writing there.
 *
 * @throws OutputError when it goes on writing, or when what a killed run left cannot be brought to its end.
 */
export function settleForReading(directory: string, longestWaitMs = patienceMs): void {
  for (let waitedMs = 0; settleFolder(directory) === 'busy'; waitedMs += pauseMs) {
    if (waitedMs >= longestWaitMs) {
      const message = `another run is writing there, and was not done within ${longestWaitMs / 1000} seconds.`;
      const hint = 'Try again when it is done.';
      throw new OutputError([{ code: 'output/busy', message, place: { file: directory }, hint }]);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
}

function unfinished(directory: string, cause: unknown): OutputError {
  const message = `a run was killed while it placed its files here, and they cannot be placed now: ${reasonOf(cause)}.`;
  const hint = `Run again when the folder can be written, or delete ${join(directory, stageName)} to keep the files as they are.`;
  return new OutputError([{ code: 'output/unfinished', message, place: { file: directory }, hint }], { cause });
}
