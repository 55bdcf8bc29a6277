import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UnknownRecord } from '../core/model/record.js';
import type { TaskContents } from '../core/model/task.js';
import { readRegularBytes, readRegularText, textOfBytes } from '../disk/open-regular.js';
import { errorCode, reasonOf } from '../disk/reason-of.js';
import { contentHash, contentsOf } from './contents.js';

/** The largest file of a task that is read; larger ones are reported. */
const largestFileBytes = 64 * 1024 * 1024;

/** A file that is there but cannot be used, and why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/**
 * A folder that may be a task, read without trust: only regular files directly named, no links, no pipes, nothing larger
 * than 64 MiB, only UTF-8.
 */
export class TaskFolder {
  /** Its own name. */
  readonly name: string;
  /** Where it lies, as the user would write it. */
  readonly path: string;
  /** Told of the data of the task's own file; gives what the format reads in its place. */
  onRecord: ((record: UnknownRecord) => UnknownRecord) | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #links: ReadonlySet<string>;
  /** The files that were read. */
  readonly #read = new Map<string, Buffer>();

  /** `names` are what the folder holds, `links` those of them that are links. */
  constructor(path: string, name: string, names: Iterable<string>, links: Iterable<string> = []) {
    this.#links = new Set(links);
    this.path = path;
    this.name = name;
    this.#names = new Set(names);
  }

  /** Whether the folder itself holds something of that name. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The names in a folder below this one, sorted; empty when it is not there. */
  list(below: string): readonly string[] {
    const [first = ''] = below.split('/');
    if (!this.has(first) || this.#links.has(first)) return [];
    try {
      return lstatSync(join(this.path, below)).isDirectory() ? readdirSync(join(this.path, below)).sort() : [];
    } catch {
      return [];
    }
  }

  /**
   * The text of a file below this folder; undefined when it is not there.
   *
   * @throws UnreadableFile when it is there but cannot be used.
   */
  text(file: string): string | undefined {
    const [first = ''] = file.split('/');
    if (!this.has(first)) return undefined;
    if (this.#links.has(first)) throw new UnreadableFile(`${file}: it is a link, which is not followed`);
    try {
      const bytes = readRegularBytes(join(this.path, file), { largestBytes: largestFileBytes });
      this.#read.set(file, bytes);
      return textOfBytes(bytes);
    } catch (cause) {
      if (isAbsence(cause)) return undefined;
      throw new UnreadableFile(`${file}: ${reasonOf(cause)}`, { cause });
    }
  }

  /**
   * Every file that was read so far and those that are named here, with the hash of its bytes.
   *
   * @param parts Files, which need not be there; one that ends with a slash stands for all files in that folder.
   */
  contents(parts: readonly string[]): TaskContents {
    const files = parts.flatMap((part) =>
      part.endsWith('/') ? this.list(part.slice(0, -1)).map((name) => `${part}${name}`) : part,
    );
    const names = [...new Set([...this.#read.keys(), ...files])];
    const marks = new Map<string, string>();
    for (const name of names) {
      const mark = this.#markOf(name);
      if (mark !== undefined) marks.set(name, mark);
    }
    return contentsOf(marks);
  }

  /** The hash of a file; of one that is not read, why; undefined when it is not there, or is a folder. */
  #markOf(file: string): string | undefined {
    const known = this.#read.get(file);
    if (known !== undefined) return contentHash(known);
    const [first = ''] = file.split('/');
    if (!this.has(first) || this.#links.has(first)) return undefined;
    try {
      const path = join(this.path, file);
      if (lstatSync(path).isDirectory()) return undefined;
      return contentHash(readRegularBytes(path, { largestBytes: largestFileBytes }));
    } catch (cause) {
      return isAbsence(cause) ? undefined : reasonOf(cause);
    }
  }
}

/** The text of a file that was found, not named by a person. */
export function readSafely(path: string): string {
  return readRegularText(path, { largestBytes: largestFileBytes });
}

function isAbsence(cause: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(cause));
}
