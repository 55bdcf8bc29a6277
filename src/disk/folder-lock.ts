import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { OutputError } from '../core/model/errors.js';
import { countOf } from '../core/text/words.js';
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from './file-access.js';
import { errorCode } from './reason-of.js';

/** A lock that its holder has not renewed for this long is taken over. */
const staleMs = 30_000;
const renewEveryMs = 1000;

/** Creates a file that must not exist yet, for writing; links are not followed. */
export function createFile(file: string, mode = 0o666): number {
  const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = constants;
  return openSync(file, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, mode);
}

/**
 * The right to write into a folder: a file that only one run can create. It works between processes, containers and machines
 * that share the folder, because it relies on the file and not on process ids.
 */
export class FolderLock {
  /** Random; the temporary files of this run are named after it. */
  readonly token = randomBytes(8).toString('hex');
  readonly #file: string;
  readonly #handle: number;
  #renewedMs = Date.now();

  /** @throws OutputError if another run holds the lock. */
  constructor(folder: string) {
    this.#file = join(folder, lockName);
    this.#handle = this.#create(folder);
    try {
      writeFileSync(this.#handle, `${this.token}\n`);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** Shows other runs that this one is still at work. */
  renew(): void {
    const now = Date.now();
    if (now - this.#renewedMs < renewEveryMs) return;
    this.#renewedMs = now;
    futimesSync(this.#handle, now / 1000, now / 1000);
  }

  /** @throws Error if another run has taken the lock over. */
  assertHeld(): void {
    this.renew();
    if (!this.#isHeld())
      throw new Error('another run took over the folder, because this one made no progress for too long');
  }

  release(): void {
    try {
      if (this.#isHeld()) rmSync(this.#file);
    } catch {
      // It becomes stale.
    } finally {
      closeSync(this.#handle);
    }
  }

  /** As long as the file is open, no other file can have its inode. */
  #isHeld(): boolean {
    const there = lstatSync(this.#file, { bigint: true, throwIfNoEntry: false });
    const own = fstatSync(this.#handle, { bigint: true });
    return there?.ino === own.ino && there.dev === own.dev;
  }

  #create(folder: string): number {
    // Retried if a lock has just gone, but not forever, in case a file system misbehaves.
    for (let attempt = 1; ; attempt++) {
      try {
        return createFile(this.#file);
      } catch (cause) {
        if (errorCode(cause) !== 'EEXIST' || attempt > 100) throw cause;
        const there = lstatSync(this.#file, { bigint: true, throwIfNoEntry: false });
        if (there !== undefined) this.#takeAway(there, folder);
      }
    }
  }

  /** Removes a stale lock. It is moved away first, and put back if a run has renewed or replaced it in between. */
  #takeAway(there: BigIntStats, folder: string): void {
    if (!there.isFile()) throw blocked(this.#file);
    if (!isStale(there)) throw busy(this.#file, there);
    const aside = join(folder, temporaryName(this.token, 0));
    try {
      renameSync(this.#file, aside);
      const moved = lstatSync(aside, { bigint: true });
      if (!isStale(moved)) {
        linkSync(aside, this.#file);
        throw busy(this.#file, moved);
      }
    } catch (cause) {
      // Another run was faster to move it away, or to create its own.
      if (!['ENOENT', 'EEXIST'].includes(errorCode(cause))) throw cause;
    } finally {
      rmSync(aside, { force: true });
    }
  }
}

/** Whether a run is writing into a folder, as far as its lock shows. */
export function isLocked(folder: string): boolean {
  const there = lstatSync(join(folder, lockName), { bigint: true, throwIfNoEntry: false });
  return there !== undefined && !isStale(there);
}

/** A sentence on the temporary files that an interrupted run left in a folder; undefined if there are none. */
export function leftoverNote(folder: string): string | undefined {
  const { length: count } = isLocked(folder) ? [] : leftoversIn(folder);
  if (count === 0) return undefined;
  return `An interrupted run left ${countOf(count, 'temporary file')} in ${folder} (${ownNames}). The next command that writes there deletes ${count === 1 ? 'it' : 'them'}.`;
}

/** How long ago a lock was renewed. A time in the future counts as well: clocks differ, and a copied file keeps its time. */
function ageMs({ mtimeMs }: BigIntStats): number {
  return Math.abs(Date.now() - Number(mtimeMs));
}

function isStale(status: BigIntStats): boolean {
  return ageMs(status) > staleMs;
}

function busy(file: string, status: BigIntStats): OutputError {
  const message = `another run is writing into this folder (its lock was renewed ${Math.round(ageMs(status) / 1000)} seconds ago). Nothing was changed.`;
  const hint = `Try again when that run is done. If it was killed, delete the lock, or wait ${staleMs / 1000} seconds until the lock expires.`;
  return new OutputError([{ code: 'output/busy', message, place: { file }, hint }]);
}

function blocked(file: string): OutputError {
  const message = 'Winnow needs this name for a lock file, but something else has it. Nothing was changed.';
  return new OutputError([{ code: 'output/busy', message, place: { file }, hint: 'Delete or move it.' }]);
}

/** The file that a run creates in a folder while it writes there. */
const lockName = '.winnow-lock';

const temporaryPattern = /^\.winnow-[0-9a-f]{16}-\d+\.tmp$/;

const ownNames = '.winnow-*.tmp';

/** The name of a temporary file; a run has one token and numbers its files. */
export function temporaryName(token: string, number: number): string {
  return `.winnow-${token}-${number}.tmp`;
}

/** Whether Winnow uses a name only while it writes. */
export function isOwnName(name: string): boolean {
  return name === lockName || temporaryPattern.test(name);
}

/** The temporary files in a folder, sorted: a run is writing there, or one was killed. Folders and links do not count. */
export function leftoversIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => temporaryPattern.test(name))
      .sort()
      .map((name) => join(folder, name))
      .filter((file) => lstatSync(file, { throwIfNoEntry: false })?.isFile() === true);
  } catch {
    return [];
  }
}

/** Deletes the temporary files in a folder. Only for a run that holds the folder's lock. */
export function clearLeftovers(folder: string): void {
  for (const file of leftoversIn(folder)) rmSync(file, { force: true });
}
