import { OutputError } from '../core/model/errors.js';
import { allowedRoots, allowOnly, assertAllowed } from '../disk/file-access.js';

/**
 * The folders that an agent may read and the one it may write to. Creating one confines this process and every command
 * it runs; these checks only refuse a path earlier.
 */
export class Folders {
  /** Where relative paths start. */
  readonly start: string;
  readonly #read: readonly string[];
  readonly #write: string | undefined;

  /** @throws AccessError when a folder does not exist. */
  constructor(read: readonly string[], write: string | undefined) {
    allowOnly({ read, write: write === undefined ? [] : [write] });
    const roots = allowedRoots();
    [this.#write] = roots.write;
    this.#read = [...roots.read, ...roots.write];
    this.start = this.#write ?? this.#read[0] ?? '.';
  }

  /** Whether anything may be written at all. */
  get mayWrite(): boolean {
    return this.#write !== undefined;
  }

  get words(): string {
    const write = this.#write === undefined ? 'It cannot write files.' : `It can only write files in ${this.#write}.`;
    return `Winnow can only read files in ${this.#read.join(' and ')}. ${write} Relative paths are relative to ${this.start}.`;
  }

  /** @throws OutputError when nothing may be written, AccessError when this path may not be used. */
  assertUsable(path: string, access: 'read' | 'write'): void {
    if (access === 'write' && this.#write === undefined) {
      const message = 'the server is read-only.';
      const hint = 'To allow writing to a folder, start it with "winnow mcp --write DIR".';
      throw new OutputError([{ code: 'mcp/read-only', message, hint }]);
    }
    assertAllowed([path], access);
  }
}
