import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { AccessError } from '../core/model/errors.js';

/**
 * The only way to the file system: every other module imports these functions instead of `node:fs`. They behave like those
 * of `node:fs` until `allowOnly` is called. From then on, every path is resolved to its real location when it is used, and
 * an AccessError refuses whatever is outside the allowed folders; `existsSync` answers false for it.
 */

export type { BigIntStats, Dirent, Stats } from 'node:fs';
export { closeSync, constants, fstatSync, fsyncSync, futimesSync, readSync, writeSync } from 'node:fs';

/** The files and folders that this process may use. */
export interface AllowedRoots {
  readonly read: readonly string[];
  /** May be read as well. */
  readonly write: readonly string[];
}

type Access = 'read' | 'write';

/** A root as it was named, and where it really is. */
interface Root {
  readonly named: string;
  readonly real: string;
  readonly mayWrite: boolean;
}

let roots: readonly Root[] | undefined;

/** The variable that passes the roots to a child process, as JSON. It can only narrow what the child may use. */
export const rootsVariable = 'WINNOW_ALLOW_ONLY';

/**
 * Confines this process for the rest of its life; a second call can only narrow it.
 * @throws AccessError for roots that don't exist or aren't allowed.
 */
export function allowOnly({ read, write }: AllowedRoots): void {
  assertAllowed(read);
  assertAllowed(write, 'write');
  const rootOf = (named: string, mayWrite: boolean): Root => {
    try {
      return { named: resolve(named), real: fs.realpathSync(named), mayWrite };
    } catch (cause) {
      const hint = 'Create it first, or use another folder.';
      throw new AccessError(
        [{ code: 'access/no-folder', message: 'the folder does not exist.', place: { file: named }, hint }],
        { cause },
      );
    }
  };
  roots = [...read.map((path) => rootOf(path, false)), ...write.map((path) => rootOf(path, true))];
}

/** Confines this process as its parent asks in the environment. @throws AccessError if the variable cannot be read. */
export function confineAsAsked(environment: Readonly<Record<string, string | undefined>>): void {
  const text = environment[rootsVariable];
  if (text === undefined) return;
  let asked: unknown;
  try {
    asked = JSON.parse(text);
  } catch {
    asked = undefined;
  }
  const { read, write } = Object(asked) as Partial<Record<keyof AllowedRoots, unknown>>;
  const isPaths = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string' && isAbsolute(each));
  if (!isPaths(read) || !isPaths(write)) {
    const message = `${rootsVariable} is not valid; expected {"read": […], "write": […]} with absolute paths.`;
    throw new AccessError([{ code: 'access/roots', message }]);
  }
  allowOnly({ read, write });
}

/** Whether this process is confined, and so uses no network, git or cache. */
export function isConfined(): boolean {
  return roots !== undefined;
}

/** The folders that this process is confined to, for a child process. */
export function allowedRoots(): AllowedRoots {
  const all = roots ?? [];
  return {
    read: all.filter(({ mayWrite }) => !mayWrite).map(({ real }) => real),
    write: all.filter(({ mayWrite }) => mayWrite).map(({ real }) => real),
  };
}

/** Checks paths before anything is read. Every use checks again. @throws AccessError with every path that isn't allowed. */
export function assertAllowed(paths: readonly string[], access: Access = 'read'): void {
  if (roots === undefined) return;
  const faults = paths.flatMap((path) => {
    try {
      locate(path, access, true);
      return [];
    } catch (error) {
      // A path that does not exist is reported by whoever opens it.
      return error instanceof AccessError ? error.faults : [];
    }
  });
  if (faults.length > 0) throw new AccessError(faults);
}

/** The prefix for `mkdtempSync`, in a folder that this process may write to. */
export function temporaryPrefix(): string {
  if (roots === undefined) return join(tmpdir(), 'winnow-');
  const root = roots.find(({ mayWrite }) => mayWrite);
  if (root === undefined) throw outside('a temporary folder', 'write');
  return join(root.real, '.winnow-temporary-');
}

/** Whether a file or folder exists; false for one that this process may not use. */
export function existsSync(path: string): boolean {
  if (roots === undefined) return fs.existsSync(path);
  try {
    at(path, 'read', true, (place) => fs.lstatSync(place));
    return true;
  } catch {
    return false;
  }
}

export const statSync = ((path: string, options?: fs.StatSyncOptions) =>
  roots === undefined ? fs.statSync(path, options) : statusOf(path, true, options)) as typeof fs.statSync;

export const lstatSync = ((path: string, options?: fs.StatSyncOptions) =>
  roots === undefined ? fs.lstatSync(path, options) : statusOf(path, false, options)) as typeof fs.lstatSync;

export function realpathSync(path: string): string {
  if (roots === undefined) return fs.realpathSync(path);
  const real = locate(path, 'read', true);
  at(path, 'read', true, (place) => fs.lstatSync(place));
  return real;
}

export function readlinkSync(path: string): string {
  return at(path, 'read', false, (place) => fs.readlinkSync(place));
}

