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
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'a file or folder with that name already exists',
  EISDIR: 'the path is a folder',
  ENOTDIR: 'part of the path is not a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
  EFBIG: 'the file would exceed the size limit',
  ELOOP: 'the path is a symbolic link, which Winnow does not follow, or a loop of links',
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
  const message = `cannot write a temporary file here: ${reasonOf(cause)}.`;
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
  ENOTDIR: 'Check the path: there may be a slash after a file name, or a file where a folder should be.',
  EISDIR: 'Give a file instead of a folder.',
  EEXIST: 'Use another path, or remove the existing file.',
  ENOTEMPTY: 'Use another path, or empty the folder.',
  ELOOP: 'Remove the link, or give the path of its target.',
  ENAMETOOLONG: 'Use a shorter path.',
  EROFS: 'Use a path on a writable disk.',
  ENOSPC: 'Free some space on that disk, or use a path on another disk.',
  EDQUOT: 'Free some space on that disk, or use a path on another disk.',
  EFBIG: 'Use a path on another disk, or raise the limit on file sizes.',
  EMFILE: 'Close other programs, or raise the limit on open files ("ulimit -n").',
  ENFILE: 'Close other programs, or raise the limit on open files.',
  EIO: 'Check the disk.',
  ENXIO: 'Give a regular file.',
  ENODEV: 'Give a regular file.',
  EBUSY: 'Close the program that uses it.',
  ETXTBSY: 'Close the program that uses it.',
  EXDEV: 'Use a path on the same disk.',
};
