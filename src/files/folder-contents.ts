import { createHash, hash } from 'node:crypto';
import type { UnknownRecord } from '../core/model/record.js';
import type { TaskContents } from '../core/model/task.js';
import { compareText, countOf, formatCount, visibleText } from '../core/text/words.js';
import { type Dirent, lstatSync, readdirSync, readlinkSync } from '../disk/file-access.js';
import { sha256OfFile } from '../disk/open-regular.js';
import { reasonOf } from '../disk/reason-of.js';

/** Limits on reading a task's folder. */
export interface ContentsLimits {
  /** Bytes to hash; files beyond the limit are represented by their size. */
  readonly mostBytes: number;
  /** Files with their own mark; all later files share a mark. */
  readonly mostMarks: number;
  /** Files and folders to look at; later ones are ignored. */
  readonly mostEntries: number;
}

/** Enough for every byte of any task that is not malicious. */
const usualLimits: ContentsLimits = { mostBytes: 8 * 1024 ** 3, mostMarks: 20_000, mostEntries: 1_000_000 };

/** The entry for files beyond `mostMarks`; no path below a folder starts like this. */
const furtherFiles = './further files';

/** The contents of a folder, and the files that could not be hashed in full. */
export interface FolderContents {
  readonly contents: TaskContents;
  /** The SHA-256 of each file, in hex; undefined if it was not hashed. */
  readonly hashes: ReadonlyMap<string, string | undefined>;
  readonly remarks: readonly string[];
}

/**
 * Every file below a folder, including nested and hidden files but not `.git`, with a mark: for a regular file, the hash
 * of its bytes; for a link, the hash of its target path. Links are not followed.
 * @param entries The entries of the folder itself.
 * @param known The SHA-256 of files that were already read, by path below the folder.
 */
export function folderContents(
  path: string,
  entries: readonly Dirent[],
  known: ReadonlyMap<string, string>,
  limits: ContentsLimits = usualLimits,
  contentsOf = sharedContents(),
): FolderContents {
  const marks = new Map<string, string>();
  const hashes = new Map<string, string | undefined>();
  const further = createHash('sha256');
  let marked = 0;
  const bySize: string[] = [];
  const unreadable: string[] = [];
  let [bytesLeft, entriesLeft] = [limits.mostBytes, limits.mostEntries];
  const open = [''];
  for (let prefix = open.pop(); prefix !== undefined && entriesLeft >= 0; prefix = open.pop()) {
    for (const entry of inFolder(prefix)) {
      if (entry.name === '.git') continue;
      entriesLeft -= 1;
      if (entriesLeft < 0) break;
      const name = `${prefix}${entry.name}`;
      if (entry.isDirectory()) open.push(`${name}/`);
      else looking(name, () => mark(name, markOf(name, entry)));
    }
  }
  if (marked > limits.mostMarks) marks.set(furtherFiles, shortHash(further.digest('hex')));
  return { contents: contentsOf(marks), hashes, remarks: remarks() };

  function mark(name: string, text: string): void {
    marked += 1;
    if (marked <= limits.mostMarks) marks.set(name, text);
    else further.update(`${name}\0${text}\0`);
  }

  function inFolder(prefix: string): readonly Dirent[] {
    return prefix === '' ? entries : (looking(prefix, () => entriesOf(`${path}/${prefix}`)) ?? []);
  }

  /** Unreadable entries get this mark. */
  function looking<Result>(name: string, look: () => Result): Result | undefined {
    try {
      return look();
    } catch (cause) {
      mark(name, 'unreadable');
      hashes.set(name, undefined);
      unreadable.push(`${visibleText(name, 100)}: ${reasonOf(cause)}`);
      return undefined;
    }
  }

  function markOf(name: string, entry: Dirent): string {
    const sha256 = known.get(name);
    hashes.set(name, sha256);
    if (sha256 !== undefined) return shortHash(sha256);
    const place = `${path}/${name}`;
    if (entry.isSymbolicLink()) return `link ${shortHash(hash('sha256', readlinkSync(place), 'hex'))}`;
    if (!entry.isFile()) return 'neither a file nor a folder';
    const { size } = lstatSync(place);
    if (size > bytesLeft) {
      bySize.push(visibleText(name, 100));
      return `${size} bytes`;
    }
    bytesLeft -= size;
    const own = sha256OfFile(place, { largestBytes: bytesLeft + size });
    hashes.set(name, own);
    return shortHash(own);
  }

  function remarks(): string[] {
    const some = (names: readonly string[]) => `${names[0]}${names.length > 1 ? ' …' : ''}`;
    const files = (names: readonly string[]) => `changes to ${countOf(names.length, 'file')} are detected`;
    return [
      bySize.length > 0 &&
        `${files(bySize)} only by size, because the task has more than ${formatCount(limits.mostBytes)} bytes: ${some(bySize)}`,
      unreadable.length > 0 &&
        `${files(unreadable)} only by name, because Winnow can't read the contents: ${some(unreadable)}`,
      entriesLeft < 0 && `changes are detected only in the first ${formatCount(limits.mostEntries)} files and folders`,
    ].filter((remark) => remark !== false);
  }
}

