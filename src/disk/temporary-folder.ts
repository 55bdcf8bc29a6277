import { mkdtempSync, rmSync, temporaryPrefix } from './file-access.js';
import { temporaryError } from './reason-of.js';

/** A folder for temporary files of this process. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Makes a folder that is deleted when the process exits or a signal ends it; only a kill leaves it. @throws FileError if it can't. */
export function makeTemporaryFolder(): TemporaryFolder {
  const path = makeFolder();
  const remove = () => {
    process.off('exit', remove);
    for (const signal of endings) process.off(signal, end);
    rmSync(path, { recursive: true, force: true });
  };
  const end = (signal: NodeJS.Signals) => {
    remove();
    // A listener keeps the signal from ending the process. Others that listen decide for themselves.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  process.on('exit', remove);
  for (const signal of endings) process.on(signal, end);
  return { path, remove };
}

function makeFolder(): string {
  const prefix = temporaryPrefix();
  try {
    return mkdtempSync(prefix);
  } catch (cause) {
    throw temporaryError(cause);
  }
}
