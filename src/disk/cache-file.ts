import { hash, randomBytes } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import { isRecord, type UnknownRecord } from '../core/model/record.js';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from './file-access.js';
import { openRegular } from './open-regular.js';

/** The limits of a cache folder. */
export interface CacheLimits {
  readonly mostFiles: number;
  readonly mostBytes: number;
}

const usualLimits: CacheLimits = { mostFiles: 64, mostBytes: 256 * 1024 * 1024 };
const largestFileBytes = 64 * 1024 * 1024;
const hashDigits = 64;

/** A cache file for the next run. It may vanish at any time, and failures to read or write it are ignored. */
export class CacheFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #limits: CacheLimits;

  /** @param name Letters and digits. */
  constructor(folder: string, name: string, limits: CacheLimits = usualLimits) {
    this.#folder = join(folder, 'folders');
    this.#path = join(this.#folder, `${name}.json`);
    this.#limits = limits;
  }

  /** The last content; undefined if it is missing or incomplete, or another user could have written it. */
  read(): UnknownRecord | undefined {
    try {
      const { handle } = openRegular(this.#path, { largestBytes: largestFileBytes });
      try {
        const { uid, mode } = fstatSync(handle);
        if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0)) return undefined;
        const bytes = readFileSync(handle);
        const body = bytes.subarray(hashDigits + 1);
        if (bytes.toString('latin1', 0, hashDigits) !== hash('sha256', body, 'hex')) return undefined;
        const data: unknown = JSON.parse(body.toString('utf8'));
        return isRecord(data) ? data : undefined;
      } finally {
        closeSync(handle);
      }
    } catch {
      return undefined;
    }
  }

  /** Writes the file in one rename, then deletes the least recently used files beyond the limits. */
  write(data: UnknownRecord): void {
    const body = Buffer.from(JSON.stringify(data));
    if (body.length + hashDigits + 1 > Math.min(largestFileBytes, this.#limits.mostBytes)) return;
    // Each write has its own file, so that two at once do not mix.
    const own = `${this.#path}-${randomBytes(8).toString('hex')}`;
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const lines = [Buffer.from(`${hash('sha256', body, 'hex')}\n`), body];
      writeFileSync(own, Buffer.concat(lines), { flag: 'wx', mode: 0o600 });
      renameSync(own, this.#path);
      this.#dropOldest();
    } catch {
      rmQuietly(own);
    }
  }

  touch(): void {
    try {
      const now = new Date();
      utimesSync(this.#path, now, now);
    } catch {
      // Then it counts as older than it is.
    }
  }

  #dropOldest(): void {
    const files = readdirSync(this.#folder)
      .map((name) => join(this.#folder, name))
      .map((path) => ({ path, status: statSync(path, { throwIfNoEntry: false }) }))
      .sort((a, b) => (b.status?.mtimeMs ?? 0) - (a.status?.mtimeMs ?? 0));
    let bytes = 0;
    for (const [i, { path, status }] of files.entries()) {
      bytes += status?.size ?? 0;
      if (path !== this.#path && (i >= this.#limits.mostFiles || bytes > this.#limits.mostBytes)) rmQuietly(path);
    }
  }
}

function rmQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Another user's, or already gone.
  }
}

/** The cache folder of the user; undefined if there is none, or if `WINNOW_CACHE` is `off`. */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  if (env['WINNOW_CACHE'] === 'off') return undefined;
  const home = env['HOME'] ?? '';
  const usual = { win32: env['LOCALAPPDATA'] ?? '', darwin: join(home, 'Library', 'Caches') };
  const roots = [
    env['XDG_CACHE_HOME'] ?? '',
    platform === 'win32' || platform === 'darwin' ? usual[platform] : join(home, '.cache'),
  ];
  // A relative path would depend on the folder that a command is run in.
  const root = roots.find((each) => isAbsolute(each));
  return root === undefined ? undefined : join(root, 'winnow');
}