export const readdirSync = ((path: string, options?: { withFileTypes: true }) => {
  if (roots === undefined) return fs.readdirSync(path, options as { withFileTypes: true });
  const handle = openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
  try {
    const place = descriptorFolder === undefined ? locate(path, 'read', true) : `${descriptorFolder}/${handle}`;
    return fs.readdirSync(place, options as { withFileTypes: true });
  } finally {
    fs.closeSync(handle);
  }
}) as typeof fs.readdirSync;

export function openSync(path: string, flags: string | number, mode?: number): number {
  if (roots === undefined) return fs.openSync(path, flags, mode);
  const bits = typeof flags === 'number' ? flags : bitsOf(flags);
  const { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_NOFOLLOW = 0 } = fs.constants;
  const access = (bits & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)) === 0 ? 'read' : 'write';
  const followsLast = (bits & O_NOFOLLOW) === 0;
  const handle = at(path, access, followsLast, (place) => fs.openSync(place, bits | O_NOFOLLOW, mode));
  try {
    if (descriptorFolder === undefined) assertSame(handle, path, locate(path, access, followsLast));
    return handle;
  } catch (error) {
    fs.closeSync(handle);
    throw error;
  }
}

export const readFileSync = ((file: string | number, options?: BufferEncoding) => {
  if (roots === undefined || typeof file === 'number') return fs.readFileSync(file, options);
  return withOpen(file, 'r', undefined, (handle) => fs.readFileSync(handle, options));
}) as typeof fs.readFileSync;

export function writeFileSync(
  file: string | number,
  data: string | Uint8Array,
  options: { readonly flag?: string; readonly mode?: number } = {},
): void {
  if (roots === undefined || typeof file === 'number') fs.writeFileSync(file, data, options);
  else withOpen(file, options.flag ?? 'w', options.mode, (handle) => fs.writeFileSync(handle, data));
}

export function createReadStream(file: string, options: { readonly highWaterMark?: number } = {}): fs.ReadStream {
  return fs.createReadStream(file, roots === undefined ? options : { ...options, fd: openSync(file, 'r') });
}

export function mkdirSync(path: string, options: { readonly recursive?: boolean; readonly mode?: number } = {}): void {
  const { recursive = false, ...rest } = options;
  assertAllowed([path], 'write');
  if (recursive && existsSync(path)) return;
  if (recursive) mkdirSync(dirname(resolve(path)), options);
  at(path, 'write', false, (place) => fs.mkdirSync(place, rest));
}

export function mkdtempSync(prefix: string): string {
  return at(prefix, 'write', false, (place) => `${prefix}${fs.mkdtempSync(place).slice(place.length)}`);
}

export function rmdirSync(path: string): void {
  at(path, 'write', false, (place) => fs.rmdirSync(place));
}

export function rmSync(path: string, options?: fs.RmOptions): void {
  // Without options, this loads less of Node.
  at(path, 'write', false, (place) => (options === undefined ? fs.unlinkSync(place) : fs.rmSync(place, options)));
}

export function utimesSync(path: string, read: Date, written: Date): void {
  at(path, 'write', true, (place) => fs.utimesSync(place, read, written));
}

export function renameSync(from: string, to: string): void {
  at(from, 'write', false, (old) => at(to, 'write', false, (place) => fs.renameSync(old, place)));
}

export function linkSync(from: string, to: string): void {
  at(from, 'write', false, (old) => at(to, 'write', false, (place) => fs.linkSync(old, place)));
}

export function copyFileSync(from: string, to: string): void {
  if (roots === undefined) fs.copyFileSync(from, to);
  else writeFileSync(to, readFileSync(from));
}

export function symlinkSync(target: string, path: string): void {
  const real = roots === undefined ? target : locate(target, 'read', true);
  at(path, 'write', false, (place) => fs.symlinkSync(real, place));
}

/**
 * A name for a regular file under which a library that opens files by itself finds exactly this file, and no pattern
 * characters: on Linux its open descriptor, elsewhere its real path.
 * @param handle The file, opened to read; it stays open as long as the name is used.
 */
export function nameOfOpen(handle: number, path: string): string {
  return descriptorFolder === undefined ? realpathSync(path) : `${descriptorFolder}/${handle}`;
}

/** Files of the package. Paths from users never reach these functions. */
export const shipped = {
  exists: (path: string): boolean => fs.existsSync(path),
  read: (path: string): Buffer => fs.readFileSync(path),
  list: (path: string): readonly string[] => fs.readdirSync(path),
};

/** Where the system shows the open files of this process, so that a name can be used relative to an open folder. */
const descriptorFolder = process.platform === 'linux' && fs.existsSync('/proc/self/fd') ? '/proc/self/fd' : undefined;

/** Linux opens a folder with this flag without reading it; Node has no name for it. */
const openPath = 0o10000000;
const mostLinks = 40;

/**
 * Uses a file or folder by a name that cannot lead elsewhere: its folder is opened, its real location is compared with the
 * resolved one, and the name is relative to the open folder. Where the system cannot do that, the name is the resolved path.
 */
