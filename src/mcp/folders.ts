import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { OutputError, PoolError } from '../core/model/errors.js';

/** The folders that an agent may have read, and the one that it may have written in. */
export class Folders {
  /** Where relative paths start. */
  readonly start: string;
  readonly #read: readonly string[];
  readonly #write: string | undefined;

  /** @throws PoolError when a folder is not there. */
  constructor(read: readonly string[], write: string | undefined) {
    const real = (folder: string) => {
      try {
        return realpathSync(resolve(folder));
      } catch {
        const hint = 'Make it first, or name another.';
        throw new PoolError([
          { code: 'mcp/no-folder', message: 'there is no such folder.', place: { file: folder }, hint },
        ]);
      }
    };
    const folders = read.map(real);
    this.#write = write === undefined ? undefined : real(write);
    this.#read = this.#write === undefined ? folders : [...folders, this.#write];
    this.start = this.#write ?? folders[0] ?? real('.');
  }

  /** Whether anything may be written at all. */
  get mayWrite(): boolean {
    return this.#write !== undefined;
  }

  /** In words, for the agent. */
  get words(): string {
    const write = this.#write === undefined ? 'Nothing is written.' : `Files are written below ${this.#write} only.`;
    return `Files are read below ${this.#read.join(' and ')} only. ${write} Relative paths start at ${this.start}.`;
  }

  /** The path itself, made sure of. @throws PoolError when it leads out of what may be read. */
  toRead(path: string): string {
    if (!this.#read.some((folder) => isWithin(this.#realOf(path), folder))) {
      const message = `the path leads out of the folders that may be read: ${this.#read.join(', ')}.`;
      throw new PoolError([{ code: 'mcp/out-of-bounds', message, place: { file: path }, hint: 'Name another path.' }]);
    }
    return path;
  }

  /** The path itself, made sure of. @throws OutputError when nothing may be written there. */
  toWrite(path: string): string {
    if (this.#write === undefined) {
      const message = 'the server was started to read only.';
      const hint = 'Whoever starts it may allow a folder: winnow mcp --write DIR.';
      throw new OutputError([{ code: 'mcp/read-only', message, hint }]);
    }
    if (!isWithin(this.#realOf(path), this.#write)) {
      const message = `the path leads out of the folder that may be written in: ${this.#write}.`;
      throw new OutputError([
        { code: 'mcp/out-of-bounds', message, place: { file: path }, hint: 'Name a path in it.' },
      ]);
    }
    return path;
  }

  /** Where a path leads, links followed; of what is not there yet the folder that is. */
  #realOf(path: string): string {
    const whole = resolve(this.start, path);
    try {
      return realpathSync(whole);
    } catch {
      const parent = dirname(whole);
      return parent === whole ? whole : join(this.#realOf(parent), basename(whole));
    }
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
