import { basename, dirname, sep } from 'node:path';
import { FileError, WinnowError } from '../core/model/errors.js';
import { nearestName } from '../core/text/nearest-name.js';
import { visibleText } from '../core/text/words.js';
import { readdirSync, temporaryPrefix } from './file-access.js';
import { packageRoot } from './own-package.js';

/** Why a file operation failed, in words; otherwise the message of the system. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof WinnowError) return cause.faults.map(({ message }) => message.replace(/\.$/, '')).join('; ');
  if (isStackOverflow(cause)) return 'the content is nested too deeply';
  if (!(cause instanceof Error)) return String(cause);
  const code = errorCode(cause);
  return `${plainReasons[code] ?? cause.message}${code === 'ENOENT' ? similarName(pathOf(cause)) : ''}`;
}

/** ` (did you mean "results"?)` if a file or folder beside the missing one has a similar name. */
export function similarName(path: string | undefined): string {
  if (path === undefined) return '';
  try {
    const nearest = nearestName(basename(path), readdirSync(dirname(path)).slice(0, mostCompared));
    return nearest === undefined ? '' : ` (did you mean "${visibleText(nearest, 80)}"?)`;
  } catch {
    return '';
  }
}

const mostCompared = 1000;

/** Whether the stack overflowed, because of input nested too deeply. */
function isStackOverflow(cause: unknown): boolean {
  return cause instanceof RangeError && cause.message.startsWith('Maximum call stack');
}

/** The system's code of an error, such as `ENOENT`; empty if it has none. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

const plainReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EEXIST: 'something else has that name',
  EISDIR: 'the path is a folder',
  ENOTDIR: 'part of the path is not a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would exceed the size limit',
  ELOOP: 'the path is a link, which Winnow does not follow, or links form a loop',
  ENAMETOOLONG: 'the name is too long',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'not UTF-8 text',
};

/** A file-system error or a stack overflow as an input error; undefined for other errors and Winnow's own files. */
export function inputErrorOf(cause: unknown): WinnowError | undefined {
  if (isStackOverflow(cause)) {
    const message = 'the input is nested too deeply to read.';
    const hint = 'Run the command on one file at a time to find the file.';
    return new WinnowError([{ code: 'input/nested', message, hint }], { cause });
  }
  const hint = hints[errorCode(cause)];
  if (hint === undefined || !(cause instanceof Error) || !('syscall' in cause)) return undefined;
  const path = pathOf(cause);
  if (path?.startsWith(`${packageRoot()}${sep}`) === true) return undefined;
  const message = `${path === undefined ? 'a file or folder' : 'the path'} cannot be used: ${reasonOf(cause)}.`;
  const place = path === undefined ? {} : { place: { file: path } };
  return new FileError([{ code: 'file/unusable', message, ...place, hint }], { cause });
}

/** The error for a temporary file that cannot be made or written. */
export function temporaryError(cause: unknown): FileError {
  const message = `no temporary file can be written here: ${reasonOf(cause)}.`;
  const hint = 'Set TMPDIR to a writable folder with free space.';
  return new FileError([{ code: 'file/temporary', message, place: { file: dirname(temporaryPrefix()) }, hint }], {
    cause,
  });
}

/** The path that an error names; for a copy or a rename, the target. */
function pathOf(cause: Error): string | undefined {
  const { dest, path } = cause as { readonly dest?: unknown; readonly path?: unknown };
  return [dest, path].find((each): each is string => typeof each === 'string' && each !== '');
}

/** The fix for each error that comes from the input or the machine; any other error is a bug. */
const hints: Readonly<Record<string, string>> = {
  EACCES: 'Check the permissions of the file and of every folder above it.',
  EPERM: 'Check the permissions of the file and of every folder above it.',
  ENOENT: 'Check the spelling of the path.',
  ENOTDIR: 'Check the path. Remove a slash after a file name, and do not use a file as a folder.',
  EISDIR: 'Name a file instead of a folder.',
  EEXIST: 'Use another path, or remove the existing file.',
  ENOTEMPTY: 'Name another path, or empty the folder.',
  ELOOP: 'Remove the link, or name the file that it should lead to.',
  ENAMETOOLONG: 'Use a shorter path.',
  EROFS: 'Name a path on a writable disk.',
  ENOSPC: 'Free some space on that disk, or name a path on another.',
  EDQUOT: 'Free some space on that disk, or name a path on another.',
  EFBIG: 'Name a path on another disk, or raise the limit on file sizes.',
  EMFILE: 'Close other programs, or raise the limit on open files ("ulimit -n").',
  ENFILE: 'Close other programs, or raise the limit on open files.',
  EIO: 'Check the disk.',
  ENXIO: 'Name a regular file.',
  ENODEV: 'Name a regular file.',
  EBUSY: 'Close the program that uses it.',
  ETXTBSY: 'Close the program that uses it.',
  EXDEV: 'Name a path on the same disk.',
};
