import { hash } from 'node:crypto';
import type { UnknownRecord } from '../core/model/record.js';
import { lstatSync, readdirSync } from '../disk/file-access.js';
import { readRegularText, textOfBytes, withRegularBytes } from '../disk/open-regular.js';
import { errorCode, reasonOf } from '../disk/reason-of.js';

/** The largest file of a task that is read; larger ones are reported. */
const largestFileBytes = 64 * 1024 * 1024;

/** A file that exists but cannot be used, and why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/**
 * The parts of a folder that were read, with the SHA-256 of each, or '' if it does not exist: `NAME` is a file, `/NAME`
 * the list of names in a folder.
 */
export type Sightings = ReadonlyMap<string, string>;

/**
 * A folder that may be a task, read without trust: only regular files directly named, no links, no pipes, nothing larger
 * than 64 MiB, only UTF-8. A file is read once.
 */
export class TaskFolder {
  readonly name: string;
  readonly path: string;
  /** Receives the data in the task's own file and returns the data that the format reads. */
  onRecord: ((record: UnknownRecord) => UnknownRecord) | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #links: ReadonlySet<string>;
  readonly #hashes: boolean;
  readonly #files: ReadonlyMap<string, Uint8Array> | undefined;
  readonly #texts = new Map<string, string | undefined>();
  readonly #seen = new Map<string, string>();
  readonly #made = new Map<string, unknown>();
  #isSound = true;

  /**
   * @param names The folder's entries.
   * @param links The entries that are links.
   * @param options.hashes Whether to hash everything that is read.
   * @param options.files The files below it by path, if they were unpacked into memory.
   */
  constructor(
    path: string,
    name: string,
    names: Iterable<string>,
    links: Iterable<string> = [],
    options: { readonly hashes?: boolean; readonly files?: ReadonlyMap<string, Uint8Array> } = {},
  ) {
    this.#links = new Set(links);
    this.path = path;
    this.name = name;
    this.#names = names instanceof Set ? names : new Set(names);
    this.#hashes = options.hashes === true;
    this.#files = options.files;
  }

  names(): readonly string[] {
    return [...this.#names].sort();
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The names in a folder below this one, sorted; empty if it doesn't exist. */
  list(below: string): readonly string[] {
    const names = this.#list(below);
    if (this.#hashes) this.#seen.set(`/${below}`, hash('sha256', names.join('/'), 'hex'));
    return names;
  }

  /** The text of a file below this folder; undefined if it is missing. @throws UnreadableFile if it can't be used. */
  text(file: string): string | undefined {
    if (this.#texts.has(file)) return this.#texts.get(file);
    try {
      const text = this.#read(file, textOfBytes);
      this.#texts.set(file, text);
      return text;
    } catch (error) {
      this.#isSound = false;
      throw error;
    }
  }

  /** Runs something only once. Many formats are tried, but a document is parsed once. */
  once<Result>(what: string, work: () => Result): Result {
    if (!this.#made.has(what)) this.#made.set(what, work());
    return this.#made.get(what) as Result;
  }

  /** Whether everything that was read earlier is unchanged. */
  isAsSeen(sightings: Sightings): boolean {
    try {
      for (const [what, sha256] of sightings) {
        if (what.startsWith('/')) this.list(what.slice(1));
        else if (!this.#seen.has(what)) this.#read(what, () => '');
        if (this.#seen.get(what) !== sha256) return false;
      }
      return true;
    } catch (error) {
      if (error instanceof UnreadableFile) return false;
      throw error;
    }
  }

  /** Everything read so far; undefined if something could not be read. */
  get sightings(): Sightings | undefined {
    return this.#hashes && this.#isSound ? this.#seen : undefined;
  }

  get hashes(): ReadonlyMap<string, string> {
    return new Map([...this.#seen].filter(([what, sha256]) => sha256 !== '' && !what.startsWith('/')));
  }

  #list(below: string): readonly string[] {
    const [first = ''] = below.split('/');
    if (!this.has(first) || this.#links.has(first)) return [];
    if (this.#files !== undefined) return namesBelow(this.#files.keys(), below);
    try {
      const path = `${this.path}/${below}`;
      return lstatSync(path).isDirectory() ? readdirSync(path).sort() : [];
    } catch {
      return [];
    }
  }

  #read(file: string, use: (bytes: Buffer) => string): string | undefined {
    const [first = ''] = file.split('/');
    if (!this.has(first)) return this.#absent(file);
    if (this.#files !== undefined) {
      const bytes = this.#files.get(file);
      if (bytes === undefined) return this.#absent(file);
      try {
        return use(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      } catch (cause) {
        throw new UnreadableFile(`${file}: ${reasonOf(cause)}`, { cause });
      }
    }
    if (this.#links.has(first)) throw new UnreadableFile(`${file}: a link; Winnow does not follow links`);
    try {
      return withRegularBytes(`${this.path}/${file}`, { largestBytes: largestFileBytes }, (bytes) => {
        if (this.#hashes) this.#seen.set(file, hash('sha256', bytes, 'hex'));
        return use(bytes);
      });
    } catch (cause) {
      if (['ENOENT', 'ENOTDIR'].includes(errorCode(cause))) return this.#absent(file);
      throw new UnreadableFile(`${file}: ${reasonOf(cause)}`, { cause });
    }
  }

  #absent(file: string): undefined {
    if (this.#hashes) this.#seen.set(file, '');
  }
}

/** The text of a file that was found rather than named by a person. */
export function readSafely(path: string): string {
  return readRegularText(path, { largestBytes: largestFileBytes });
}

function namesBelow(files: Iterable<string>, folder: string): readonly string[] {
  const prefix = `${folder}/`;
  const names = [...files]
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length).split('/')[0]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}
