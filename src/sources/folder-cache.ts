import { hash } from 'node:crypto';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../core/model/record.js';
import { CacheFile } from '../disk/cache-file.js';
import type { Dirent } from '../disk/file-access.js';
import { readdirSync } from '../disk/file-access.js';
import { packageVersion } from '../disk/own-package.js';
import type { TaskFolder } from '../files/task-folder.js';
import type { TaskFacts } from './facts/task-facts.js';
import type { FolderFormat, Format } from './formats/task-format.js';

/** Fewer tasks are read faster without a cache. */
const fewestTasks = 50;
/** Records with longer JSON are not cached, because reading them takes as long as parsing the source. */
const longestRecord = 4096;

/** The result of reading a folder, with all that was read. */
interface Entry {
  /** A hash of the names in the folder, and which of them are links. */
  readonly names: string;
  readonly seen: Readonly<Record<string, string>>;
  readonly format: string;
  readonly facts: TaskFacts;
  /** Whether the facts lack the record that they came from. */
  readonly lacksRecord: boolean;
}

/** A valid entry: its files were read again and are unchanged. */
interface KnownTask {
  readonly format: FolderFormat;
  readonly reading: TaskFacts;
  readonly folder: TaskFolder;
}

/**
 * Parsed task folders of the last run. An entry is used only if every byte that the format read is the same: files
 * are read and hashed again, timestamps are not trusted, and the program must be the same. The cache saves parsing
 * and never changes a result.
 */
export class FolderCache {
  readonly #place: string;
  readonly #formats: ReadonlyMap<string, FolderFormat>;
  readonly #file: CacheFile;
  readonly #before: ReadonlyMap<string, unknown>;
  readonly #now = new Map<string, unknown>();
  #isNew = false;

  /**
   * @param folder The cache folder.
   * @param place The folder that is searched.
   */
  constructor(folder: string, place: string, formats: readonly Format[]) {
    this.#place = resolve(place);
    this.#formats = new Map(
      formats.filter((format): format is FolderFormat => format.kind === 'folder').map((each) => [each.name, each]),
    );
    const key = [programText(), this.#place, ...this.#formats.keys()].join('\n');
    this.#file = new CacheFile(folder, hash('sha256', key, 'hex'));
    this.#before = new Map(Object.entries(this.#file.read() ?? {}));
  }

  /** A folder's cached reading if its files are unchanged; undefined if it must be read again. */
  find(
    path: string,
    entries: readonly Dirent[],
    open: () => TaskFolder,
    { needsRecord }: { readonly needsRecord: boolean },
  ): KnownTask | undefined {
    const key = this.#keyOf(path);
    const entry = this.#before.get(key);
    if (!isEntry(entry) || entry.names !== namesHash(entries) || (needsRecord && entry.lacksRecord)) return undefined;
    const format = this.#formats.get(entry.format);
    const folder = open();
    if (format === undefined || !folder.isAsSeen(new Map(Object.entries(entry.seen)))) return undefined;
    this.#now.set(key, entry);
    return { format, reading: entry.facts, folder };
  }

  /** Keeps the result of reading a folder, if JSON can represent it. */
  add({ path, sightings }: TaskFolder, entries: readonly Dirent[], format: FolderFormat, reading: TaskFacts): void {
    if (sightings === undefined) return;
    const { record, ...facts } = reading;
    if (!isPlainData(facts)) return;
    const keepsRecord = record !== undefined && isPlainData(record) && JSON.stringify(record).length <= longestRecord;
    const entry: Entry = {
      names: namesHash(entries),
      seen: Object.fromEntries(sightings),
      format: format.name,
      facts: keepsRecord ? { ...facts, record } : facts,
      lacksRecord: record !== undefined && !keepsRecord,
    };
    this.#now.set(this.#keyOf(path), entry);
    this.#isNew = true;
  }

  /** Writes the entries if there are enough and they have changed. Never fails. */
  write(): void {
    if (this.#now.size < fewestTasks) return;
    if (this.#isNew || this.#now.size !== this.#before.size) this.#file.write(Object.fromEntries(this.#now));
    else this.#file.touch();
  }

  #keyOf(path: string): string {
    // Never the name of a built-in property.
    return `./${relative(this.#place, resolve(path))}`;
  }
}

/** Identifies the program by its version and its file names, which contain hashes of their content. */
function programText(): string {
  return [packageVersion(), ...readdirSync(dirname(fileURLToPath(import.meta.url))).sort()].join('/');
}

function namesHash(entries: readonly Dirent[]): string {
  return hash('sha256', entries.map((each) => `${each.name}${each.isSymbolicLink() ? '//' : '/'}`).join(''), 'hex');
}

/** The file's hash already shows that this program wrote it and that it is whole. */
function isEntry(value: unknown): value is Entry {
  return isRecord(value) && isRecord(value['seen']) && isRecord(value['facts']);
}

/** Whether JSON preserves a value exactly. */
function isPlainData(value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false;
  }
}