/** The contents of a folder that was unpacked into memory, given its files by path. */
export function unpackedContents(files: ReadonlyMap<string, Uint8Array>): TaskContents {
  return sharedContents()(new Map([...files].map(([name, bytes]) => [name, shortHash(hash('sha256', bytes, 'hex'))])));
}

function entriesOf(path: string): readonly Dirent[] {
  return readdirSync(path, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name));
}

/** Makes contents from marks by name. Tasks of one kind usually have the same files, and share the list of names. */
export function sharedContents(): (marks: ReadonlyMap<string, string>) => TaskContents {
  let last: readonly string[] = [];
  return (marks) => {
    const names = [...marks.keys()].sort(compareText);
    if (names.length !== last.length || names.some((name, i) => name !== last[i])) last = names;
    return { names: last, marks: names.map((name) => marks.get(name)).join('\n'), everyFile: true };
  };
}

const hashDigits = 12;

/** The first 12 hex digits of a SHA-256, used as a mark. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, hashDigits);
}

/**
 * Returns a function for the contents of a record: every column with a mark of its value. Records with the same columns
 * share the list of columns.
 */
export function recordContents(): (record: UnknownRecord) => TaskContents {
  let lastKeys: readonly string[] = [];
  let names: readonly string[] = [];
  const known = { labels: new Map<string, string>(), objects: new WeakMap<object, string>() };
  return (record) => {
    const keys = Object.keys(record);
    if (keys.length !== lastKeys.length || keys.some((key, i) => key !== lastKeys[i])) {
      lastKeys = keys;
      names = keys.toSorted(compareText);
    }
    return { names, marks: names.map((name) => valueMark(record[name], known)).join('\n') };
  };
}

/** A value so short that it is its own mark; always shorter than a hash, so the two are never confused. */
const shortest = hashDigits - 1;

/** Labels are short and repeat; this many are remembered. */
const longestLabel = 30;
const mostLabels = 2000;

/** The value as canonical JSON if shorter than a hash, else the start of its SHA-256. `known` remembers marks. */
function valueMark(
  value: unknown,
  { labels, objects }: { readonly labels: Map<string, string>; readonly objects: WeakMap<object, string> },
): string {
  if (typeof value === 'string' && value.length <= longestLabel) {
    const mark = labels.get(value) ?? markOf(JSON.stringify(value));
    if (labels.size < mostLabels) labels.set(value, mark);
    return mark;
  }
  if (typeof value !== 'object' || value === null) return markOf(scalarJson(value));
  const mark = objects.get(value) ?? markOf(canonicalJson(value));
  objects.set(value, mark);
  return mark;
}

function markOf(json: string): string {
  return json.length <= shortest ? json : shortHash(hash('sha256', json, 'hex'));
}

/** JSON with the keys of every object in code-unit order; without recursion, because a file may nest to any depth. */
function canonicalJson(root: object): string {
  const parts: string[] = [];
  const open: (string | { readonly value: unknown })[] = [{ value: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    const { value } = next;
    if (typeof value !== 'object' || value === null) parts.push(scalarJson(value));
    else if (value instanceof Date) parts.push(JSON.stringify(value));
    else if (ArrayBuffer.isView(value)) parts.push(`"${shortHash(hash('sha256', bytesOf(value), 'hex'))}"`);
    else if (Array.isArray(value)) {
      open.push(']');
      for (const [i, each] of value.toReversed().entries()) open.push(...(i > 0 ? [','] : []), { value: each });
      parts.push('[');
    } else {
      open.push('}');
      const entries = Object.entries(value).sort(([a], [b]) => compareText(b, a));
      for (const [i, [key, each]] of entries.entries()) {
        open.push(...(i > 0 ? [','] : []), { value: each }, `${JSON.stringify(key)}:`);
      }
      parts.push('{');
    }
  }
  return parts.join('');
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function scalarJson(value: unknown): string {
  // Tables have 64-bit integers and non-finite numbers, which are not JSON.
  return typeof value === 'string' || value === null ? JSON.stringify(value) : String(value);
}