function at<Result>(path: string, access: Access, followsLast: boolean, use: (place: string) => Result): Result {
  if (roots === undefined) return use(path);
  const real = locate(path, access, followsLast);
  // The location of a root is one of the allowed settings.
  if (descriptorFolder === undefined || roots.some((root) => root.real === real)) {
    return withOwnPath(path, real, () => use(real));
  }
  const folder = dirname(real);
  const { O_DIRECTORY, O_NOFOLLOW } = fs.constants;
  const handle = withOwnPath(path, folder, () => fs.openSync(folder, openPath | O_DIRECTORY | O_NOFOLLOW));
  try {
    if (fs.readlinkSync(`${descriptorFolder}/${handle}`) !== folder) throw changed(path);
    const place = `${descriptorFolder}/${handle}/${basename(real)}`;
    return withOwnPath(path, place, () => use(place));
  } finally {
    fs.closeSync(handle);
  }
}

/** The real location of a path; looks only in the allowed folders. @throws AccessError if it is outside. */
function locate(path: string, access: Access, followsLast: boolean): string {
  const all = roots ?? [];
  let links = 0;
  let [real, open] = startOf(isAbsolute(path) ? path : join(process.cwd(), sep) + path, all);
  for (let part = open.shift(); part !== undefined; part = open.shift()) {
    const isLast = open.every((each) => each === '' || each === '.');
    if (part === '..') real = dirname(real);
    if (part === '' || part === '.' || part === '..') continue;
    const next = join(real, part);
    if (!all.some((root) => isWithin(next, root.real) || isWithin(root.real, next))) throw outside(path, access);
    if (isLast && open.length === 0 && !followsLast) {
      real = next;
      continue;
    }
    const status = withOwnPath(path, next, () => fs.lstatSync(next, { throwIfNoEntry: false }));
    if (status === undefined && !isLast) throw systemError('ENOENT', 'no such file or directory', path);
    if (status?.isSymbolicLink() === true) {
      links += 1;
      if (links > mostLinks) throw systemError('ELOOP', 'too many symbolic links encountered', path);
      const target = fs.readlinkSync(next);
      if (isAbsolute(target)) {
        const [start, rest] = startOf(target, all);
        [real, open] = [start, [...rest, ...open]];
      } else open = [...target.split(sep), ...open];
      continue;
    }
    // "file/" means nothing.
    if (open.length > 0 && status !== undefined && !status.isDirectory())
      throw systemError('ENOTDIR', 'not a directory', path);
    real = next;
  }
  const isAllowed = all.some((root) => (access === 'read' || root.mayWrite) && isWithin(real, root.real));
  if (!isAllowed) throw outside(path, access);
  return real;
}

/** Where an absolute path starts to be resolved: at the root that it names, so that nothing above it is looked at. */
function startOf(path: string, all: readonly Root[]): [real: string, parts: string[]] {
  for (const { named, real } of all) {
    const start = [named, real].find((each) => isWithin(path, each));
    if (start !== undefined) return [real, path.slice(start.length).split(sep)];
  }
  return [sep, path.split(sep)];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function statusOf(path: string, followsLast: boolean, options: fs.StatSyncOptions | undefined) {
  try {
    return at(path, 'read', followsLast, (place) => fs.lstatSync(place, options));
  } catch (error) {
    if (options?.throwIfNoEntry === false && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function withOpen<Result>(
  path: string,
  flags: string,
  mode: number | undefined,
  use: (handle: number) => Result,
): Result {
  const handle = openSync(path, flags, mode);
  try {
    return use(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function bitsOf(flags: string): number {
  const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_EXCL } = fs.constants;
  const known: Readonly<Record<string, number>> = {
    r: O_RDONLY,
    w: O_WRONLY | O_CREAT | O_TRUNC,
    wx: O_WRONLY | O_CREAT | O_TRUNC | O_EXCL,
  };
  const bits = known[flags];
  if (bits === undefined) throw new Error(`a confined process does not open files with "${flags}"`);
  return bits;
}

function assertSame(handle: number, path: string, real: string): void {
  const [open, there] = [fs.fstatSync(handle, { bigint: true }), fs.lstatSync(real, { bigint: true })];
  if (open.dev !== there.dev || open.ino !== there.ino) throw changed(path);
}

/** Runs something under another name; errors still have the caller's path. */
function withOwnPath<Result>(path: string, place: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'path' in error) {
      error.message = error.message.replaceAll(place, path);
      error.path = path;
    }
    throw error;
  }
}

function changed(path: string): Error {
  return new Error(`${path} changed while it was opened`);
}

function systemError(code: string, words: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${words}, '${path}'`), { code, path, syscall: 'open' });
}

function outside(path: string, access: Access): AccessError {
  const allowed = (roots ?? []).filter(({ mayWrite }) => access === 'read' || mayWrite).map(({ real }) => real);
  const verb = access === 'read' ? 'read' : 'written to';
  const message =
    allowed.length === 0
      ? 'this process may not write files.'
      : `the path is outside the folders that may be ${verb}: ${allowed.join(', ')}.`;
  return new AccessError([
    { code: 'access/out-of-bounds', message, place: { file: path }, hint: 'Use a path in an allowed folder.' },
  ]);
}
